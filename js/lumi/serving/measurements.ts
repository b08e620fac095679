// Measurements of work whose trace is not sampled: they are added up, and sent together some milliseconds later.

import { setTimeout } from "../../node/timers/timeout.ts";
import { type Attributes, plain, send } from "./span_record.ts";

/** Milliseconds for which measurements may be kept back. */
const PAUSE = 10;
/** The most values of a distribution, and the most series, that are kept back. */
const MAX_VALUES = 1000;
const MAX_SERIES = 1000;

/** The measurements of one name and its attributes. */
interface Series {
  readonly kind: string;
  readonly name: string;
  readonly attributes: Attributes;
  /** The sum of a counter, the last value of a gauge, the first value of a distribution. */
  value: number;
  /** Further values of a distribution. */
  readonly more: number[];
}

const pending = new Map<string, Series>();
/** Series of counters without attributes, which are the most frequent, by name. */
const counters = new Map<string, Series>();
let isScheduled = false;

/** Adds a measurement. */
export function collect(kind: string, name: string, value: number, attributes?: Attributes): void {
  if (kind === "counter" && attributes === undefined) {
    const series = counters.get(name);
    // A counter does not go down.
    if (series !== undefined) series.value += value > 0 ? value : 0;
    else begin(counters, name, { kind, name, attributes: {}, value: value > 0 ? value : 0, more: [] });
    return;
  }
  const key = keyOf(kind, name, attributes);
  const series = pending.get(key);
  if (series === undefined) begin(pending, key, { kind, name, attributes: plain(attributes ?? {}), value, more: [] });
  else if (kind === "counter") series.value += value > 0 ? value : 0;
  else if (kind === "gauge") series.value = value;
  else if (series.more.push(value) >= MAX_VALUES) flushMeasurements();
}

function begin(all: Map<string, Series>, key: string, series: Series): void {
  all.set(key, series);
  if (pending.size + counters.size >= MAX_SERIES) return flushMeasurements();
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(flushMeasurements, PAUSE);
}

/** Sends what was kept back. */
export function flushMeasurements(): void {
  isScheduled = false;
  const time = Date.now();
  for (const all of [counters, pending]) {
    for (const series of all.values()) send({ metric: { ...series, traceparent: "", time } });
    all.clear();
  }
}

/** A text that differs for other names, kinds and attributes. */
function keyOf(kind: string, name: string, attributes: Attributes | undefined): string {
  let key = `${kind}\0${name}`;
  if (attributes === undefined) return key;
  for (const label of Object.keys(attributes)) {
    const value = attributes[label];
    const text = typeof value === "object" ? JSON.stringify(plain({ value })) : String(value);
    key += `\0${label.length}\0${label}\0${typeof value}\0${text.length}\0${text}`;
  }
  return key;
}
