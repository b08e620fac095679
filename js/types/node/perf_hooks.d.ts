import { createHistogram, Histogram, type HistogramOptions, IntervalHistogram, RecordableHistogram } from "./histogram.js";
type AnyFunction = (...args: any[]) => any;
declare const WebPerformance: {
    new (): Performance;
    prototype: Performance;
}, WebEntry: {
    new (): PerformanceEntry;
    prototype: PerformanceEntry;
}, WebMark: {
    new (markName: string, markOptions?: PerformanceMarkOptions): PerformanceMark;
    prototype: PerformanceMark;
}, WebMeasure: {
    new (): PerformanceMeasure;
    prototype: PerformanceMeasure;
}, WebObserver: {
    new (callback: PerformanceObserverCallback): PerformanceObserver;
    prototype: PerformanceObserver;
    readonly supportedEntryTypes: ReadonlyArray<string>;
}, WebEntryList: {
    new (): PerformanceObserverEntryList;
    prototype: PerformanceObserverEntryList;
}, clock: Performance;
/** Never made: lumi records no requests. */
export declare class PerformanceResourceTiming {
    constructor();
}
export interface EventLoopUtilization {
    idle: number;
    active: number;
    utilization: number;
}
/** Zeros: the time that the event loop waits is not recorded. */
export declare const eventLoopUtilization: () => EventLoopUtilization;
export interface TimerifyOptions {
    /** Receives the duration of each call in nanoseconds. */
    histogram?: RecordableHistogram;
}
/** A function that does what `body` does and records how long each call takes. */
export declare function timerify<F extends AnyFunction>(body: F, options?: TimerifyOptions): F;
export interface DelayOptions {
    /** Milliseconds between two samples. */
    resolution?: number;
}
/** A histogram of how late timers are, in nanoseconds; it records once enabled. */
export declare function monitorEventLoopDelay(options?: DelayOptions): IntervalHistogram;
/** Kinds of garbage collection and their flags, as V8 numbers them. */
export declare const constants: Readonly<{
    NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE: 16;
    NODE_PERFORMANCE_GC_FLAGS_ALL_EXTERNAL_MEMORY: 32;
    NODE_PERFORMANCE_GC_FLAGS_CONSTRUCT_RETAINED: 2;
    NODE_PERFORMANCE_GC_FLAGS_FORCED: 4;
    NODE_PERFORMANCE_GC_FLAGS_NO: 0;
    NODE_PERFORMANCE_GC_FLAGS_SCHEDULE_IDLE: 64;
    NODE_PERFORMANCE_GC_FLAGS_SYNCHRONOUS_PHANTOM_PROCESSING: 8;
    NODE_PERFORMANCE_GC_INCREMENTAL: 8;
    NODE_PERFORMANCE_GC_MAJOR: 4;
    NODE_PERFORMANCE_GC_MINOR: 1;
    NODE_PERFORMANCE_GC_WEAKCB: 16;
}>;
export { clock as performance, createHistogram, Histogram, WebEntry as PerformanceEntry, WebEntryList as PerformanceObserverEntryList, WebMark as PerformanceMark, WebMeasure as PerformanceMeasure, WebObserver as PerformanceObserver, WebPerformance as Performance, };
export type { HistogramOptions };
declare const _default: {
    constants: Readonly<{
        NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE: 16;
        NODE_PERFORMANCE_GC_FLAGS_ALL_EXTERNAL_MEMORY: 32;
        NODE_PERFORMANCE_GC_FLAGS_CONSTRUCT_RETAINED: 2;
        NODE_PERFORMANCE_GC_FLAGS_FORCED: 4;
        NODE_PERFORMANCE_GC_FLAGS_NO: 0;
        NODE_PERFORMANCE_GC_FLAGS_SCHEDULE_IDLE: 64;
        NODE_PERFORMANCE_GC_FLAGS_SYNCHRONOUS_PHANTOM_PROCESSING: 8;
        NODE_PERFORMANCE_GC_INCREMENTAL: 8;
        NODE_PERFORMANCE_GC_MAJOR: 4;
        NODE_PERFORMANCE_GC_MINOR: 1;
        NODE_PERFORMANCE_GC_WEAKCB: 16;
    }>;
    createHistogram: typeof createHistogram;
    monitorEventLoopDelay: typeof monitorEventLoopDelay;
    Performance: {
        new (): Performance;
        prototype: Performance;
    };
    performance: Performance;
    PerformanceEntry: {
        new (): PerformanceEntry;
        prototype: PerformanceEntry;
    };
    PerformanceMark: {
        new (markName: string, markOptions?: PerformanceMarkOptions): PerformanceMark;
        prototype: PerformanceMark;
    };
    PerformanceMeasure: {
        new (): PerformanceMeasure;
        prototype: PerformanceMeasure;
    };
    PerformanceObserver: {
        new (callback: PerformanceObserverCallback): PerformanceObserver;
        prototype: PerformanceObserver;
        readonly supportedEntryTypes: ReadonlyArray<string>;
    };
    PerformanceObserverEntryList: {
        new (): PerformanceObserverEntryList;
        prototype: PerformanceObserverEntryList;
    };
    PerformanceResourceTiming: typeof PerformanceResourceTiming;
};
export default _default;
