// node:util: formatting of values, and helpers that many packages use.

import { isEqual } from "../lumi/property/equality.ts";
import { web } from "../web/ops.ts";
import types from "./util_types.ts";

interface ConsoleScript {
  inspect(value: unknown, options?: object): string;
  inspectArgs(args: unknown[], options?: object): string;
  stripVTControlCharacters(text: string): string;
}

const script = () => web("01_console.js") as unknown as ConsoleScript;

export interface InspectOptions {
  depth?: number | null;
  colors?: boolean;
  compact?: boolean | number;
  showHidden?: boolean;
  sorted?: boolean;
  breakLength?: number;
  maxArrayLength?: number | null;
  maxStringLength?: number | null;
}

/** Converts options: Node uses null where the console uses Infinity, and prefers other quotes. */
function settings(options: InspectOptions): object {
  const { depth, maxArrayLength, maxStringLength, ...rest } = options;
  const unlimited = (it: number | null | undefined) => (it === null ? Infinity : it);
  return {
    quotes: ["'", '"', "`"],
    ...rest,
    depth: unlimited(depth === undefined ? 2 : depth),
    ...(maxArrayLength === undefined ? {} : { maxArrayLength: unlimited(maxArrayLength) }),
    ...(maxStringLength === undefined ? {} : { maxStringLength: unlimited(maxStringLength) }),
  };
}

/**
 * Formats a value like the console. The second argument may also be `showHidden`, the third the
 * depth.
 */
export function inspect(value: unknown, options?: InspectOptions | boolean, depth?: number | null): string {
  const given = typeof options === "object" && options !== null ? options : { showHidden: options === true };
  return script().inspect(value, settings(depth === undefined ? given : { ...given, depth }));
}

inspect.custom = Symbol.for("nodejs.util.inspect.custom");
inspect.defaultOptions = { depth: 2, colors: false } as InspectOptions;

/**
 * Replaces `%s`, `%d`, `%i`, `%f`, `%j`, `%o`, `%O` and `%c`, and appends the remaining arguments.
 */
export const format = (...args: unknown[]): string => formatWithOptions({}, ...args);

export function formatWithOptions(options: InspectOptions, ...args: unknown[]): string {
  const first = args[0];
  const rest = args.slice(1);
  if (typeof first !== "string") return args.map((it) => spelled(it, options)).join(" ");
  if (rest.length === 0) return first;
  const text = first.replace(/%([sdifjoOc%])/g, (placeholder, kind: string) => {
    if (kind === "%") return "%";
    return rest.length === 0 ? placeholder : filled(kind, rest.shift(), options);
  });
  return [text, ...rest.map((it) => spelled(it, options))].join(" ");
}

const spelled = (value: unknown, options: InspectOptions) =>
  typeof value === "string" ? value : inspect(value, options);

function filled(kind: string, value: unknown, options: InspectOptions): string {
  switch (kind) {
    case "s":
      if (typeof value === "bigint") return `${value}n`;
      if (Object.is(value, -0)) return "-0";
      return typeof value === "object" && value !== null && !(value instanceof Error)
        ? inspect(value, { ...options, depth: 0 })
        : String(value);
    case "d":
      return typeof value === "bigint" ? `${value}n` : typeof value === "object" ? "NaN" : String(Number(value));
    case "i":
      return typeof value === "bigint"
        ? `${value}n`
        : typeof value === "object"
        ? "NaN"
        : String(parseInt(String(value)));
    case "f":
      return typeof value === "symbol" ? "NaN" : String(parseFloat(String(value)));
    case "j":
      return json(value);
    case "c":
      return "";
    default:
      return inspect(value, { ...options, ...(kind === "o" ? { showHidden: true, depth: 4 } : {}) });
  }
}

function json(value: unknown): string {
  try {
    return String(JSON.stringify(value));
  } catch (error) {
    if (String(error).includes("circular")) return "[Circular]";
    throw error;
  }
}

type Callback = (error: unknown, value?: unknown) => void;
// deno-lint-ignore no-explicit-any
type AnyFunction = (...args: any[]) => any;

const customPromisify = Symbol.for("nodejs.util.promisify.custom");

function checkFunction(it: unknown, what: string): asserts it is AnyFunction {
  if (typeof it === "function") return;
  throw Object.assign(new TypeError(`${what} takes a function, not ${typeof it}`), { code: "ERR_INVALID_ARG_TYPE" });
}

/** Converts a function with a callback of an error or a value to one that returns a promise. */
export function promisify(original: AnyFunction): (...args: unknown[]) => Promise<unknown> {
  checkFunction(original, "promisify");
  const custom = (original as unknown as Record<symbol, unknown>)[customPromisify];
  if (custom !== undefined) {
    checkFunction(custom, "promisify.custom");
    return custom;
  }
  const promised = function (this: unknown, ...args: unknown[]) {
    return new Promise((resolve, reject) => {
      const callback: Callback = (error, value) => (error ? reject(error) : resolve(value));
      Reflect.apply(original, this, [...args, callback]);
    });
  };
  Object.setPrototypeOf(promised, Object.getPrototypeOf(original));
  return Object.defineProperties(promised, Object.getOwnPropertyDescriptors(original));
}

promisify.custom = customPromisify;

/** Converts a function that returns a promise to one with a callback. */
export function callbackify(original: (...args: unknown[]) => Promise<unknown>): (...args: unknown[]) => void {
  checkFunction(original, "callbackify");
  return function (this: unknown, ...args: unknown[]) {
    const callback = args.pop();
    checkFunction(callback, "the function that callbackify answers");
    Reflect.apply(original, this, args).then(
      (value: unknown) => queueMicrotask(() => callback(null, value)),
      (error: unknown) =>
        queueMicrotask(() => callback(error || Object.assign(new Error("falsy rejection"), { reason: error }))),
    );
  };
}

/** Makes instances of `constructor` inherit from `parent`, as before ES classes. */
export function inherits(constructor: AnyFunction, parent: AnyFunction): void {
  Object.defineProperty(constructor, "super_", { value: parent, writable: true, configurable: true });
  Object.setPrototypeOf(constructor.prototype, parent.prototype);
}

const warned = new Set<string>();

/** Warns at the first call; messages with the same code are shown once. */
export function deprecate<F extends AnyFunction>(original: F, message: string, code?: string): F {
  let isWarned = false;
  const wrapped = function (this: unknown, ...args: unknown[]) {
    if (!isWarned && !(code !== undefined && warned.has(code))) {
      console.warn(`DeprecationWarning: ${message}`);
      if (code !== undefined) warned.add(code);
    }
    isWarned = true;
    return new.target ? Reflect.construct(original, args, new.target) : Reflect.apply(original, this, args);
  };
  return Object.setPrototypeOf(Object.assign(wrapped, { prototype: original.prototype }), original);
}

export const isDeepStrictEqual = (a: unknown, b: unknown): boolean => isEqual(a, b);

type DebugLog = ((...args: unknown[]) => void) & { enabled: boolean };

/** Silent: NODE_DEBUG is not supported. */
export const debuglog = (_section: string): DebugLog => Object.assign(() => {}, { enabled: false });
export const debug = debuglog;

export const stripVTControlCharacters = (text: string): string => script().stripVTControlCharacters(text);

export const toUSVString = (text: string): string => String(text).toWellFormed();

export const isArray: (value: unknown) => value is unknown[] = Array.isArray;

const { TextDecoder: WebTextDecoder, TextEncoder: WebTextEncoder } = globalThis;
type WebTextDecoder = TextDecoder;
type WebTextEncoder = TextEncoder;
export { types, WebTextDecoder as TextDecoder, WebTextEncoder as TextEncoder };

export default {
  callbackify,
  debug,
  debuglog,
  deprecate,
  format,
  formatWithOptions,
  inherits,
  inspect,
  isArray,
  isDeepStrictEqual,
  promisify,
  stripVTControlCharacters,
  TextDecoder,
  TextEncoder,
  toUSVString,
  types,
};
