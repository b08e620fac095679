// node:util: formatting of values, and helpers that many packages use.

import { isDeepStrictEqual } from "../assert/deep_equal.ts";
import { derived } from "./derived.ts";
import { warnOnce } from "./deprecation.ts";
import { coded, invalidArgType, outOfRange } from "../node_errors.ts";
import { errno } from "../os/constants.ts";
import { parseEnv } from "./env.ts";
import { format, formatWithOptions } from "./format.ts";
import { consoleScript, inspect } from "./inspect.ts";
import { parseArgs } from "./parse_args.ts";
import { styleText } from "./style.ts";
import types from "./types.ts";

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
  Object.defineProperties(promised, Object.getOwnPropertyDescriptors(original));
  return derived(promised, promisify, original);
}

promisify.custom = customPromisify;

/** Converts a function that returns a promise to one with a callback. */
export function callbackify(original: (...args: unknown[]) => Promise<unknown>): (...args: unknown[]) => void {
  if (typeof original !== "function") throw invalidArgType("original", "of type function", original);
  const wrapped = function (this: unknown, ...args: unknown[]) {
    const callback = args.pop();
    if (typeof callback !== "function") throw invalidArgType("last argument", "of type function", callback);
    const call = (...results: unknown[]) => process.nextTick(() => Reflect.apply(callback, this, results));
    Reflect.apply(original, this, args).then(
      (value: unknown) => call(null, value),
      (error: unknown) => call(error || falsyRejection(error)),
    );
  };
  const own = Object.getOwnPropertyDescriptors(original) as PropertyDescriptorMap;
  if (typeof own["length"]?.value === "number") own["length"].value++;
  if (typeof own["name"]?.value === "string") own["name"].value += "Callbackified";
  return derived(Object.defineProperties(wrapped, own), callbackify, original);
}

function falsyRejection(reason: unknown): Error {
  const error = coded(Error, "ERR_FALSY_VALUE_REJECTION", "Promise was rejected with falsy value");
  return Object.assign(error, { reason });
}

declare const Buffer: { isBuffer(value: unknown): boolean };
declare const process: {
  nextTick(callback: () => void): void;
  emitWarning(text: string, type: string, code?: string): void;
  noDeprecation?: boolean;
  stdout: { write(text: string): void };
};

/** Makes instances of `constructor` inherit from `parent`, as before ES classes. */
export function inherits(constructor: AnyFunction, parent: AnyFunction): void {
  if (typeof constructor !== "function") throw invalidArgType("ctor", "of type function", constructor);
  if (typeof parent !== "function" && (typeof parent !== "object" || parent === null)) {
    throw invalidArgType("superCtor", "of type function", parent);
  }
  const { prototype } = parent;
  if (prototype === undefined) throw invalidArgType("superCtor.prototype", "of type object", prototype);
  Object.defineProperty(constructor, "super_", { value: parent, writable: true, configurable: true });
  Object.setPrototypeOf(constructor.prototype, prototype);
}

/** Warns at the first call; messages with the same code are shown once. */
export function deprecate<F extends AnyFunction>(original: F, message: string, code?: string): F {
  if (code !== undefined && typeof code !== "string") throw invalidArgType("code", "of type string", code);
  if (process.noDeprecation === true) return original;
  let isWarned = false;
  const wrapped = function (this: unknown, ...args: unknown[]) {
    if (!isWarned) {
      isWarned = true;
      if (code === undefined) process.emitWarning(message, "DeprecationWarning");
      else warnOnce(code, message);
    }
    return new.target ? Reflect.construct(original, args, new.target) : Reflect.apply(original, this, args);
  };
  Object.setPrototypeOf(wrapped, original);
  if (original.prototype) Object.assign(wrapped, { prototype: original.prototype });
  Object.defineProperty(wrapped, "length", Object.getOwnPropertyDescriptor(original, "length")!);
  return derived(wrapped as unknown as F, deprecate, original, message, code);
}

const twoDigits = (number: number) => String(number).padStart(2, "0");
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** @deprecated Prints with the time of day. */
export function log(...args: unknown[]): void {
  const now = new Date();
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(twoDigits).join(":");
  process.stdout.write(`${now.getDate()} ${months[now.getMonth()]} ${time} - ${format(...args)}\n`);
}

type DebugLog = ((...args: unknown[]) => void) & { enabled: boolean };

/** Silent: NODE_DEBUG is not supported. */
export const debuglog = (_section: string): DebugLog => Object.assign(() => {}, { enabled: false });
export const debug = debuglog;

export const stripVTControlCharacters = (text: string): string => consoleScript().stripVTControlCharacters(text);

export const toUSVString = (text: string): string => String(text).toWellFormed();

/** Resolves when the signal aborts; the object that the wait is for must be kept by the caller. */
export async function aborted(signal: AbortSignal, resource: object): Promise<void> {
  if (!(signal instanceof AbortSignal)) throw invalidArgType("signal", "an instance of AbortSignal", signal);
  if (typeof resource !== "object" || resource === null) throw invalidArgType("resource", "of type object", resource);
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/** @deprecated Copies the members of `source`, the last first, as old packages expect. */
export function _extend(target: object, source: unknown): object {
  return typeof source === "object" && source !== null ? Object.assign(target, source) : target;
}

export const isArray: (value: unknown) => value is unknown[] = Array.isArray;

// Deprecated: kinds of values, as old packages ask for them.
type Test = (value: unknown) => boolean;
export const isBoolean: Test = (value) => typeof value === "boolean";
export const isBuffer: Test = (value) => Buffer.isBuffer(value);
export const isDate: Test = types.isDate;
export const isError: Test = (value) => types.isNativeError(value) || value instanceof Error;
export const isFunction: Test = (value) => typeof value === "function";
export const isNull: Test = (value) => value === null;
export const isNullOrUndefined: Test = (value) => value === null || value === undefined;
export const isNumber: Test = (value) => typeof value === "number";
export const isObject: Test = (value) => typeof value === "object" && value !== null;
export const isPrimitive: Test = (value) => !isObject(value) && !isFunction(value);
export const isRegExp: Test = types.isRegExp;
export const isString: Test = (value) => typeof value === "string";
export const isSymbol: Test = (value) => typeof value === "symbol";
export const isUndefined: Test = (value) => value === undefined;

/** The name of the error of the system with this negative number. */
export function getSystemErrorName(number: number): string | undefined {
  if (typeof number !== "number") throw invalidArgType("err", "of type number", number);
  if (!Number.isSafeInteger(number) || number >= 0) throw outOfRange("err", "a negative integer", number);
  return Object.keys(errno).find((name) => errno[name] === -number);
}

const { TextDecoder: WebTextDecoder, TextEncoder: WebTextEncoder } = globalThis;
type WebTextDecoder = TextDecoder;
type WebTextEncoder = TextEncoder;
export { format, formatWithOptions, inspect, isDeepStrictEqual, parseArgs, parseEnv, styleText };
export type { InspectOptions } from "./inspect.ts";
export { types, WebTextDecoder as TextDecoder, WebTextEncoder as TextEncoder };

export default {
  _extend,
  aborted,
  callbackify,
  debug,
  debuglog,
  deprecate,
  format,
  formatWithOptions,
  getSystemErrorName,
  inherits,
  inspect,
  isArray,
  isBoolean,
  isBuffer,
  isDate,
  isDeepStrictEqual,
  isError,
  isFunction,
  isNull,
  isNullOrUndefined,
  isNumber,
  isObject,
  isPrimitive,
  isRegExp,
  isString,
  isSymbol,
  isUndefined,
  log,
  parseArgs,
  parseEnv,
  promisify,
  stripVTControlCharacters,
  styleText,
  TextDecoder,
  TextEncoder,
  toUSVString,
  types,
};
