// The module `math`.

import { define } from "./calls.ts";
import { OverflowError, PyTypeError, ValueError } from "./errors.ts";
import { kindOf } from "./hashing.ts";
import { index, int } from "./numbers.ts";
import { binary, iterate, listOf } from "./operators.ts";
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

function wholeOf(value: any): number {
  return index(value, `'${kindOf(value)}' object cannot be interpreted as an integer`);
}

/** The length of a vector; scaled, so that no square is too large. */
function length(parts: number[]): number {
  if (parts.some((it) => Math.abs(it) === Infinity)) return Infinity;
  const most = Math.max(0, ...parts.map(Math.abs));
  if (most === 0 || Number.isNaN(most)) return most;
  return parts.length === 1 ? most : Math.hypot(...parts);
}

/** A sum without errors of rounding between: partial sums that do not overlap. */
function exactSum(values: number[]): number {
  const partials: number[] = [];
  for (const value of values) {
    let high = value;
    let count = 0;
    for (const it of [...partials]) {
      let [large, small] = [high, it];
      if (Math.abs(large) < Math.abs(small)) [large, small] = [small, large];
      high = large + small;
      const low = small - (high - large);
      if (low !== 0) partials[count++] = low;
    }
    partials.splice(count, partials.length - count, high);
  }
  return partials.reduceRight((sum, it) => sum + it, 0);
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
  gcd: define("gcd", "*values", (values: any) => values.items.map(wholeOf).reduce(divisor, 0)),
  sin: floating("sin", Math.sin),
  cos: floating("cos", Math.cos),
  tan: floating("tan", Math.tan),
  asin: floating("asin", Math.asin),
  acos: floating("acos", Math.acos),
  atan: floating("atan", Math.atan),
  atan2: define("atan2", "y, x, /", (y: any, x: any) => float(Math.atan2(numberOf(y), numberOf(x)))),
  degrees: floating("degrees", (it) => it * (180 / Math.PI)),
  radians: floating("radians", (it) => it * (Math.PI / 180)),
  hypot: define("hypot", "*values", (values: any) => float(length(values.items.map(numberOf)))),
  dist: define("dist", "p, q, /", (p: any, q: any) => {
    const [from, to] = [listOf(p), listOf(q)];
    if (from.length !== to.length) throw new ValueError("both points must have the same number of dimensions");
    return float(length(from.map((it: any, at: number) => numberOf(it) - numberOf(to[at]))));
  }),
  fsum: define("fsum", "values, /", (values: any) => float(exactSum(listOf(values).map(numberOf)))),
  isfinite: define("isfinite", "value, /", (value: any) => Number.isFinite(numberOf(value))),
  perm: define("perm", "n, k=, /", (n: any, k: any = null) => {
    const [all, some] = [natural(n, "n must be a non-negative integer"),
      natural(k ?? n, "k must be a non-negative integer")];
    let total = some > all ? 0 : 1;
    for (let at = 0; at < Math.min(some, all); at++) total = int(total * (all - at));
    return total;
  }),
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
  lcm: define("lcm", "*values", (values: any) =>
    values.items.map(wholeOf).reduce((a: number, b: number) => {
      const shared = divisor(a, b);
      return shared === 0 ? 0 : int(Math.abs(a / shared * b));
    }, 1)),
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
