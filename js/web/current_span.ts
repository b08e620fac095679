// The span of the work that runs: it follows asynchronous work of a served function.

import { type AsyncVariable, core } from "./ops.ts";

/** The place of some work in a trace. */
export interface CurrentSpan {
  /** Trace, span and flags in the format of W3C. */
  readonly traceparent: string;
  /** The time at which the caller of the function gives up, in milliseconds since the epoch; 0 for none. */
  readonly deadline: number;
  /** Whether the call, or one that it is a part of, comes again if it fails. */
  readonly isRetried: boolean;
}

/** Made when a function is served: a native object cannot be in the snapshot. */
let variable: AsyncVariable | undefined;

export function currentSpan(): CurrentSpan | undefined {
  return variable?.get() as CurrentSpan | undefined;
}

/** Empty outside of spans. */
export function currentTraceparent(): string {
  return currentSpan()?.traceparent ?? "";
}

/** Runs `body`, and the work that it begins, in a span. */
export function inSpan<T>(span: CurrentSpan, body: () => T): T {
  variable ??= new core.AsyncVariable();
  const outer = variable.enter(span);
  try {
    return body();
  } finally {
    core.setAsyncContext(outer);
  }
}
