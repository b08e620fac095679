// Histograms of node:perf_hooks: how often which value was recorded.

import { web } from "../web/ops.ts";
import { invalidArgType, outOfRange } from "./node_errors.ts";

export interface HistogramOptions {
  lowest?: number | bigint;
  highest?: number | bigint;
  figures?: number;
}

/** The smallest value of an empty histogram. */
const NO_MINIMUM = 9223372036854776000;

export class Histogram {
  /** How often each value occurred. */
  protected readonly counts = new Map<number, number>();
  #exceeds = 0;

  constructor() {
    Object.defineProperty(this, "counts", { enumerable: false });
  }

  protected add(value: number, highest: number): void {
    if (value > highest) this.#exceeds++;
    else this.counts.set(value, (this.counts.get(value) ?? 0) + 1);
  }

  /** Values and how often they occurred, the smallest first. */
  #sorted(): [number, number][] {
    return [...this.counts].sort((one, other) => one[0] - other[0]);
  }

  get count(): number {
    return [...this.counts.values()].reduce((sum, it) => sum + it, 0);
  }

  get countBigInt(): bigint {
    return BigInt(this.count);
  }

  get exceeds(): number {
    return this.#exceeds;
  }

  get exceedsBigInt(): bigint {
    return BigInt(this.#exceeds);
  }

  get min(): number {
    return this.#sorted()[0]?.[0] ?? NO_MINIMUM;
  }

  get minBigInt(): bigint {
    return BigInt(this.min);
  }

  get max(): number {
    return this.#sorted().at(-1)?.[0] ?? 0;
  }

  get maxBigInt(): bigint {
    return BigInt(this.max);
  }

  /** NaN where nothing is recorded. */
  get mean(): number {
    return [...this.counts].reduce((sum, [value, count]) => sum + value * count, 0) / this.count;
  }

  /** The standard deviation; NaN where nothing is recorded. */
  get stddev(): number {
    const { mean } = this;
    const squares = [...this.counts].reduce((sum, [value, count]) => sum + (value - mean) ** 2 * count, 0);
    return Math.sqrt(squares / this.count);
  }

  /** The smallest value that `percentile` percent of the values do not exceed. */
  percentile(percentile: number): number {
    if (typeof percentile !== "number") throw invalidArgType("percentile", "of type number", percentile);
    if (!(percentile > 0 && percentile <= 100)) throw outOfRange("percentile", "> 0 && <= 100", percentile);
    const wanted = Math.max(1, Math.ceil((percentile / 100) * this.count));
    let seen = 0;
    for (const [value, count] of this.#sorted()) {
      seen += count;
      if (seen >= wanted) return value;
    }
    return 0;
  }

  percentileBigInt(percentile: number): bigint {
    return BigInt(this.percentile(percentile));
  }

  /** Values by percentiles, which halve the distance to 100. */
  get percentiles(): Map<number, number> {
    const found = new Map<number, number>();
    let percent = 0;
    let step = 50;
    while (percent < 100) {
      const value = percent === 0 ? (this.count === 0 ? 0 : this.min) : this.percentile(percent);
      found.set(percent, value);
      if (value === this.max) break;
      percent += step;
      step /= 2;
    }
    return found.set(100, this.max);
  }

  reset(): void {
    this.counts.clear();
    this.#exceeds = 0;
  }

  toJSON(): object {
    const { count, min, max, mean, exceeds, stddev } = this;
    return { count, min, max, mean, exceeds, stddev, percentiles: Object.fromEntries(this.percentiles) };
  }
}

export class RecordableHistogram extends Histogram {
  readonly #lowest: number;
  readonly #highest: number;
  #last: number | undefined;

  constructor(lowest = 1, highest = Number.MAX_SAFE_INTEGER) {
    super();
    this.#lowest = lowest;
    this.#highest = highest;
  }

  record(value: number | bigint): void {
    if (typeof value !== "number" && typeof value !== "bigint") {
      throw invalidArgType("val", "of type number", value);
    }
    const number = Number(value);
    if (!Number.isInteger(number)) throw outOfRange("val", "an integer", value);
    if (number < this.#lowest) throw outOfRange("val", `>= ${this.#lowest} && <= ${Number.MAX_SAFE_INTEGER}`, value);
    this.add(number, this.#highest);
  }

  /** Records the nanoseconds since the last call. */
  recordDelta(): void {
    const now = performance.now() * 1e6;
    if (this.#last !== undefined) this.record(Math.max(this.#lowest, Math.round(now - this.#last)));
    this.#last = now;
  }
}

const timers = () =>
  web("02_timers.js") as unknown as {
    setInterval(body: () => void, delay: number): number;
    clearInterval(timer: number): void;
    unrefTimer(timer: number): void;
  };

/** A histogram that a timer fills, which keeps no program alive. */
export class IntervalHistogram extends Histogram {
  readonly #resolution: number;
  #timer: number | undefined;

  constructor(resolution: number) {
    super();
    this.#resolution = resolution;
  }

  /** Answers whether it was disabled before. */
  enable(): boolean {
    if (this.#timer !== undefined) return false;
    let last = performance.now();
    const { setInterval, unrefTimer } = timers();
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.add(Math.max(1, Math.round((now - last) * 1e6)), Infinity);
      last = now;
    }, this.#resolution);
    unrefTimer(this.#timer);
    return true;
  }

  /** Answers whether it was enabled before. */
  disable(): boolean {
    if (this.#timer === undefined) return false;
    const { clearInterval } = timers();
    clearInterval(this.#timer);
    this.#timer = undefined;
    return true;
  }
}

export function createHistogram(options: HistogramOptions = {}): RecordableHistogram {
  const { lowest = 1, highest = Number.MAX_SAFE_INTEGER } = options;
  return new RecordableHistogram(Number(lowest), Number(highest));
}
