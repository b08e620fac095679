// Identifiers of traces and spans, and the text in which they travel (W3C Trace Context).

/** The place of a span in its trace. */
export interface SpanContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Bit 0: whether the trace is sampled. */
  readonly traceFlags: number;
}

/** The context of a `traceparent`, which the platform or this module made; undefined for an empty one. */
export function parseTraceparent(text: string): SpanContext | undefined {
  if (text.length !== 55) return undefined;
  return { traceId: text.slice(3, 35), spanId: text.slice(36, 52), traceFlags: isSampled(text) ? 1 : 0 };
}

export function formatTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags & 1 ? "01" : "00"}`;
}

/** Whether the spans of a trace are recorded. The flags are the last digits. */
export function isSampled(traceparent: string): boolean {
  return traceparent.length === 55 && (traceparent.charCodeAt(54) & 1) === 1;
}

/** A context in the same trace. */
export function childOf(parent: SpanContext): SpanContext {
  return { traceId: parent.traceId, spanId: hexadecimal(2), traceFlags: parent.traceFlags };
}

/** The context of a new trace that is sampled. */
export function newTrace(): SpanContext {
  return { traceId: hexadecimal(4), spanId: hexadecimal(2), traceFlags: 1 };
}

/** `words` times eight random digits, which are not all zero. */
function hexadecimal(words: number): string {
  let text = "";
  for (let at = 0; at < words; at++) {
    text += (1 + Math.floor(Math.random() * 0xffff_ffff)).toString(16).padStart(8, "0");
  }
  return text;
}
