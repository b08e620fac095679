// node:querystring: the query of a URL.

export type Query = Record<string, string | string[] | undefined>;

export interface ParseOptions {
  maxKeys?: number;
  decodeURIComponent?: (text: string) => string;
}

export interface StringifyOptions {
  encodeURIComponent?: (text: string) => string;
}

export const escape = (text: unknown): string => encodeURIComponent(String(text));

/** Bytes that are not valid UTF-8 are kept. */
export function unescape(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function parse(text: string, separator = "&", equals = "=", options: ParseOptions = {}): Query {
  const query: Query = Object.create(null);
  if (typeof text !== "string" || text === "") return query;
  const { maxKeys = 1000, decodeURIComponent: decode = unescape } = options;
  const pairs = text.split(separator);
  for (const pair of maxKeys > 0 ? pairs.slice(0, maxKeys) : pairs) {
    if (pair === "") continue;
    const at = pair.indexOf(equals);
    const [name, value] = at < 0 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + equals.length)];
    const [key, item] = [decode(name.replaceAll("+", " ")), decode(value.replaceAll("+", " "))];
    const known = query[key];
    query[key] = known === undefined ? item : ([] as string[]).concat(known, item);
  }
  return query;
}

const spelled = (value: unknown) =>
  ["string", "bigint", "boolean"].includes(typeof value) || Number.isFinite(value) ? String(value) : "";

export function stringify(
  query: Record<string, unknown>,
  separator = "&",
  equals = "=",
  options: StringifyOptions = {},
): string {
  if (typeof query !== "object" || query === null) return "";
  const encode = options.encodeURIComponent ?? escape;
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).map((item) => encode(key) + equals + encode(spelled(item)))
  );
  return pairs.join(separator);
}

export { parse as decode, stringify as encode };
export default { decode: parse, encode: stringify, escape, parse, stringify, unescape };
