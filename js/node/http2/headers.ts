// Headers between the objects of programs and the flat lists of the host.

import { coded, invalidArgType, invalidArgValue } from "../node_errors.ts";

export type HeaderValue = number | string | readonly string[] | undefined;
export type OutgoingHeaders = Record<string, HeaderValue>;
export type IncomingHeaders = Record<string | symbol, number | string | string[] | undefined>;

/** Headers have a list of names here whose values stay out of the tables of the protocol. */
export const sensitiveHeaders: symbol = Symbol("sensitiveHeaders");

const pseudo = new Set([":method", ":scheme", ":authority", ":path", ":protocol"]);
/** Headers of HTTP/1.1 about its connection. */
const forbidden = new Set([
  "connection",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
]);
/** Headers that have one value: later ones are dropped. */
const single = new Set(
  (":status :method :authority :scheme :path :protocol access-control-allow-credentials access-control-max-age " +
    "access-control-request-method age authorization content-encoding content-language content-length " +
    "content-location content-md5 content-range content-type date dnt etag expires from host if-match " +
    "if-modified-since if-none-match if-range if-unmodified-since last-modified location max-forwards " +
    "proxy-authorization range referer retry-after tk upgrade-insecure-requests user-agent x-content-type-options")
    .split(" "),
);

/** The first character of the names of sensitive headers, for the host. */
const SENSITIVE = "\n";

function sensitiveOf(headers: OutgoingHeaders): Set<string> {
  const names = (headers as Record<symbol, unknown>)[sensitiveHeaders];
  if (names === undefined) return new Set();
  if (!Array.isArray(names)) throw invalidArgValue("headers[http2.sensitiveHeaders]", String(names));
  return new Set(names.map((it) => String(it).toLowerCase()));
}

/** The headers of an object as names and values in turn. */
export function flattened(headers: OutgoingHeaders, isTrailer: boolean): string[] {
  const first: string[] = [];
  const rest: string[] = [];
  const sensitive = sensitiveOf(headers);
  for (const [given, value] of Object.entries(headers)) {
    const name = given.toLowerCase();
    if (name === "" || value === undefined) continue;
    if (name.startsWith(SENSITIVE)) {
      throw coded(TypeError, "ERR_INVALID_HTTP_TOKEN",
        `Header name must be a valid HTTP token [${JSON.stringify(given)}]`);
    }
    if (name.startsWith(":")) {
      if (isTrailer || !pseudo.has(name)) {
        const text = `"${name}" is an invalid pseudoheader or is used incorrectly`;
        throw coded(TypeError, "ERR_HTTP2_INVALID_PSEUDOHEADER", text);
      }
      first.push(name, String(value));
      continue;
    }
    const values = Array.isArray(value) ? value.map(String) : [String(value)];
    if (forbidden.has(name) || (name === "te" && values.some((it) => it !== "trailers"))) {
      const text = `HTTP/1 Connection specific headers are forbidden: "${name}"`;
      throw coded(TypeError, "ERR_HTTP2_INVALID_CONNECTION_HEADERS", text);
    }
    if (values.length > 1 && single.has(name)) {
      const text = `Header field "${name}" must only have a single value`;
      throw coded(TypeError, "ERR_HTTP2_HEADER_SINGLE_VALUE", text);
    }
    const sent = sensitive.has(name) ? `${SENSITIVE}${name}` : name;
    for (const each of values) rest.push(sent, each);
  }
  return [...first, ...rest];
}

/** Received headers as an object without a prototype. */
export function headersOf(flat: string[]): IncomingHeaders {
  const headers: IncomingHeaders = Object.create(null) as IncomingHeaders;
  for (let index = 0; index < flat.length; index += 2) {
    const name = flat[index] as string;
    const value = flat[index + 1] as string;
    const before = headers[name];
    if (name === ":status") headers[name] = Number(value);
    else if (name === "set-cookie") {
      if (Array.isArray(before)) before.push(value);
      else headers[name] = [value];
    } else if (before === undefined) headers[name] = value;
    else if (!single.has(name)) headers[name] = `${String(before)}${name === "cookie" ? "; " : ", "}${value}`;
  }
  headers[sensitiveHeaders as unknown as string] = [];
  return headers;
}

/** The object of headers that a program gave, or a copy of a list of names and values. */
export function outgoing(given: unknown): OutgoingHeaders {
  if (given === undefined || given === null) return {};
  if (typeof given !== "object") throw invalidArgType("headers", "of type object", given);
  if (!Array.isArray(given)) return { ...given };
  const headers: OutgoingHeaders = {};
  for (let index = 0; index + 1 < given.length; index += 2) {
    const name = String(given[index]);
    const value = String(given[index + 1]);
    const before = headers[name];
    headers[name] = before === undefined ? value : [...[before].flat().map(String), value];
  }
  return headers;
}
