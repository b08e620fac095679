// Numbers in bytes: the methods of Buffer that read and write them.

import { coded, invalidArgType, outOfRange } from "../node_errors.ts";

/** Checks where `size` bytes of a number begin, and returns it. */
function placeOf(bytes: Uint8Array, offset: unknown, size: number): number {
  const at = offset === undefined ? 0 : offset;
  if (typeof at !== "number") throw invalidArgType("offset", "of type number", at);
  const last = bytes.length - size;
  if (Number.isInteger(at) && at >= 0 && at <= last) return at;
  if (Math.floor(at) !== at) throw outOfRange("offset", "an integer", at);
  if (last < 0) throw coded(RangeError, "ERR_BUFFER_OUT_OF_BOUNDS", "Attempt to access memory outside buffer bounds");
  throw outOfRange("offset", `>= 0 and <= ${last}`, at);
}

/** The number of bytes of an integer of variable size. */
function sizeOf(size: unknown): number {
  if (typeof size !== "number") throw invalidArgType("byteLength", "of type number", size);
  if (Math.floor(size) !== size) throw outOfRange("byteLength", "an integer", size);
  if (size < 1 || size > 6) throw outOfRange("byteLength", ">= 1 and <= 6", size);
  return size;
}

/** The position of the byte that counts 256 to the power of `power`. */
const position = (at: number, size: number, power: number, isLittle: boolean) =>
  isLittle ? at + power : at + size - 1 - power;

export function readUnsigned(bytes: Uint8Array, offset: unknown, size: number, isLittle: boolean): number {
  const at = placeOf(bytes, offset, size);
  let value = 0;
  for (let power = size - 1; power >= 0; power--) value = value * 256 + bytes[position(at, size, power, isLittle)]!;
  return value;
}

export function readSigned(bytes: Uint8Array, offset: unknown, size: number, isLittle: boolean): number {
  const value = readUnsigned(bytes, offset, size, isLittle);
  return value < 2 ** (8 * size - 1) ? value : value - 2 ** (8 * size);
}

/** How Node says which integers fit into some bytes. */
function rangeOf(size: number, isSigned: boolean): string {
  const bits = isSigned ? 8 * size - 1 : 8 * size;
  if (size <= 4) return isSigned ? `>= -${2 ** bits} and <= ${2 ** bits - 1}` : `>= 0 and <= ${2 ** bits - 1}`;
  return isSigned ? `>= -(2 ** ${bits}) and < 2 ** ${bits}` : `>= 0 and < 2 ** ${bits}`;
}

/** Writes an integer; returns the position after it. Values that are not numbers count as 0. */
export function writeInteger(
  bytes: Uint8Array,
  given: unknown,
  offset: unknown,
  size: number,
  isLittle: boolean,
  isSigned: boolean,
): number {
  const value = Number(given);
  const [least, end] = isSigned ? [-(2 ** (8 * size - 1)), 2 ** (8 * size - 1)] : [0, 2 ** (8 * size)];
  if (value < least || value > end - 1) throw outOfRange("value", rangeOf(size, isSigned), value);
  const at = placeOf(bytes, offset, size);
  let rest = Number.isNaN(value) ? 0 : Math.trunc(value);
  if (rest < 0) rest += 2 ** (8 * size);
  for (let power = 0; power < size; power++) {
    bytes[position(at, size, power, isLittle)] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return at + size;
}

export function readBigUnsigned(bytes: Uint8Array, offset: unknown, isLittle: boolean): bigint {
  const at = placeOf(bytes, offset, 8);
  let value = 0n;
  for (let power = 7; power >= 0; power--) value = value << 8n | BigInt(bytes[position(at, 8, power, isLittle)]!);
  return value;
}

export function readBigSigned(bytes: Uint8Array, offset: unknown, isLittle: boolean): bigint {
  const value = readBigUnsigned(bytes, offset, isLittle);
  return value < 1n << 63n ? value : value - (1n << 64n);
}

export function writeBig(
  bytes: Uint8Array,
  value: bigint,
  offset: unknown,
  isLittle: boolean,
  isSigned: boolean,
): number {
  const [least, end] = isSigned ? [-(1n << 63n), 1n << 63n] : [0n, 1n << 64n];
  const range = isSigned ? ">= -(2n ** 63n) and < 2n ** 63n" : ">= 0n and < 2n ** 64n";
  if (value < least || value >= end) throw outOfRange("value", range, value);
  const at = placeOf(bytes, offset, 8);
  let rest = value < 0n ? value + (1n << 64n) : value;
  for (let power = 0; power < 8; power++) {
    bytes[position(at, 8, power, isLittle)] = Number(rest & 255n);
    rest >>= 8n;
  }
  return at + 8;
}

// Memory that both see: a number, and its bytes in the order of this machine.
const doubles = new Float64Array(1);
const floats = new Float32Array(1);
const views = { 8: new Uint8Array(doubles.buffer), 4: new Uint8Array(floats.buffer) } as const;
const isLittleMachine = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

export function readFloating(bytes: Uint8Array, offset: unknown, size: 4 | 8, isLittle: boolean): number {
  const at = placeOf(bytes, offset, size);
  for (let i = 0; i < size; i++) views[size][isLittle === isLittleMachine ? i : size - 1 - i] = bytes[at + i]!;
  return size === 8 ? doubles[0]! : floats[0]!;
}

export function writeFloating(
  bytes: Uint8Array,
  value: unknown,
  offset: unknown,
  size: 4 | 8,
  isLittle: boolean,
): number {
  const number = Number(value);
  const at = placeOf(bytes, offset, size);
  if (size === 8) doubles[0] = number;
  else floats[0] = number;
  for (let i = 0; i < size; i++) bytes[at + i] = views[size][isLittle === isLittleMachine ? i : size - 1 - i]!;
  return at + size;
}

export { sizeOf };
