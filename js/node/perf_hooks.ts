// node:perf_hooks: clocks, marks and measures of the web, and histograms.

import { web } from "../web/ops.ts";
import { invalidArgType, outOfRange } from "./node_errors.ts";
import {
  createHistogram,
  Histogram,
  type HistogramOptions,
  IntervalHistogram,
  RecordableHistogram,
} from "./histogram.ts";

// deno-lint-ignore no-explicit-any
type AnyFunction = (...args: any[]) => any;

interface PerformanceScript {
  Performance: typeof Performance;
  PerformanceEntry: typeof PerformanceEntry;
  PerformanceMark: typeof PerformanceMark;
  PerformanceMeasure: typeof PerformanceMeasure;
  PerformanceObserver: typeof PerformanceObserver;
  PerformanceObserverEntryList: typeof PerformanceObserverEntryList;
  performance: Performance;
}

const script = web("15_performance.js") as unknown as PerformanceScript;
const {
  Performance: WebPerformance,
  PerformanceEntry: WebEntry,
  PerformanceMark: WebMark,
  PerformanceMeasure: WebMeasure,
  PerformanceObserver: WebObserver,
  PerformanceObserverEntryList: WebEntryList,
  performance: clock,
} = script;

/** Never made: lumi records no requests. */
export class PerformanceResourceTiming {
  constructor() {
    throw Object.assign(new TypeError("Illegal constructor"), { code: "ERR_ILLEGAL_CONSTRUCTOR" });
  }
}

export interface EventLoopUtilization {
  idle: number;
  active: number;
  utilization: number;
}

/** Zeros: the time that the event loop waits is not recorded. */
export const eventLoopUtilization = (): EventLoopUtilization => ({ idle: 0, active: 0, utilization: 0 });

export interface TimerifyOptions {
  /** Receives the duration of each call in nanoseconds. */
  histogram?: RecordableHistogram;
}

/** A function that does what `body` does and records how long each call takes. */
export function timerify<F extends AnyFunction>(body: F, options: TimerifyOptions = {}): F {
  if (typeof body !== "function") throw invalidArgType("fn", "of type function", body);
  const { histogram } = options;
  if (histogram !== undefined && !(histogram instanceof RecordableHistogram)) {
    throw invalidArgType("options.histogram", "an instance of RecordableHistogram", histogram);
  }
  const record = (start: number) => histogram?.record(Math.max(1, Math.round((clock.now() - start) * 1e6)));
  const timed = function (this: unknown, ...args: unknown[]) {
    const start = clock.now();
    const result = new.target ? Reflect.construct(body, args, body) : Reflect.apply(body, this, args);
    if (!(result instanceof Promise)) {
      record(start);
      return result;
    }
    return result.then((value) => {
      record(start);
      return value;
    });
  };
  Object.defineProperties(timed, {
    length: { value: body.length, configurable: true },
    name: { value: `timerified ${body.name}`, configurable: true },
  });
  return timed as unknown as F;
}

export interface DelayOptions {
  /** Milliseconds between two samples. */
  resolution?: number;
}

/** A histogram of how late timers are, in nanoseconds; it records once enabled. */
export function monitorEventLoopDelay(options: DelayOptions = {}): IntervalHistogram {
  const { resolution = 10 } = options;
  if (typeof resolution !== "number") throw invalidArgType("options.resolution", "of type number", resolution);
  if (resolution < 1) throw outOfRange("options.resolution", ">= 1", resolution);
  return new IntervalHistogram(resolution);
}

const own = {
  eventLoopUtilization,
  nodeTiming: { bootstrapComplete: 0, duration: 0, entryType: "node", environment: 0, name: "node", startTime: 0 },
  timerify,
  /** Requests are not recorded. */
  markResourceTiming: (): void => {},
};
for (const [name, value] of Object.entries(own)) {
  if (name in clock) continue;
  Object.defineProperty(clock, name, { value, writable: true, configurable: true });
}

/** Kinds of garbage collection and their flags, as V8 numbers them. */
export const constants = Object.freeze({
  NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE: 16,
  NODE_PERFORMANCE_GC_FLAGS_ALL_EXTERNAL_MEMORY: 32,
  NODE_PERFORMANCE_GC_FLAGS_CONSTRUCT_RETAINED: 2,
  NODE_PERFORMANCE_GC_FLAGS_FORCED: 4,
  NODE_PERFORMANCE_GC_FLAGS_NO: 0,
  NODE_PERFORMANCE_GC_FLAGS_SCHEDULE_IDLE: 64,
  NODE_PERFORMANCE_GC_FLAGS_SYNCHRONOUS_PHANTOM_PROCESSING: 8,
  NODE_PERFORMANCE_GC_INCREMENTAL: 8,
  NODE_PERFORMANCE_GC_MAJOR: 4,
  NODE_PERFORMANCE_GC_MINOR: 1,
  NODE_PERFORMANCE_GC_WEAKCB: 16,
});

export {
  clock as performance,
  createHistogram,
  Histogram,
  WebEntry as PerformanceEntry,
  WebEntryList as PerformanceObserverEntryList,
  WebMark as PerformanceMark,
  WebMeasure as PerformanceMeasure,
  WebObserver as PerformanceObserver,
  WebPerformance as Performance,
};
export type { HistogramOptions };
export default {
  constants,
  createHistogram,
  monitorEventLoopDelay,
  Performance: WebPerformance,
  performance: clock,
  PerformanceEntry: WebEntry,
  PerformanceMark: WebMark,
  PerformanceMeasure: WebMeasure,
  PerformanceObserver: WebObserver,
  PerformanceObserverEntryList: WebEntryList,
  PerformanceResourceTiming,
};
