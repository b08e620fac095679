// The module `math`.

import { define } from "./calls.ts";
import { OverflowError, PyTypeError, ValueError } from "./errors.ts";
import { kindOf } from "./hashing.ts";
import { index, int } from "./numbers.ts";
import { binary, iterate } from "./operators.ts";
import { float, isNumber, numberOf } from "./values.ts";

function floating(name: string, work: (value: number) => number): any {
  return define(name, "value, /", (value: any) => {
    if (!isNumber(value)) throw new PyTypeError(`must be real number, not ${kindOf(value)}`);
    const result = work(numberOf(value));
    if (Number.isNaN(result) && !Number.isNaN(numberOf(value))) throw new ValueError("math domain error");
    if (result === Infinity && Number.isFinite(numberOf(value))) throw new OverflowError("math range error");
    return float(result);
  });
}

/** A function whose result is an int: adding 0 makes 0 of -0. */
function whole(name: string, work: (value: number) => number): any {
  return define(name, "value, /", (value: any) => work(numberOf(value)) + 0);
}

/** A logarithm: of 0 and of negative numbers there is none. */
function logarithm(value: any, work: (value: number) => number): number {
  if (!isNumber(value)) throw new PyTypeError(`must be real number, not ${kindOf(value)}`);
  if (numberOf(value) <= 0) throw new ValueError("math domain error");
  return work(numberOf(value));
}

function natural(value: any, message: string): number {
  const number = index(value, `'${kindOf(value)}' object cannot be interpreted as an integer`);
  if (number < 0) throw new ValueError(message);
  return number;
}

function divisor(a: number, b: number): number {
  return b === 0 ? Math.abs(a) : divisor(b, a % b);
}

export const math = {
  $name: "math",
  pi: Math.PI,
  e: Math.E,
  inf: Infinity,
  nan: NaN,
  sqrt: floating("sqrt", Math.sqrt),
  floor: whole("floor", Math.floor),
  ceil: whole("ceil", Math.ceil),
  trunc: whole("trunc", Math.trunc),
  fabs: floating("fabs", Math.abs),
  gcd: define("gcd", "a, b, /", divisor),
  isnan: define("isnan", "value, /", (value: any) => Number.isNaN(numberOf(value))),
  tau: 2 * Math.PI,
  exp: floating("exp", Math.exp),
  log: define("log", "value, base=, /", (value: any, base: any = null) => {
    const top = logarithm(value, Math.log);
    return float(base === null ? top : top / logarithm(base, Math.log));
  }),
  log2: define("log2", "value, /", (value: any) => float(logarithm(value, Math.log2))),
  log10: define("log10", "value, /", (value: any) => float(logarithm(value, Math.log10))),
  pow: define("pow", "a, b, /", (a: any, b: any) => {
    const [base, exponent] = [numberOf(a), numberOf(b)];
    if (base === 1) return float(1);
    const value = base ** exponent;
    const isFinite = Number.isFinite(base) && Number.isFinite(exponent);
    if (isFinite && (Number.isNaN(value) || base === 0 && exponent < 0)) throw new ValueError("math domain error");
    if (isFinite && !Number.isFinite(value)) throw new OverflowError("math range error");
    return float(value);
  }),
  fmod: define("fmod", "a, b, /", (a: any, b: any) => {
    if (numberOf(b) === 0 || Math.abs(numberOf(a)) === Infinity) throw new ValueError("math domain error");
    return float(numberOf(a) % numberOf(b));
  }),
  copysign: define("copysign", "a, b, /", (a: any, b: any) => {
    const isNegative = numberOf(b) < 0 || Object.is(numberOf(b), -0);
    return float(isNegative ? -Math.abs(numberOf(a)) : Math.abs(numberOf(a)));
  }),
  isclose: define("isclose", "a, b, *, rel_tol=, abs_tol=",
    (a: any, b: any, relative: any = 1e-9, absolute: any = 0) => {
      const [x, y] = [numberOf(a), numberOf(b)];
      if (x === y) return true;
      if (Math.abs(x) === Infinity || Math.abs(y) === Infinity) return false;
      const most = Math.max(numberOf(relative) * Math.max(Math.abs(x), Math.abs(y)), numberOf(absolute));
      return Math.abs(x - y) <= most;
    }),
  prod: define("prod", "values, /, *, start=", (values: any, start: any = 1) => {
    let total = start;
    for (const it of iterate(values)) total = binary("*", total, it);
    return total;
  }),
  lcm: define("lcm", "a, b, /", (a: any, b: any) => {
    const shared = divisor(numberOf(a), numberOf(b));
    return shared === 0 ? 0 : int(Math.abs(numberOf(a) / shared * numberOf(b)));
  }),
  factorial: define("factorial", "value, /", (value: any) => {
    const count = natural(value, "factorial() not defined for negative values");
    let total = 1;
    for (let at = 2; at <= count; at++) total = int(total * at);
    return total;
  }),
  comb: define("comb", "n, k, /", (n: any, k: any) => {
    const [all, some] = [natural(n, "n must be a non-negative integer"),
      natural(k, "k must be a non-negative integer")];
    let total = some > all ? 0 : 1;
    for (let at = 1; at <= Math.min(some, all - some); at++) total = int(total * (all - at + 1)) / at;
    return total;
  }),
  isqrt: define("isqrt", "value, /", (value: any) => {
    const number = natural(value, "isqrt() argument must be nonnegative");
    let root = Math.floor(Math.sqrt(number));
    while (root * root > number) root -= 1;
    while ((root + 1) * (root + 1) <= number) root += 1;
    return root;
  }),
  isinf: define("isinf", "value, /", (value: any) => Math.abs(numberOf(value)) === Infinity),
};
