// The module `random`: MT19937 with a seed. Programs must give the seed, because a plan is the same at each run.

import { define } from "../calls.ts";
import { IndexError, OverflowError, PyTypeError, RuntimeError, ValueError } from "../errors.ts";
import { encode } from "../types/bytes.ts";
import { int } from "../numbers.ts";
import { listOf } from "../operators.ts";
import { Bytes, float, isFloat, isList, isNumber, numberOf, PyObject } from "../values.ts";
import { digestOf } from "./hashlib.ts";

const SIZE = 624;

/** The lowest 32 bits of a product. */
function product(a: number, b: number): number {
  return Math.imul(a, b) >>> 0;
}

class Twister {
  private state: number[] = [];
  private at = SIZE;

  constructor(key: number[]) {
    this.begin(19650218);
    let [i, j] = [1, 0];
    for (let count = Math.max(SIZE, key.length); count > 0; count--) {
      const before = this.state[i - 1] ?? 0;
      const mixed = product(before ^ (before >>> 30), 1664525);
      this.state[i] = (((this.state[i] ?? 0) ^ mixed) + (key[j] ?? 0) + j) >>> 0;
      [i, j] = [i + 1, (j + 1) % key.length];
      if (i >= SIZE) [this.state[0], i] = [this.state[SIZE - 1] ?? 0, 1];
    }
    for (let count = SIZE - 1; count > 0; count--) {
      const before = this.state[i - 1] ?? 0;
      const mixed = product(before ^ (before >>> 30), 1566083941);
      this.state[i] = (((this.state[i] ?? 0) ^ mixed) - i) >>> 0;
      i += 1;
      if (i >= SIZE) [this.state[0], i] = [this.state[SIZE - 1] ?? 0, 1];
    }
    this.state[0] = 0x80000000;
  }

  private begin(seed: number): void {
    this.state = [seed >>> 0];
    for (let at = 1; at < SIZE; at++) {
      const before = this.state[at - 1] ?? 0;
      this.state.push((product(before ^ (before >>> 30), 1812433253) + at) >>> 0);
    }
  }

  private turn(): void {
    for (let at = 0; at < SIZE; at++) {
      const joined = ((this.state[at] ?? 0) & 0x80000000) | ((this.state[(at + 1) % SIZE] ?? 0) & 0x7fffffff);
      const other = this.state[(at + 397) % SIZE] ?? 0;
      this.state[at] = (other ^ (joined >>> 1) ^ ((joined & 1) === 0 ? 0 : 0x9908b0df)) >>> 0;
    }
    this.at = 0;
  }

  /** 32 bits. */
  word(): number {
    if (this.at >= SIZE) this.turn();
    let it = this.state[this.at] ?? 0;
    this.at += 1;
    it ^= it >>> 11;
    it ^= (it << 7) & 0x9d2c5680;
    it ^= (it << 15) & 0xefc60000;
    return (it ^ (it >>> 18)) >>> 0;
  }
}

/** The words of 32 bits of a seed, the lowest first. */
function keyOf(seed: any): number[] {
  if (typeof seed === "string" || seed instanceof Bytes) {
    const text = typeof seed === "string" ? encode(seed).text : seed.text;
    return ofBytes(text + digestOf("sha512", text));
  }
  if (isFloat(seed)) throw new PyTypeError("LumiPy has no seeds that are floats: give an int or a str");
  if (!isNumber(seed)) {
    throw new PyTypeError("The only supported seed types are: None,\nint, float, str, bytes, and bytearray.");
  }
  const value = Math.abs(numberOf(seed));
  const high = Math.floor(value / 2 ** 32);
  return high === 0 ? [value >>> 0] : [value >>> 0, high];
}

/** The words of a number whose bytes begin with the highest one. */
function ofBytes(text: string): number[] {
  const bytes = Array.from(text, (it) => it.charCodeAt(0)).reverse();
  while (bytes.length > 0 && bytes[bytes.length - 1] === 0) bytes.pop();
  const words: number[] = [];
  bytes.forEach((it, at) => {
    words[at >> 2] = ((words[at >> 2] ?? 0) | (it << ((at % 4) * 8))) >>> 0;
  });
  return words.length === 0 ? [0] : words;
}

function indexOf(value: any): number {
  if (isNumber(value) && !isFloat(value)) return Number(value);
  throw new PyTypeError("'float' object cannot be interpreted as an integer");
}

class Random extends PyObject {
  static override $init = "x=";
  static override $name = "Random";
  declare private twister: Twister | null;
  override __init__(seed: any = null): any {
    this.twister = null;
    if (seed !== null) this.seed(seed);
    return null;
  }
  get $seed(): string {
    return "a=, version=";
  }
  seed(seed: any = null): any {
    if (seed === null) {
      throw new RuntimeError("LumiPy has no randomness without a seed: declare a resource of `random`");
    }
    this.twister = new Twister(keyOf(seed));
    return null;
  }
  private word(): number {
    if (this.twister !== null) return this.twister.word();
    throw new RuntimeError(
      "LumiPy has no randomness without a seed: call random.seed(...), or declare a resource of `random`",
    );
  }
  get $random(): string {
    return "";
  }
  /** 53 bits between 0 and 1. */
  random(): any {
    const [high, low] = [this.word() >>> 5, this.word() >>> 6];
    return float((high * 67108864 + low) / 9007199254740992);
  }
  get $getrandbits(): string {
    return "k, /";
  }
  getrandbits(count: any): number {
    const bits = indexOf(count);
    if (bits < 0) throw new ValueError("number of bits must be non-negative");
    if (bits > 53) throw new OverflowError("integers of LumiPy have at most 53 bits");
    if (bits === 0) return 0;
    if (bits <= 32) return this.word() >>> (32 - bits);
    const low = this.word();
    return (this.word() >>> (64 - bits)) * 2 ** 32 + low;
  }
  /** A number below another one. */
  private below(limit: number): number {
    const bits = limit.toString(2).length;
    let found = this.getrandbits(bits);
    while (found >= limit) found = this.getrandbits(bits);
    return found;
  }
  get $randrange(): string {
    return "start, stop=, step=";
  }
  randrange(start: any, stop: any = null, step: any = 1): number {
    const from = stop === null ? 0 : indexOf(start);
    const to = indexOf(stop === null ? start : stop);
    const by = indexOf(step);
    if (by === 0) throw new ValueError("zero step for randrange()");
    const count = Math.ceil((to - from) / by);
    if (count <= 0) {
      throw new ValueError(
        stop === null ? "empty range for randrange()" : `empty range for randrange() (${from}, ${to}, ${to - from})`,
      );
    }
    return int(from + by * this.below(count));
  }
  get $randint(): string {
    return "a, b";
  }
  randint(a: any, b: any): number {
    return this.randrange(a, indexOf(b) + 1);
  }
  get $uniform(): string {
    return "a, b";
  }
  uniform(a: any, b: any): any {
    return float(numberOf(a) + (numberOf(b) - numberOf(a)) * numberOf(this.random()));
  }
  get $choice(): string {
    return "seq";
  }
  choice(values: any): any {
    const items = listOf(values);
    if (items.length === 0) throw new IndexError("Cannot choose from an empty sequence");
    return items[this.below(items.length)];
  }
  get $choices(): string {
    return "population, weights=, *, cum_weights=, k=";
  }
  choices(values: any, weights: any = null, sums: any = null, count = 1): any[] {
    const items = listOf(values);
    if (weights === null && sums === null) {
      return Array.from({ length: count }, () => items[Math.floor(numberOf(this.random()) * items.length)]);
    }
    let total = 0;
    const limits: number[] = sums === null
      ? listOf(weights).map((it) => total += numberOf(it))
      : listOf(sums).map(numberOf);
    if (limits.length !== items.length) throw new ValueError("The number of weights does not match the population");
    const most = limits[limits.length - 1] ?? 0;
    if (most <= 0) throw new ValueError("Total of weights must be greater than zero");
    return Array.from({ length: count }, () => {
      const wanted = numberOf(this.random()) * most;
      const found = limits.findIndex((it) => wanted < it);
      return items[found < 0 ? items.length - 1 : found];
    });
  }
  get $shuffle(): string {
    return "x";
  }
  shuffle(values: any): any {
    if (!isList(values)) throw new PyTypeError("LumiPy shuffles lists alone");
    for (let at = values.length - 1; at > 0; at--) {
      const other = this.below(at + 1);
      [values[at], values[other]] = [values[other], values[at]];
    }
    return null;
  }
  get $sample(): string {
    return "population, k, *, counts=";
  }
  sample(values: any, count: any, counts: any = null): any[] {
    if (counts !== null) throw new PyTypeError("LumiPy has no counts of samples");
    const items = listOf(values);
    const size = items.length;
    const wanted = indexOf(count);
    if (wanted < 0 || wanted > size) throw new ValueError("Sample larger than population or is negative");
    let limit = 21;
    if (wanted > 5) limit += 4 ** Math.ceil(Math.log(wanted * 3) / Math.log(4));
    if (size <= limit) {
      return Array.from({ length: wanted }, (_, at) => {
        const place = this.below(size - at);
        const found = items[place];
        items[place] = items[size - at - 1];
        return found;
      });
    }
    const used = new Set<number>();
    return Array.from({ length: wanted }, () => {
      let place = this.below(size);
      while (used.has(place)) place = this.below(size);
      used.add(place);
      return items[place];
    });
  }
  override get $class(): any {
    return Random;
  }
}

const shared: any = new Random();

function method(name: string): any {
  return define(name, shared[`$${name}`], (...args: any[]) => shared[name](...args));
}

export const random = {
  $name: "random",
  Random,
  choice: method("choice"),
  choices: method("choices"),
  getrandbits: method("getrandbits"),
  randint: method("randint"),
  random: method("random"),
  randrange: method("randrange"),
  sample: method("sample"),
  seed: method("seed"),
  shuffle: method("shuffle"),
  uniform: method("uniform"),
};
