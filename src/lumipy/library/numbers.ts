// Arithmetic: ints are exact up to 2^53, floats are what they are.

import { OverflowError, PyTypeError, ValueError, ZeroDivisionError } from "./errors.ts";
import { float, isFloat, isNumber, numberOf } from "./values.ts";

/** An int, which must be exact. Adding 0 makes 0 of -0, which ints do not have. */
export function int(value: number): number {
  if (Number.isSafeInteger(value)) return value + 0;
  throw new OverflowError("integers of LumiPy have at most 53 bits");
}

/** The result of an operation: an int if both operands are ints. */
export function result(value: number, left: any, right: any): any {
  if (!isFloat(left) && !isFloat(right)) return int(value);
  if (!Number.isFinite(value) && Number.isFinite(numberOf(left)) && Number.isFinite(numberOf(right))) return value;
  return float(value);
}

export function divide(left: any, right: any): any {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (b === 0) {
    throw new ZeroDivisionError(isFloat(left) || isFloat(right) ? "float division by zero" : "division by zero");
  }
  return float(a / b);
}

export function floorDivide(left: any, right: any): any {
  const [a, b] = [numberOf(left), numberOf(right)];
  const isWhole = !isFloat(left) && !isFloat(right);
  if (b === 0) {
    throw new ZeroDivisionError(isWhole ? "integer division or modulo by zero" : "float floor division by zero");
  }
  const rest = remainder(a, b);
  if (isWhole) return int((a - rest) / b);
  if (!Number.isFinite(a)) return NaN;
  let quotient = Number.isFinite(b) ? (a - rest) / b : a === rest ? 0 : -1;
  const floor = Math.floor(quotient);
  quotient = quotient - floor > 0.5 ? floor + 1 : floor;
  if (quotient === 0) quotient = a / b < 0 || Object.is(a / b, -0) ? -0 : 0;
  return float(quotient);
}

/** The rest of a division that rounds down: it has the sign of the divisor. */
function remainder(a: number, b: number): number {
  const rest = a % b;
  if (rest === 0) return b < 0 || Object.is(b, -0) ? -0 : 0;
  return rest < 0 !== b < 0 ? rest + b : rest;
}

export function modulo(left: any, right: any): any {
  const [a, b] = [numberOf(left), numberOf(right)];
  const isWhole = !isFloat(left) && !isFloat(right);
  if (b === 0) throw new ZeroDivisionError(isWhole ? "integer modulo by zero" : "float modulo");
  const rest = remainder(a, b);
  return isWhole ? rest + 0 : float(rest);
}

export function power(left: any, right: any): any {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (!isFloat(left) && !isFloat(right) && b >= 0) return wholePower(a, b);
  if (a === 0 && b < 0) throw new ZeroDivisionError("0.0 cannot be raised to a negative power");
  if (a === 1 || b === 0) return float(1);
  if (a === -1 && !Number.isFinite(b) && !Number.isNaN(b)) return float(1);
  if (a < 0 && Number.isFinite(a) && Number.isFinite(b) && !Number.isInteger(b)) {
    throw new ValueError("LumiPy has no complex numbers");
  }
  const value = a ** b;
  if (!Number.isFinite(value) && Number.isFinite(a) && Number.isFinite(b)) {
    throw new OverflowError("(34, 'Numerical result out of range')");
  }
  return float(value);
}

/** By multiplication: powers of floats are not always exact. */
function wholePower(base: number, exponent: number): number {
  if (base === 0 || base === 1) return exponent === 0 ? 1 : base;
  if (base === -1) return exponent % 2 === 0 ? 1 : -1;
  let value = 1;
  for (let index = 0; index < exponent; index++) value = int(value * base);
  return value;
}

/** `pow(base, exponent, modulus)`, by squaring: products of two rests are exact up to 26 bits. */
export function powerModulo(base: number, exponent: number, modulus: number): number {
  if (modulus === 0) throw new ValueError("pow() 3rd argument cannot be 0");
  if (exponent < 0) throw new ValueError("LumiPy has no pow() with a negative exponent and a modulus");
  let value = remainder(1, modulus);
  let factor = remainder(base, modulus);
  let rest = exponent;
  while (rest > 0) {
    if (rest % 2 === 1) value = remainder(int(value * factor), modulus);
    rest = Math.floor(rest / 2);
    if (rest > 0) factor = remainder(int(factor * factor), modulus);
  }
  return value + 0;
}

/** Operators on the bits of ints, by a name as in Python. */
export function bits(operator: string, left: any, right: any): any {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (operator === "<<" || operator === ">>") {
    if (b < 0) throw new ValueError("negative shift count");
    if (operator === ">>") return Math.floor(a / 2 ** b);
    return a === 0 ? 0 : int(a * 2 ** b);
  }
  const value = wideBits(operator, a, b);
  return typeof left === "boolean" && typeof right === "boolean" ? value !== 0 : value;
}

/** 53 bits in two halves, in two's complement. */
function wideBits(operator: string, a: number, b: number): number {
  const half = 2 ** 27;
  const low = (it: number) => it - Math.floor(it / half) * half;
  const high = (it: number) => Math.floor(it / half);
  const apply = (x: number, y: number) => operator === "&" ? x & y : operator === "|" ? x | y : x ^ y;
  return int(apply(high(a), high(b)) * half + apply(low(a), low(b)));
}

export function negative(value: any): any {
  const number = numberOf(value);
  if (isFloat(value)) return float(-number);
  return number === 0 ? 0 : -number;
}

/** Whether two values can be used as numbers. */
export function areNumbers(left: any, right: any): boolean {
  return isNumber(left) && isNumber(right);
}

/** A value as an index or a count. */
export function index(value: any, what: string): number {
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "number" && Number.isInteger(value)) return value;
  throw new PyTypeError(what);
}

/** Rounds to a number of digits, ties to the even digit, as text. */
export function fixed(value: number, digits: number): string {
  if (Math.abs(value) >= 1e21) return wholeText(value) + (digits > 0 ? `.${"0".repeat(digits)}` : "");
  const negative = value < 0 || Object.is(value, -0);
  const amount = Math.abs(value);
  const rounded = amount.toFixed(Math.min(digits, 100));
  const exact = amount.toFixed(Math.min(digits + 30, 100));
  const rest = exact.slice(exact.indexOf(".") + 1 + digits);
  const isTie = digits < 100 && /^50*$/.test(rest);
  let text = rounded;
  if (isTie) {
    const point = exact.indexOf(".");
    const down = digits === 0 ? exact.slice(0, point) : exact.slice(0, point + 1 + digits);
    const isEven = "02468".includes(down.slice(-1));
    text = isEven ? down : rounded;
  }
  if (digits > 100) text += "0".repeat(digits - 100);
  return negative ? `-${text}` : text;
}

/** The digits of a large whole number. */
function wholeText(value: number): string {
  let rest = Math.abs(value);
  let text = "";
  while (rest >= 1) {
    const next = Math.floor(rest / 10);
    text = `${rest % 10}${text}`;
    rest = next;
  }
  return value < 0 ? `-${text}` : text;
}

/** A float as Python writes it: the shortest digits that mean it. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  const [mantissa = "", exponentText = "0"] = value.toExponential().split("e");
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= 16) return `${mantissa}e${exponentOf(exponent)}`;
  const sign = mantissa.startsWith("-") ? "-" : "";
  const digits = mantissa.replace("-", "").replace(".", "");
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return `${sign}${whole}.${digits.slice(exponent + 1) || "0"}`;
}

/** An exponent with a sign and at least two digits. */
export function exponentOf(exponent: number): string {
  return `${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}
