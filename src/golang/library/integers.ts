// Integers of 64 bits: numbers up to 53 bits, and big integers beyond.

import { fault } from "./panics.ts";

const most = 9007199254740991;

function isSafe(value: any): boolean {
  return value >= -most && value <= most;
}

/** A big integer in its one form. */
export function normal(value: any): any {
  return isSafe(value) ? Number(value) : value;
}

export function wrapped(value: any): any {
  return normal(BigInt.asIntN(64, value));
}

export function wrappedUnsigned(value: any): any {
  return normal(BigInt.asUintN(64, value));
}

function areNumbers(left: any, right: any): boolean {
  return typeof left === "number" && typeof right === "number";
}

export function add(left: any, right: any): any {
  if (areNumbers(left, right)) {
    const sum = left + right;
    if (isSafe(sum)) return sum;
  }
  return wrapped(BigInt(left) + BigInt(right));
}

export function addUnsigned(left: any, right: any): any {
  if (areNumbers(left, right)) {
    const sum = left + right;
    if (isSafe(sum)) return sum;
  }
  return wrappedUnsigned(BigInt(left) + BigInt(right));
}

export function subtract(left: any, right: any): any {
  if (areNumbers(left, right)) {
    const rest = left - right;
    if (isSafe(rest)) return rest;
  }
  return wrapped(BigInt(left) - BigInt(right));
}

export function subtractUnsigned(left: any, right: any): any {
  if (areNumbers(left, right) && left >= right) return left - right;
  return wrappedUnsigned(BigInt(left) - BigInt(right));
}

export function multiply(left: any, right: any): any {
  if (areNumbers(left, right)) {
    const product = left * right;
    if (isSafe(product)) return product + 0;
  }
  return wrapped(BigInt(left) * BigInt(right));
}

export function multiplyUnsigned(left: any, right: any): any {
  if (areNumbers(left, right)) {
    const product = left * right;
    if (isSafe(product)) return product;
  }
  return wrappedUnsigned(BigInt(left) * BigInt(right));
}

export function divide(left: any, right: any): any {
  if (right === 0) fault("integer divide by zero");
  if (areNumbers(left, right)) return (left - left % right) / right + 0;
  return wrapped(BigInt(left) / BigInt(right));
}

export function divideUnsigned(left: any, right: any): any {
  if (right === 0) fault("integer divide by zero");
  if (areNumbers(left, right)) return (left - left % right) / right;
  return normal(BigInt(left) / BigInt(right));
}

export function remainder(left: any, right: any): any {
  if (right === 0) fault("integer divide by zero");
  if (areNumbers(left, right)) return left % right + 0;
  return normal(BigInt(left) % BigInt(right));
}

function areSmall(left: any, right: any): boolean {
  return areNumbers(left, right) && (left | 0) === left && (right | 0) === right;
}

export function and(left: any, right: any): any {
  return areSmall(left, right) ? left & right : normal(BigInt(left) & BigInt(right));
}

export function or(left: any, right: any): any {
  return areSmall(left, right) ? left | right : normal(BigInt(left) | BigInt(right));
}

export function xor(left: any, right: any): any {
  return areSmall(left, right) ? left ^ right : normal(BigInt(left) ^ BigInt(right));
}

export function andNot(left: any, right: any): any {
  return areSmall(left, right) ? left & ~right : normal(BigInt(left) & ~BigInt(right));
}

export { and as andUnsigned, andNot as andNotUnsigned, or as orUnsigned, xor as xorUnsigned };

function checkedCount(count: any): void {
  if (count < 0) fault("negative shift amount");
}

export function shiftLeft(value: any, count: any): any {
  checkedCount(count);
  if (count >= 64) return 0;
  if (typeof value === "number") {
    const found = value * 2 ** count;
    if (isSafe(found)) return found;
  }
  return wrapped(BigInt(value) << BigInt(count));
}

export function shiftLeftUnsigned(value: any, count: any): any {
  checkedCount(count);
  if (count >= 64) return 0;
  if (typeof value === "number") {
    const found = value * 2 ** count;
    if (isSafe(found)) return found;
  }
  return wrappedUnsigned(BigInt(value) << BigInt(count));
}

export function shiftLeftNarrow(value: number, count: any): number {
  checkedCount(count);
  return count >= 32 ? 0 : value << Number(count);
}

/** Of integers of any size, with a sign or without. */
export function shiftRight(value: any, count: any): any {
  checkedCount(count);
  if (count >= 64) return value < 0 ? -1 : 0;
  if (typeof value === "number") return Math.floor(value / 2 ** Number(count));
  return normal(value >> BigInt(count));
}

export function notUnsigned(value: any): any {
  return wrappedUnsigned(~BigInt(value));
}

export function signed(value: any): any {
  return typeof value === "number" ? value : wrapped(value);
}

export function unsigned(value: any): any {
  return typeof value === "number" && value >= 0 ? value : wrappedUnsigned(BigInt(value));
}

/** A number with the same lowest 32 bits. */
export function low(value: any): number {
  return typeof value === "number" ? value : Number(BigInt.asUintN(32, value));
}

export function float(value: any): number {
  return Number(value);
}

/** A float as an integer; what does not fit becomes the least one, as on amd64. */
export function whole(value: number): any {
  const found = Math.trunc(value);
  if (isSafe(found)) return found + 0;
  if (found >= -(2 ** 63) && found < 2 ** 63) return normal(BigInt(found));
  return -(BigInt(2) ** BigInt(63));
}

export function wholeUnsigned(value: number): any {
  if (value >= 2 ** 63 && value < 2 ** 64) return normal(BigInt(Math.trunc(value)));
  return value >= 2 ** 64 ? BigInt(2) ** BigInt(63) : unsigned(whole(value));
}

export function least(...values: any[]): any {
  return values.reduce((a, b) => (a !== a ? a : b !== b ? b : typeof a === "number" && typeof b === "number" ? Math.min(a, b) : b < a ? b : a));
}

export function most_(...values: any[]): any {
  return values.reduce((a, b) => (a !== a ? a : b !== b ? b : typeof a === "number" && typeof b === "number" ? Math.max(a, b) : b > a ? b : a));
}

export { most_ as most };
