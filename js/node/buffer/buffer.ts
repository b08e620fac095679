// node:buffer: bytes with text encodings.

import { core, web } from "../../web/ops.ts";
import { BufferBytes, compareBytes, MAX_LENGTH, type Pattern, shown } from "./bytes.ts";
import { warnOfBufferCall } from "./deprecation.ts";
import { type BufferEncoding, codec, codecOf, decodeUtf8 } from "./codecs.ts";
import { isAnyArrayBuffer, isTypedArray } from "../util/types.ts";
import { coded, invalidArgType, outOfRange } from "../node_errors.ts";

export type { BufferEncoding };

export interface Buffer extends BufferBytes {}

type Text = { valueOf(): string } | { [Symbol.toPrimitive](hint: "string"): string };

export interface BufferConstructor {
  /** @deprecated `Buffer.from` and `Buffer.alloc` say which of both is meant. */
  new (value: number | string | ArrayLike<number> | ArrayBuffer, encodingOrOffset?: unknown, length?: unknown): Buffer;
  /** @deprecated `Buffer.from` and `Buffer.alloc` say which of both is meant. */
  (value: number | string | ArrayLike<number> | ArrayBuffer, encodingOrOffset?: unknown, length?: unknown): Buffer;
  prototype: Buffer;
  poolSize: number;
  from(
    value: string | ArrayLike<number> | Iterable<number> | ArrayBuffer | Text,
    encodingOrOffset?: unknown,
    length?: unknown,
  ): Buffer;
  of(...bytes: number[]): Buffer;
  alloc(size: number, fill?: Pattern, encoding?: string): Buffer;
  allocUnsafe(size: number): Buffer;
  allocUnsafeSlow(size: number): Buffer;
  byteLength(value: string | ArrayBuffer | ArrayBufferView, encoding?: string): number;
  compare(a: Uint8Array, b: Uint8Array): -1 | 0 | 1;
  concat(list: readonly Uint8Array[], total?: number): Buffer;
  copyBytesFrom(view: ArrayBufferView, offset?: number, length?: number): Buffer;
  isBuffer(value: unknown): value is Buffer;
  isEncoding(name: unknown): name is BufferEncoding;
  /** @internal A Buffer of the same memory. */
  over(bytes: Uint8Array): Buffer;
}

/** A Buffer of the same memory. */
const over = (bytes: Uint8Array): Buffer =>
  new BufferBytes(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);

/** Zeroed bytes, with a cast because the compiler accepts only constructors that take memory. */
const zeroed = (size: number): Buffer => new (BufferBytes as unknown as new (size: number) => Buffer)(size);

function checkSize(size: unknown): asserts size is number {
  if (typeof size !== "number") throw invalidArgType("size", "of type number", size);
  if (!(size >= 0 && size <= MAX_LENGTH)) throw outOfRange("size", `>= 0 && <= ${MAX_LENGTH}`, size);
}

function allocUnsafe(size: number): Buffer {
  checkSize(size);
  return zeroed(size);
}

/** A part of foreign memory; what is no number counts as 0. */
function ofMemory(memory: ArrayBuffer, offset: unknown, length: unknown): Buffer {
  const outside = (name: string) =>
    coded(RangeError, "ERR_BUFFER_OUT_OF_BOUNDS", `"${name}" is outside of buffer bounds`);
  const from = offset === undefined ? 0 : Number(offset) || 0;
  const most = memory.byteLength - from;
  if (most < 0) throw outside("offset");
  if (length === undefined) return new BufferBytes(memory, from);
  const count = Number(length);
  if (!(count > 0)) return new BufferBytes(memory, from, 0);
  if (count > most) throw outside("length");
  return new BufferBytes(memory, from, count);
}

const isMemory = (value: unknown): value is ArrayBuffer => isAnyArrayBuffer(value);

/** Copies something like an array: what has a length. */
function copyOf(list: ArrayLike<number>): Buffer {
  const length = Number(list.length) > 0 ? Math.trunc(Number(list.length)) : 0;
  const bytes = zeroed(length);
  if (list instanceof Uint8Array) bytes.set(list);
  else for (let i = 0; i < length; i++) bytes[i] = list[i]!;
  return bytes;
}

/** A Buffer of an object that is not bytes itself; undefined if it has none. */
function ofObject(value: object, encodingOrOffset: unknown, length: unknown): Buffer | undefined {
  if (isMemory(value)) return ofMemory(value, encodingOrOffset, length);
  const own = (value as { valueOf?: () => unknown }).valueOf?.();
  if (own !== undefined && own !== null && own !== value && (typeof own === "string" || typeof own === "object")) {
    return from(own as string, encodingOrOffset, length);
  }
  const { length: count, type, data } = value as { length?: unknown; type?: unknown; data?: unknown };
  if (count !== undefined || isMemory((value as { buffer?: unknown }).buffer)) {
    return typeof count === "number" ? copyOf(value as ArrayLike<number>) : zeroed(0);
  }
  if (type === "Buffer" && Array.isArray(data)) return copyOf(data);
  const convert = (value as { [Symbol.toPrimitive]?: (hint: string) => unknown })[Symbol.toPrimitive];
  const text = typeof convert === "function" ? Reflect.apply(convert, value, ["string"]) : undefined;
  return typeof text === "string" ? from(text, encodingOrOffset) : undefined;
}

function from(value: unknown, encodingOrOffset?: unknown, length?: unknown): Buffer {
  if (typeof value === "string") {
    const encoding = typeof encodingOrOffset === "string" && encodingOrOffset !== "" ? encodingOrOffset : "utf8";
    return over(codec(encoding).encode(value));
  }
  const made = typeof value === "object" && value !== null ? ofObject(value, encodingOrOffset, length) : undefined;
  if (made !== undefined) return made;
  const wanted = "of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object";
  throw invalidArgType("first argument", wanted, value);
}

/** A whole number that is not negative. */
function checkedCount(name: string, value: unknown): number {
  if (typeof value !== "number") throw invalidArgType(name, "of type number", value);
  if (!Number.isInteger(value)) throw outOfRange(name, "an integer", value);
  if (value < 0) throw outOfRange(name, `>= 0 && <= ${Number.MAX_SAFE_INTEGER}`, value);
  return value;
}

const statics: Omit<BufferConstructor, "prototype"> = {
  poolSize: 8192,
  from,
  of: (...bytes: number[]) => copyOf(bytes),
  alloc(size: number, fill?: Pattern, encoding?: string) {
    const buffer = allocUnsafe(size);
    if (fill === undefined || fill === 0 || size === 0) return buffer;
    if (encoding !== undefined && typeof encoding !== "string") {
      throw invalidArgType("encoding", "of type string", encoding);
    }
    return buffer.fill(fill, encoding);
  },
  allocUnsafe,
  allocUnsafeSlow: allocUnsafe,
  byteLength(value: unknown, encoding?: string) {
    if (typeof value === "string") return (codecOf(encoding) ?? codec("utf8")).byteLength(value);
    if (ArrayBuffer.isView(value) || isMemory(value)) return value.byteLength;
    throw invalidArgType("string", "of type string or an instance of Buffer or ArrayBuffer", value);
  },
  compare(a: Uint8Array, b: Uint8Array) {
    const wanted = "an instance of Buffer or Uint8Array";
    if (!(a instanceof Uint8Array)) throw invalidArgType("buf1", wanted, a);
    if (!(b instanceof Uint8Array)) throw invalidArgType("buf2", wanted, b);
    return compareBytes(a, b);
  },
  concat(list: readonly Uint8Array[], total?: number) {
    if (!Array.isArray(list)) throw invalidArgType("list", "an instance of Array", list);
    if (list.length === 0) return zeroed(0);
    if (total !== undefined) checkedCount("length", total);
    let length = 0;
    for (let i = 0; i < list.length; i++) length += (list[i] as Uint8Array | undefined)?.length ?? 0;
    const buffer = allocUnsafe(total ?? (length || 0));
    let at = 0;
    for (let i = 0; i < list.length; i++) {
      const bytes = list[i];
      if (!(bytes instanceof Uint8Array)) {
        throw invalidArgType(`list[${i}]`, "an instance of Buffer or Uint8Array", bytes);
      }
      const fitting = bytes.subarray(0, Math.max(buffer.length - at, 0));
      buffer.set(fitting, at);
      at += fitting.length;
    }
    return buffer;
  },
  copyBytesFrom(view: ArrayBufferView, offset = 0, length?: number) {
    if (!isTypedArray(view)) throw invalidArgType("view", "an instance of TypedArray", view);
    checkedCount("offset", offset);
    if (length !== undefined) checkedCount("length", length);
    const { BYTES_PER_ELEMENT: size } = view as unknown as { BYTES_PER_ELEMENT: number };
    const start = Math.min(offset * size, view.byteLength);
    const end = length === undefined ? view.byteLength : Math.min(start + length * size, view.byteLength);
    return copyOf(new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset + start, end - start));
  },
  isBuffer: (value: unknown): value is Buffer => value instanceof BufferBytes,
  isEncoding: (name: unknown): name is BufferEncoding => codecOf(name) !== undefined,
} as Omit<BufferConstructor, "prototype">;

/** A function instead of a class, because older packages call it without `new`. */
export const Buffer = function Buffer(value: unknown, encodingOrOffset?: unknown, length?: unknown): Buffer {
  warnOfBufferCall();
  if (typeof value === "number") {
    if (typeof encodingOrOffset === "string") throw invalidArgType("string", "of type string", value);
    return allocUnsafe(value);
  }
  return from(value, encodingOrOffset, length);
} as unknown as BufferConstructor;
Object.setPrototypeOf(Buffer, Uint8Array);
Object.assign(Buffer, statics);
Object.defineProperty(Buffer, "over", { value: over });
// Parts and copies that typed arrays make need not be distinguished from other calls of Buffer.
Object.defineProperty(Buffer, Symbol.species, { get: () => BufferBytes, configurable: true });
Object.defineProperty(Buffer, "prototype", { value: BufferBytes.prototype, writable: false });
Object.defineProperty(BufferBytes.prototype, "constructor", { value: Buffer, writable: true, configurable: true });

/** @deprecated The same as `Buffer.allocUnsafeSlow`. */
export function SlowBuffer(size: number): Buffer {
  return allocUnsafe(size);
}

export const kMaxLength = MAX_LENGTH;
/** The largest length of a string of V8, in code units. */
export const kStringMaxLength = 536870888;
export const constants = { MAX_LENGTH: kMaxLength, MAX_STRING_LENGTH: kStringMaxLength };
export const INSPECT_MAX_BYTES = 50;

/** Bytes of one encoding as those of another one; what it lacks becomes "?". */
export function transcode(source: Uint8Array, fromEncoding: string, toEncoding: string): Buffer {
  if (!(source instanceof Uint8Array)) {
    throw invalidArgType("source", "an instance of Buffer or Uint8Array", source);
  }
  const reader = codecOf(fromEncoding);
  if (reader === undefined || codecOf(toEncoding) === undefined) {
    throw coded(Error, "U_ILLEGAL_ARGUMENT_ERROR", "Unable to transcode Buffer [U_ILLEGAL_ARGUMENT_ERROR]");
  }
  const text = reader.decode(source);
  const most = toEncoding === "ascii" ? 0x7f : toEncoding === "latin1" || toEncoding === "binary" ? 0xff : 0xffff;
  let known = "";
  for (const character of text) known += character.charCodeAt(0) <= most ? character : "?";
  return from(known, toEncoding);
}

const bytesIn = (input: ArrayBuffer | ArrayBufferView): Uint8Array =>
  ArrayBuffer.isView(input)
    ? new Uint8Array(input.buffer as ArrayBuffer, input.byteOffset, input.byteLength)
    : new Uint8Array(input);

function checkAttached(input: ArrayBuffer | ArrayBufferView): void {
  const memory = ArrayBuffer.isView(input) ? input.buffer : input;
  if (!isAnyArrayBuffer(memory)) {
    throw invalidArgType("input", "an instance of ArrayBuffer, Buffer, or TypedArray", input);
  }
  if ((memory as ArrayBuffer & { detached?: boolean }).detached !== true) return;
  throw coded(Error, "ERR_INVALID_STATE", "Cannot validate on a detached buffer");
}

export function isUtf8(input: ArrayBuffer | ArrayBufferView): boolean {
  checkAttached(input);
  const bytes = bytesIn(input);
  return compareBytes(core.encode(decodeUtf8(bytes)), bytes) === 0;
}

export function isAscii(input: ArrayBuffer | ArrayBufferView): boolean {
  checkAttached(input);
  return bytesIn(input).every((byte) => byte < 0x80);
}

const base64 = () => web("05_base64.js") as unknown as Pick<typeof globalThis, "atob" | "btoa">;
export const atob = (data: string): string => base64().atob(data);
export const btoa = (data: string): string => base64().btoa(data);

interface Files {
  blobFromObjectUrl(url: string): Blob | null;
}

/** The Blob that a URL of `URL.createObjectURL` stands for. */
export function resolveObjectURL(url: string): Blob | undefined {
  return (web("09_file.js") as unknown as Files).blobFromObjectUrl(String(url)) ?? undefined;
}

const members = {
  Buffer,
  constants,
  isAscii,
  isUtf8,
  kMaxLength,
  kStringMaxLength,
  resolveObjectURL,
  SlowBuffer,
  transcode,
};
Object.defineProperty(members, "INSPECT_MAX_BYTES", {
  get: () => shown.bytes,
  set(count: unknown) {
    if (typeof count !== "number") throw invalidArgType("INSPECT_MAX_BYTES", "of type number", count);
    if (!(count >= 0)) throw outOfRange("INSPECT_MAX_BYTES", ">= 0", count);
    shown.bytes = count;
  },
  enumerable: true,
  configurable: true,
});
// These are compiled when they are first read.
for (const name of ["atob", "btoa"] as const) {
  Object.defineProperty(members, name, { get: () => base64()[name], enumerable: true, configurable: true });
}
for (const name of ["Blob", "File"] as const) {
  const get = () => (web("09_file.js") as unknown as Record<string, unknown>)[name];
  Object.defineProperty(members, name, { get, enumerable: true, configurable: true });
}

export default members;
