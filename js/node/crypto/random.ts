// Random bytes, numbers and UUIDs.

import { crypto } from "../../crypto/crypto.ts";
import { fillRandom } from "../../web/random.ts";
import { Buffer } from "../buffer/buffer.ts";
import { coded, invalidArgType, outOfRange } from "../node_errors.ts";
import { isSharedArrayBuffer } from "../util/types.ts";
import { type AnyBytes, type Callback, checkCallback, checkFlag, checkObject, memoryOf, viewOf } from "./checks.ts";

const MOST = 2147483647;

function checkSize(name: string, value: unknown, most: number): asserts value is number {
  if (typeof value !== "number") throw invalidArgType(name, "of type number", value);
  if (!(value >= 0 && value <= most)) throw outOfRange(name, `>= 0 && <= ${most}`, value);
}

/** Fills memory, which threads may share: the host does not write to such. */
function fill(bytes: Uint8Array): void {
  if (!isSharedArrayBuffer(bytes.buffer)) return fillRandom(bytes);
  const own = new Uint8Array(bytes.length);
  fillRandom(own);
  bytes.set(own);
}

/** Calls back in a later turn. */
const later = (call: () => void) => setTimeout(call, 0);

export function randomBytes(size: number): Buffer;
export function randomBytes(size: number, callback: Callback<Buffer>): void;
export function randomBytes(size: number, callback?: Callback<Buffer>): Buffer | void {
  checkSize("size", size, MOST);
  if (callback !== undefined) checkCallback(callback);
  const bytes = Buffer.alloc(Math.trunc(size));
  fillRandom(bytes);
  if (callback === undefined) return bytes;
  later(() => callback(null, bytes));
}

/** The part of memory that an offset and a size name, counted in elements. */
function part(buffer: unknown, offset: unknown, size: unknown): Uint8Array {
  const bytes = memoryOf(buffer);
  if (bytes === undefined) throw invalidArgType("buf", "an instance of ArrayBuffer or ArrayBufferView", buffer);
  const width = (buffer as { BYTES_PER_ELEMENT?: number }).BYTES_PER_ELEMENT ?? 1;
  const from = offset ?? 0;
  if (typeof from !== "number") throw invalidArgType("offset", "of type number", from);
  const start = from * width;
  if (!(start >= 0 && start <= bytes.length)) throw outOfRange("offset", `>= 0 && <= ${bytes.length}`, start);
  if (size === undefined) return bytes.subarray(start);
  if (typeof size !== "number") throw invalidArgType("size", "of type number", size);
  const length = size * width;
  if (!(length >= 0 && length <= MOST)) throw outOfRange("size", `>= 0 && <= ${MOST}`, length);
  if (start + length > bytes.length) throw outOfRange("size + offset", `<= ${bytes.length}`, start + length);
  return bytes.subarray(start, start + length);
}

export function randomFillSync<T extends AnyBytes>(buffer: T, offset?: number, size?: number): T {
  fill(part(buffer, offset, size));
  return buffer;
}

export function randomFill<T extends AnyBytes>(buffer: T, ...rest: unknown[]): void {
  if (viewOf(buffer) === undefined) part(buffer, 0, 0);
  const callback = rest.find((it) => typeof it === "function") as Callback<T> | undefined;
  const numbers = rest.filter((it) => typeof it !== "function");
  if (callback === undefined) throw invalidArgType("callback", "of type function", rest[rest.length - 1]);
  fill(part(buffer, numbers[0], numbers[1]));
  later(() => callback(null, buffer));
}

const WIDEST = 2 ** 48 - 1;

function checkBound(name: string, value: unknown): asserts value is number {
  if (!Number.isSafeInteger(value)) throw invalidArgType(name, "a safe integer", value);
}

/** A random integer of at least `from` (0 if only one bound is given) and less than `to`. */
export function randomInt(max: number): number;
export function randomInt(min: number, max: number): number;
export function randomInt(max: number, callback: Callback<number>): void;
export function randomInt(min: number, max: number, callback: Callback<number>): void;
export function randomInt(from: number, to?: unknown, last?: unknown): number | void {
  let callback = last as Callback<number> | undefined;
  const isOne = to === undefined || typeof to === "function";
  if (isOne) callback = to as Callback<number> | undefined;
  const [min, max] = isOne ? [0, from] : [from, to as number];
  if (callback !== undefined) checkCallback(callback);
  if (!isOne) checkBound("min", min);
  checkBound("max", max);
  if (max <= min) throw outOfRange("max", `greater than the value of "min" (${min})`, max);
  const range = max - min;
  if (range > WIDEST) throw outOfRange(isOne ? "max" : "max - min", `<= ${WIDEST}`, range);
  const value = min + randomBelow(range);
  if (callback === undefined) return value;
  later(() => callback(null, value));
}

function randomBelow(range: number): number {
  const fair = 2 ** 48 - 2 ** 48 % range;
  const bytes = new Uint8Array(6);
  for (;;) {
    fillRandom(bytes);
    const value = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
    if (value < fair) return value % range;
  }
}

export function randomUUID(options?: { disableEntropyCache?: boolean }): string {
  if (options !== undefined) checkObject("options", options);
  if (options?.disableEntropyCache !== undefined) checkFlag("options.disableEntropyCache", options.disableEntropyCache);
  return crypto.randomUUID();
}

/** Compares in a time that depends on the length alone. */
export function timingSafeEqual(a: AnyBytes, b: AnyBytes): boolean {
  const [left, right] = [comparable("buf1", a), comparable("buf2", b)];
  if (left.length !== right.length) {
    const text = "Input buffers must have the same byte length";
    throw coded(RangeError, "ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH", text);
  }
  let difference = 0;
  for (let i = 0; i < left.length; i++) difference |= left[i]! ^ right[i]!;
  return difference === 0;
}

function comparable(name: string, value: unknown): Uint8Array {
  const bytes = viewOf(value);
  if (bytes !== undefined) return bytes;
  const text = `The "${name}" argument must be an instance of ArrayBuffer, Buffer, TypedArray, or DataView.`;
  throw coded(TypeError, "ERR_INVALID_ARG_TYPE", text);
}
