// Values of Postgres as JavaScript has them, in the text format. This code is a part of bundles.

import { hexadecimal } from "../hexadecimal.ts";
import type { SqlValue } from "./database.ts";

/** The text of a parameter; null for NULL. */
export function parameterText(value: SqlValue): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") {
    if (value.includes("\0")) throw new TypeError("a text of Postgres has no zero bytes; use bytes instead");
    return value;
  }
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${hexadecimal(value)}`;
  if (Array.isArray(value)) return `{${value.map(elementText).join(",")}}`;
  if (typeof value === "function" || typeof value === "symbol") {
    throw new TypeError(`a parameter must be a value of SQL, but is a ${typeof value}`);
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** An element of an array. */
function elementText(value: SqlValue): string {
  if (Array.isArray(value)) return parameterText(value)!;
  const text = parameterText(value);
  return text === null ? "NULL" : `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** How values of a type are read, by the type's number. Other types are texts. */
export function readerOf(type: number): (text: string) => unknown {
  switch (type) {
    case 16:
      return (text) => text === "t";
    case 17:
      return bytesOf;
    case 20:
      return integer;
    case 21:
    case 23:
    case 26:
    case 700:
    case 701:
      return Number;
    case 114:
    case 3802:
      return (text) => JSON.parse(text);
    case 1184:
      return moment;
    default: {
      const element = elementOf(type);
      return element === undefined ? (text) => text : (text) => list(text, readerOf(element));
    }
  }
}

/** The type of the elements of an array. */
function elementOf(type: number): number | undefined {
  switch (type) {
    case 1000:
      return 16;
    case 1001:
      return 17;
    case 1005:
      return 21;
    case 1007:
      return 23;
    case 1016:
      return 20;
    case 1021:
      return 700;
    case 1022:
      return 701;
    case 1185:
      return 1184;
    case 199:
      return 114;
    case 3807:
      return 3802;
    // text, varchar, bpchar, name, uuid, numeric, date, timestamp: elements are texts.
    case 1009:
    case 1015:
    case 1014:
    case 1003:
    case 2951:
    case 1231:
    case 1182:
    case 1115:
      return 25;
    default:
      return undefined;
  }
}

/** A number, or a bigint where numbers are not exact. */
function integer(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from({ length: (text.length - 2) / 2 },
    (_, at) => parseInt(text.slice(2 + at * 2, 4 + at * 2), 16));
}

/** A moment such as `2026-11-30 05:30:00.25+00`. Those that `Date` does not have, such as `infinity`, stay texts. */
function moment(text: string): Date | string {
  const date = new Date(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"));
  return Number.isNaN(date.getTime()) ? text : date;
}

/** A list such as `{1,NULL,"a b",{2}}`, after its dimensions. */
function list(text: string, read: (text: string) => unknown): unknown[] {
  let at = text.indexOf("{");
  const elements = (): unknown[] => {
    const all: unknown[] = [];
    at++;
    while (text[at] !== "}") {
      if (text[at] === ",") at++;
      if (text[at] === "{") all.push(elements());
      else all.push(element());
    }
    at++;
    return all;
  };
  const element = (): unknown => {
    let value = "";
    if (text[at] !== '"') {
      while (text[at] !== "," && text[at] !== "}") value += text[at++];
      return value === "NULL" ? null : read(value);
    }
    for (at++; text[at] !== '"'; at++) {
      if (text[at] === "\\") at++;
      value += text[at];
    }
    at++;
    return read(value);
  };
  return elements();
}
