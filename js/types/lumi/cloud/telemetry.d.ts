/** Texts, numbers and booleans by name; anything else becomes a text. */
export type TelemetryAttributes = Readonly<Record<string, unknown>>;
/** A span that runs. */
export interface ActiveSpan {
    /** Adds an attribute. */
    set(name: string, value: unknown): void;
}
/** The telemetry that a platform offers to functions, as `globalThis[Symbol.for("lumi.telemetry")]`. */
export interface TelemetryRuntime {
    /** The current span in the format of W3C; undefined outside of calls. */
    traceparent(): string | undefined;
    /** The time at which the caller gives up, in milliseconds since the epoch; undefined for none. */
    deadline(): number | undefined;
    /** Whether the call, or one that it is a part of, comes again if it fails. */
    isRetried(): boolean;
    /** `level`: 0 debug, 1 info, 2 warn, 3 error. */
    log(level: number, message: string, attributes?: TelemetryAttributes): void;
    measure(kind: "counter" | "gauge" | "histogram", name: string, value: number, attributes?: TelemetryAttributes): void;
    /** Whether spans are recorded now. */
    isSampled(): boolean;
    /** Called only where spans are recorded. */
    span<T>(name: string, body: (span: ActiveSpan) => T, attributes?: TelemetryAttributes): Promise<Awaited<T>>;
}
/** Undefined on platforms without one. */
export declare function telemetryRuntime(): TelemetryRuntime | undefined;
/** The current span in the format of W3C, `00-TRACE-SPAN-FLAGS`, for systems that Lumi does not know; undefined without one. */
export declare function traceparent(): string | undefined;
/** Requests a URL; the request has the trace of its caller. */
export declare function tracedFetch(url: string, init?: RequestInit): Promise<Response>;
/** Structured logs. Each record has the trace, the span and the function that it belongs to. */
export declare const log: {
    debug: (message: string, attributes?: TelemetryAttributes) => void;
    info: (message: string, attributes?: TelemetryAttributes) => void;
    warn: (message: string, attributes?: TelemetryAttributes) => void;
    error: (message: string, attributes?: TelemetryAttributes) => void;
};
/** Runs `body` in a span of that name. The span ends when the result settles, and fails with it. */
export declare function span<T>(name: string, body: (span: ActiveSpan) => T, attributes?: TelemetryAttributes): Promise<Awaited<T>>;
/** Measurements. */
export declare const metric: {
    /** Adds to a counter. */
    count: (name: string, value?: number, attributes?: TelemetryAttributes) => void;
    /** Sets a value that goes up and down. */
    gauge: (name: string, value: number, attributes?: TelemetryAttributes) => void;
    /** Adds a value to a distribution, such as of seconds. */
    histogram: (name: string, value: number, attributes?: TelemetryAttributes) => void;
};
