// The headers that a message will have: set, read and removed by name until they are sent.

import streams from "../../npm/readable-stream.js";
import { coded } from "../node_errors.ts";
import { validateHeaderName, validateHeaderValue, wrongType } from "./names.ts";

export type HeaderValue = number | string | readonly string[];
export type OutgoingHeaders = Record<string, HeaderValue | undefined>;
/** Headers as a program gives them: an object, pairs, or a flat list. */
export type GivenHeaders = OutgoingHeaders | readonly (readonly [string, HeaderValue])[] | readonly HeaderValue[];

/** Names in small letters, with the name as it was given and the value. */
export type FieldTable = Record<string, [name: string, value: HeaderValue]>;

export const fieldsKey: unique symbol = Symbol("kOutHeaders");
export const uniqueKey: unique symbol = Symbol("kUniqueHeaders");

export const alreadySent = (what: string): Error =>
  coded(Error, "ERR_HTTP_HEADERS_SENT", `Cannot ${what} headers after they are sent to the client`);

const notText = (name: unknown): Error => wrongType("name", "of type string", name);

/** Streams with headers. */
export class HeaderHolder extends streams.Stream {
  /** The first line and the headers as text, once they are fixed. */
  declare _header: string | null;
  declare [fieldsKey]: FieldTable | null;
  /** Headers that are not repeated for several values. */
  declare [uniqueKey]: Set<string> | null;
  declare _removedConnection: boolean;
  declare _removedContLen: boolean;
  declare _removedTE: boolean;
  declare sendDate: boolean;

  setHeader(name: string, value: HeaderValue): this {
    if (this._header) throw alreadySent("set");
    validateHeaderName(name);
    validateHeaderValue(name, value);
    const fields = this[fieldsKey] ??= Object.create(null) as FieldTable;
    fields[name.toLowerCase()] = [name, value];
    return this;
  }

  setHeaders(headers: Iterable<[string, HeaderValue]>): this {
    if (this._header) throw alreadySent("set");
    const isUsable = typeof headers === "object" && headers !== null && !Array.isArray(headers) &&
      typeof (headers as { keys?: unknown }).keys === "function" &&
      typeof (headers as { get?: unknown }).get === "function";
    if (!isUsable) throw wrongType("headers", "an instance of Headers or Map", headers);
    for (const [name, value] of headers) this.setHeader(name, value);
    return this;
  }

  appendHeader(name: string, value: string | readonly string[]): this {
    if (this._header) throw alreadySent("append");
    validateHeaderName(name);
    validateHeaderValue(name, value);
    const key = name.toLowerCase();
    const fields = this[fieldsKey] ??= Object.create(null) as FieldTable;
    const before = fields[key];
    if (before === undefined) fields[key] = [name, value];
    else {
      const all = Array.isArray(before[1]) ? [...before[1] as string[]] : [before[1] as string];
      if (Array.isArray(value)) all.push(...value as string[]);
      else all.push(value as string);
      before[1] = all;
    }
    return this;
  }

  getHeader(name: string): HeaderValue | undefined {
    if (typeof name !== "string") throw notText(name);
    return this[fieldsKey]?.[name.toLowerCase()]?.[1];
  }

  getHeaderNames(): string[] {
    return this[fieldsKey] === null ? [] : Object.keys(this[fieldsKey]);
  }

  getRawHeaderNames(): string[] {
    return this[fieldsKey] === null ? [] : Object.values(this[fieldsKey]).map(([name]) => name);
  }

  getHeaders(): OutgoingHeaders {
    const copy = Object.create(null) as OutgoingHeaders;
    const fields = this[fieldsKey];
    if (fields !== null) { for (const name of Object.keys(fields)) copy[name] = fields[name]![1]; }
    return copy;
  }

  hasHeader(name: string): boolean {
    if (typeof name !== "string") throw notText(name);
    return this[fieldsKey] !== null && this[fieldsKey][name.toLowerCase()] !== undefined;
  }

  removeHeader(name: string): void {
    if (typeof name !== "string") throw notText(name);
    if (this._header) throw alreadySent("remove");
    const key = name.toLowerCase();
    if (key === "connection") this._removedConnection = true;
    else if (key === "content-length") this._removedContLen = true;
    else if (key === "transfer-encoding") this._removedTE = true;
    else if (key === "date") this.sendDate = false;
    if (this[fieldsKey] !== null) delete this[fieldsKey][key];
  }

  /** Whether several values of a header make one line. */
  _isUnique(name: string): boolean {
    return this[uniqueKey]?.has(name.toLowerCase()) ?? false;
  }
}

/** The names of an option `uniqueHeaders`. */
export function uniqueNames(names: unknown): Set<string> | null {
  if (!Array.isArray(names)) return null;
  const unique = new Set<string>();
  for (const name of names as (string | string[])[]) {
    unique.add(`${Array.isArray(name) ? name[0] : name}`.toLowerCase());
  }
  return unique;
}

/** Calls back with each header of what a program gave. */
export function eachHeader(headers: GivenHeaders, found: (name: string, value: HeaderValue) => void): void {
  if (!Array.isArray(headers)) {
    const fields = headers as OutgoingHeaders;
    for (const name of Object.keys(fields)) found(name, fields[name] as HeaderValue);
  } else if (headers.length > 0 && Array.isArray(headers[0])) {
    for (const [name, value] of headers as [string, HeaderValue][]) found(name, value);
  } else {
    if (headers.length % 2 !== 0) throw coded(TypeError, "ERR_INVALID_ARG_VALUE", "The argument 'headers' is invalid.");
    for (let at = 0; at < headers.length; at += 2) found(headers[at] as string, headers[at + 1] as HeaderValue);
  }
}
