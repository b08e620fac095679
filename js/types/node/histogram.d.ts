export interface HistogramOptions {
    lowest?: number | bigint;
    highest?: number | bigint;
    figures?: number;
}
export declare class Histogram {
    #private;
    /** How often each value occurred. */
    protected readonly counts: Map<number, number>;
    constructor();
    protected add(value: number, highest: number): void;
    get count(): number;
    get countBigInt(): bigint;
    get exceeds(): number;
    get exceedsBigInt(): bigint;
    get min(): number;
    get minBigInt(): bigint;
    get max(): number;
    get maxBigInt(): bigint;
    /** NaN where nothing is recorded. */
    get mean(): number;
    /** The standard deviation; NaN where nothing is recorded. */
    get stddev(): number;
    /** The smallest value that `percentile` percent of the values do not exceed. */
    percentile(percentile: number): number;
    percentileBigInt(percentile: number): bigint;
    /** Values by percentiles, which halve the distance to 100. */
    get percentiles(): Map<number, number>;
    reset(): void;
    toJSON(): object;
}
export declare class RecordableHistogram extends Histogram {
    #private;
    constructor(lowest?: number, highest?: number);
    record(value: number | bigint): void;
    /** Records the nanoseconds since the last call. */
    recordDelta(): void;
}
/** A histogram that a timer fills, which keeps no program alive. */
export declare class IntervalHistogram extends Histogram {
    #private;
    constructor(resolution: number);
    /** Answers whether it was disabled before. */
    enable(): boolean;
    /** Answers whether it was enabled before. */
    disable(): boolean;
}
export declare function createHistogram(options?: HistogramOptions): RecordableHistogram;
