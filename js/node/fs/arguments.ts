// The arguments of node:fs: paths, descriptors, flags, modes, times, and what is written.

import { Buffer } from "../buffer/buffer.ts";
import { decodeUtf8 } from "../buffer/codecs.ts";
import { abortError, coded, invalidArgType as argumentTypeError, outOfRange as rangeError } from "../node_errors.ts";
import { fileURLToPath } from "../url/url.ts";
import { inspect } from "../util/inspect.ts";
import { bytesOfPath, isBytes, pathFromBytes, shownPath } from "./path_text.ts";

export type PathLike = string | URL | Uint8Array;
export type Encoding = string | null | undefined;
export type Flag = string | number | undefined;
export type Mode = string | number | null | undefined;
export type Time = string | number | Date;
/** Data that can be written. */
export type Data = string | ArrayBufferView;

export function argumentValueError(name: string, value: unknown, reason = "is invalid"): Error {
  const kind = name.includes(".") ? "property" : "argument";
  return coded(TypeError, "ERR_INVALID_ARG_VALUE", `The ${kind} '${name}' ${reason}. Received ${inspect(value)}`);
}

/** A whole number from `min` to `max`. */
export function integer(
  value: unknown,
  name: string,
  min: number = -Number.MAX_SAFE_INTEGER,
  max: number = Number.MAX_SAFE_INTEGER,
): number {
  if (typeof value !== "number") throw argumentTypeError(name, "of type number", value);
  if (!Number.isInteger(value)) throw rangeError(name, "an integer", value);
  if (value < min || value > max) throw rangeError(name, `>= ${min} && <= ${max}`, value);
  return value;
}

/** A path as it is written: the host knows the folder in which relative ones begin. */
export function pathOf(path: unknown, name = "path"): string {
  let text: string;
  if (typeof path === "string") text = path;
  else if (path instanceof URL) text = fileURLToPath(path);
  else if (path instanceof Uint8Array) text = pathFromBytes(path);
  else throw argumentTypeError(name, "of type string or an instance of Buffer or URL", path);
  if (text.includes("\0", path instanceof Uint8Array && isBytes(text) ? 1 : 0)) {
    throw argumentValueError(name, path, "must be a string, Uint8Array, or URL without null bytes");
  }
  return text;
}

/** The number of an open file. */
export const descriptor = (value: unknown): number => integer(value, "fd", 0, 2 ** 31 - 1);

const flags: Record<string, number> = {
  r: 0,
  rs: 0o4010000,
  sr: 0o4010000,
  "r+": 2,
  "rs+": 0o4010002,
  "sr+": 0o4010002,
  w: 0o1101,
  wx: 0o1301,
  xw: 0o1301,
  "w+": 0o1102,
  "wx+": 0o1302,
  "xw+": 0o1302,
  a: 0o2101,
  ax: 0o2301,
  xa: 0o2301,
  as: 0o4012101,
  sa: 0o4012101,
  "a+": 0o2102,
  "ax+": 0o2302,
  "xa+": 0o2302,
  "as+": 0o4012102,
  "sa+": 0o4012102,
};

export function flagsOf(value: unknown, fallback: string | number, name = "flags"): number {
  const given = value ?? fallback;
  if (typeof given === "number") return integer(given, name, 0, 2 ** 31 - 1);
  if (typeof given === "string" && Object.hasOwn(flags, given)) return flags[given]!;
  throw argumentValueError(name, given);
}

export function modeOf(value: unknown, fallback?: number, name = "mode"): number {
  const given = value ?? fallback;
  if (typeof given === "string") {
    if (!/^[0-7]+$/.test(given)) {
      throw argumentValueError(name, given, "must be a 32-bit unsigned integer or an octal string");
    }
    return parseInt(given, 8);
  }
  return integer(given, name, 0, 2 ** 32 - 1);
}

/** Seconds since the epoch. */
export function timeOf(value: unknown, name = "time"): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (value instanceof Date) return value.getTime() / 1000;
  if (typeof value === "string" && value !== "" && String(Number(value)) === value) return Number(value);
  if (typeof value === "number") return Date.now() / 1000;
  throw argumentTypeError(name, "an instance of Date or an Time in seconds", value);
}

export const userOrGroup = (value: unknown, name: string): number => integer(value, name, -1, 2 ** 32 - 1);

/** Options given as an object, or as an encoding alone. */
export function optionsOf<T extends { encoding?: unknown }>(given: unknown): T {
  if (given === undefined || given === null || typeof given === "function") return {} as T;
  const options = typeof given === "string" ? { encoding: given } as unknown as T : given as T;
  if (typeof options !== "object") {
    throw argumentTypeError("options", "one of type string or object", given);
  }
  checkEncoding(options.encoding);
  return options;
}

export function checkEncoding(encoding: unknown, name = "encoding"): void {
  if (encoding === undefined || encoding === null || encoding === "buffer" || Buffer.isEncoding(encoding)) return;
  throw argumentValueError(name, encoding, "is invalid encoding");
}

/** Bytes as a Buffer, or as text of the encoding. */
export function decoded(bytes: Uint8Array, encoding: Encoding): string | Buffer {
  if (encoding === "utf8" || encoding === "utf-8") return decodeUtf8(bytes);
  const buffer = Buffer.over(bytes);
  return encoding && encoding !== "buffer" ? buffer.toString(encoding) : buffer;
}

/** A name as text, or in the encoding that was asked for. */
export function nameAs(name: string, encoding: Encoding): string {
  if (!encoding || encoding === "utf8" || encoding === "utf-8") return shownPath(name);
  return decoded(bytesOfPath(name), encoding) as string;
}

export function viewOf(view: ArrayBufferView): Uint8Array<ArrayBuffer> {
  return new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength);
}

export function bytesOf(data: unknown, encoding: Encoding, name = "data"): Uint8Array {
  if (typeof data === "string") return Buffer.from(data, encoding || "utf8");
  if (ArrayBuffer.isView(data)) return viewOf(data);
  throw argumentTypeError(name, "of type string or an instance of Buffer, TypedArray, or DataView", data);
}

/** Throws if the signal has aborted. */
export function checkSignal(signal: AbortSignal | undefined | null): void {
  if (signal?.aborted) throw abortError(signal.reason);
}

export { argumentTypeError, rangeError };
