// node:querystring: the query of a URL.

import { Buffer } from "../buffer/buffer.ts";
import { coded } from "../node_errors.ts";

export type Query = Record<string, string | string[] | undefined>;

export interface ParseOptions {
  maxKeys?: number;
  decodeURIComponent?: (text: string) => string;
}

export interface StringifyOptions {
  encodeURIComponent?: (text: string) => string;
}

/** The text to escape: a string itself, or the result of an object's `toString`. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "object" ? String(value) : `${value as string}`;
}

/** Half of a surrogate pair counts as one with the code unit that follows, whatever that is. */
export function escape(value: unknown): string {
  const text = textOf(value);
  if (text.isWellFormed()) return encodeURIComponent(text);
  let escaped = "";
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if ((unit & 0xf800) !== 0xd800) escaped += encodeURIComponent(text[i]!);
    else if (++i >= text.length) throw coded(URIError, "ERR_INVALID_URI", "URI malformed");
    else {
      const point = 0x10000 + ((unit & 0x3ff) << 10 | text.charCodeAt(i) & 0x3ff);
      escaped += encodeURIComponent(String.fromCodePoint(point));
    }
  }
  return escaped;
}

/** The bytes of escaped text; what is no escape stays. */
export function unescapeBuffer(text: string, decodeSpaces = false): Buffer {
  const bytes = Buffer.from(text);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const digits = bytes[i] === 0x25 ? bytes.toString("latin1", i + 1, i + 3) : "";
    const isEscape = /^[0-9a-f]{2}$/i.test(digits);
    if (isEscape) bytes[length++] = Number.parseInt(digits, 16);
    else bytes[length++] = decodeSpaces && bytes[i] === 0x2b ? 0x20 : bytes[i]!;
    if (isEscape) i += 2;
  }
  return bytes.subarray(0, length) as Buffer;
}

export function unescape(text: string, decodeSpaces = false): string {
  try {
    return decodeURIComponent(decodeSpaces ? text.replaceAll("+", " ") : text);
  } catch {
    return unescapeBuffer(text, decodeSpaces).toString();
  }
}

/** How names and values are decoded: as the caller says, else as the members of this module, which can be replaced. */
function decoder(options: ParseOptions): (text: string) => string {
  const own = options.decodeURIComponent;
  const decode = typeof own === "function" ? own : members.unescape;
  const isPlain = decode === unescape;
  return (text) => {
    if (isPlain) return unescape(text.replaceAll("+", " "));
    try {
      return decode(text.replaceAll("+", "%20"));
    } catch {
      return unescape(text, true);
    }
  };
}

export function parse(text: string, separator?: string, equals?: string, options?: ParseOptions): Query {
  const query: Query = Object.create(null);
  if (typeof text !== "string" || text === "") return query;
  const given = options ?? {};
  const most = typeof given.maxKeys === "number" ? given.maxKeys : 1000;
  const decode = decoder(given);
  const between = equals ? String(equals) : "=";
  const pairs = text.split((separator ? String(separator) : "") || "&");
  // Only a first pair that is empty counts.
  const known = pairs.filter((pair, index) => pair !== "" || index === 0);
  for (const pair of most > 0 ? known.slice(0, most) : known) {
    if (pair === "") continue;
    const at = pair.indexOf(between);
    const [name, value] = at < 0 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + between.length)];
    const [key, item] = [decode(name), decode(value)];
    const before = query[key];
    if (before === undefined) query[key] = item;
    else if (Array.isArray(before)) before.push(item);
    else query[key] = [before, item];
  }
  return query;
}

const primitiveText = (value: unknown) =>
  ["string", "bigint", "boolean"].includes(typeof value) || Number.isFinite(value) ? String(value) : "";

export function stringify(
  query: Record<string, unknown>,
  separator?: string,
  equals?: string,
  options?: StringifyOptions,
): string {
  if (typeof query !== "object" || query === null) return "";
  const own = options?.encodeURIComponent;
  const encode = typeof own === "function" ? own : members.escape;
  const encoded = (text: string) => text === "" ? "" : encode(text);
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).map((item) =>
      encoded(primitiveText(key)) + (equals || "=") + encoded(primitiveText(item))
    )
  );
  return pairs.join(separator || "&");
}

const members = { decode: parse, encode: stringify, escape, parse, stringify, unescape, unescapeBuffer };

export { parse as decode, stringify as encode };
export default members;
