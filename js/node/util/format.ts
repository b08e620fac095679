// util.format: text with placeholders.

import { invalidArgType } from "../node_errors.ts";
import { inspect, type InspectOptions } from "./inspect.ts";

/**
 * Replaces `%s`, `%d`, `%i`, `%f`, `%j`, `%o`, `%O` and `%c`, and appends the remaining arguments.
 */
export const format = (...args: unknown[]): string => formatWithOptions({}, ...args);

export function formatWithOptions(options: InspectOptions, ...args: unknown[]): string {
  if (typeof options !== "object" || options === null) {
    throw invalidArgType("inspectOptions", "of type object", options);
  }
  const first = args[0];
  if (typeof first !== "string") return args.map((it) => textOf(it, options)).join(" ");
  const rest = args.slice(1);
  if (rest.length === 0) return first;
  const text = first.replace(/%([sdifjoOc%])/g, (placeholder, kind: string) => {
    if (kind === "%") return "%";
    return rest.length === 0 ? placeholder : formatPlaceholder(kind, rest.shift(), options);
  });
  return [text, ...rest.map((it) => textOf(it, options))].join(" ");
}

const textOf = (value: unknown, options: InspectOptions) => typeof value === "string" ? value : inspect(value, options);

function digits(value: number | bigint, options: InspectOptions): string {
  const text = Object.is(value, -0) ? "-0" : String(value);
  const isGrouped = options.numericSeparator ?? inspect.defaultOptions.numericSeparator;
  if (isGrouped !== true || !/^-?[0-9]+(\.[0-9]+)?$/.test(text)) return text;
  const [whole, fraction] = text.split(".") as [string, string?];
  const grouped = whole.replace(/[0-9](?=(?:[0-9]{3})+$)/g, (digit) => `${digit}_`);
  return fraction === undefined
    ? grouped
    : `${grouped}.${fraction.replace(/[0-9]{3}(?=[0-9])/g, (three) => `${three}_`)}`;
}

function formatPlaceholder(kind: string, value: unknown, options: InspectOptions): string {
  switch (kind) {
    case "s":
      return asText(value, options);
    case "d":
      if (typeof value === "bigint") return `${digits(value, options)}n`;
      return typeof value === "symbol" ? "NaN" : digits(Number(value), options);
    case "i":
      if (typeof value === "bigint") return `${digits(value, options)}n`;
      return typeof value === "symbol" ? "NaN" : digits(parseInt(String(value)), options);
    case "f":
      return typeof value === "symbol" ? "NaN" : digits(parseFloat(String(value)), options);
    case "j":
      return json(value);
    case "c":
      return "";
    default:
      return inspect(value, { ...options, ...(kind === "o" ? { showHidden: true, depth: 4 } : {}) });
  }
}

function asText(value: unknown, options: InspectOptions): string {
  if (typeof value === "bigint") return `${digits(value, options)}n`;
  if (typeof value === "number") return digits(value, options);
  if (typeof value !== "object" || value === null || hasOwnText(value)) return String(value);
  return inspect(value, { ...options, depth: 0, colors: false, compact: 3 });
}

/** Classes of the language convert to text in ways that say little. */
const builtin = new Set(
  ["Object", "Array", "Date", "Error", "Map", "Set", "Promise", "RegExp", "WeakMap", "WeakSet", "Function"],
);

/** Whether a program, and not the language, says how the object is converted to text. */
function hasOwnText(value: object): boolean {
  const members = value as { toString?: unknown; [Symbol.toPrimitive]?: unknown };
  if (Object.hasOwn(value, "toString")) return typeof members.toString === "function";
  if (Object.hasOwn(value, Symbol.toPrimitive)) return typeof members[Symbol.toPrimitive] === "function";
  let holder: object | null = value;
  while (holder !== null && !Object.hasOwn(holder, "toString") && !Object.hasOwn(holder, Symbol.toPrimitive)) {
    holder = Object.getPrototypeOf(holder);
  }
  if (holder === null) return false;
  const { name } = (holder as { constructor?: { name?: string } }).constructor ?? {};
  if (name === "Error" || value instanceof Error) return holder !== Error.prototype;
  return !builtin.has(String(name)) && Object.hasOwn(holder, "constructor");
}

function json(value: unknown): string {
  try {
    return String(JSON.stringify(value));
  } catch (error) {
    if (String(error).startsWith("TypeError: Converting circular structure")) return "[Circular]";
    throw error;
  }
}
