// Logs, spans and metrics of functions. This code is a part of bundles.

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
export function telemetryRuntime(): TelemetryRuntime | undefined {
  return (globalThis as Record<symbol, unknown>)[Symbol.for("lumi.telemetry")] as TelemetryRuntime | undefined;
}

/** The current span in the format of W3C, `00-TRACE-SPAN-FLAGS`, for systems that Lumi does not know; undefined without one. */
export function traceparent(): string | undefined {
  return telemetryRuntime()?.traceparent();
}

/** Requests a URL; the request has the trace of its caller. */
export function tracedFetch(url: string, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers);
  const trace = traceparent();
  if (trace !== undefined) headers.set("traceparent", trace);
  return fetch(url, { ...init, headers });
}

function write(level: number, message: string, attributes?: TelemetryAttributes): void {
  const runtime = telemetryRuntime();
  if (runtime !== undefined) return runtime.log(level, message, attributes);
  const name = (["debug", "info", "warn", "error"] as const)[level]!;
  if (attributes === undefined) console[name](message);
  else console[name](message, attributes);
}

/** Structured logs. Each record has the trace, the span and the function that it belongs to. */
export const log = {
  debug: (message: string, attributes?: TelemetryAttributes): void => write(0, message, attributes),
  info: (message: string, attributes?: TelemetryAttributes): void => write(1, message, attributes),
  warn: (message: string, attributes?: TelemetryAttributes): void => write(2, message, attributes),
  error: (message: string, attributes?: TelemetryAttributes): void => write(3, message, attributes),
};

/** Ignores attributes. */
const unrecorded: ActiveSpan = { set: () => {} };

/** Runs `body` in a span of that name. The span ends when the result settles, and fails with it. */
export async function span<T>(
  name: string,
  body: (span: ActiveSpan) => T,
  attributes?: TelemetryAttributes,
): Promise<Awaited<T>> {
  const runtime = telemetryRuntime();
  if (runtime === undefined || !runtime.isSampled()) return await body(unrecorded);
  return await runtime.span(name, body, attributes);
}

/** Measurements. */
export const metric = {
  /** Adds to a counter. */
  count: (name: string, value: number = 1, attributes?: TelemetryAttributes): void => {
    telemetryRuntime()?.measure("counter", name, value, attributes);
  },
  /** Sets a value that goes up and down. */
  gauge: (name: string, value: number, attributes?: TelemetryAttributes): void => {
    telemetryRuntime()?.measure("gauge", name, value, attributes);
  },
  /** Adds a value to a distribution, such as of seconds. */
  histogram: (name: string, value: number, attributes?: TelemetryAttributes): void => {
    telemetryRuntime()?.measure("histogram", name, value, attributes);
  },
};
