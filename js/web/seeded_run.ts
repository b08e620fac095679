// The differences between the two runs of `lumi run --check-determinism`: everything a program's graph must
// not depend on. A program that gives the same graph under two seeds depends on none of it.

import { setPermutation } from "./hash_order.ts";
import { setRandomSource } from "./random.ts";
import { localTime, setSurroundings, SURROUNDINGS, type Surroundings } from "./seeded_locale.ts";

/** Numbers from 0 to 1, always the same for a seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Shifts the clock; a date made from arguments stays what it is, unless they are in local time. */
function shiftClock(by: number, surroundings: Surroundings): void {
  const Real = Date;
  const realNow = Real.now;
  const now = () => realNow() + by;
  const realParse = Real.parse;
  const parse = (text: string) => localTime([String(text)], surroundings) ?? realParse(text);
  const instant = (args: unknown[]) => {
    if (args.length === 0) return [now()];
    const local = localTime(args, surroundings);
    return local === undefined ? args : [local];
  };
  const Shifted = new Proxy(Real, {
    construct: (target, args, newTarget) => Reflect.construct(target, instant(args), newTarget),
    apply: () => new Real(now()).toString(),
  });
  Real.now = now;
  Real.parse = parse;
  Object.defineProperty(Real.prototype, "constructor", { value: Shifted, writable: true, configurable: true });
  globalThis.Date = Shifted;
}

/** Fisher and Yates. */
function shuffled<T>(items: T[], random: () => number): T[] {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [result[i], result[j]] = [result[j]!, result[i]!];
  }
  return result;
}

/** Called before any code of the program runs. */
export function disturb(seed: number): void {
  const random = generator(seed);
  Math.random = generator(seed ^ 0x9e3779b9);
  // Between one and two years: whatever a program makes of the date comes out differently.
  const surroundings = SURROUNDINGS[seed >>> 31 === 0 ? 0 : 1];
  setSurroundings(surroundings);
  shiftClock(Math.floor((1 + random()) * 365 * 24 * 3600 * 1000), surroundings);
  setRandomSource((bytes) => {
    for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(random() * 256);
  });
  const order = generator(seed ^ 0x85ebca6b);
  setPermutation((items) => shuffled(items, order));
}
