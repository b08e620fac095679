// A span that runs in a function, and the record that the platform gets when it ends.

import { ops } from "../protocol/ops.ts";
import { formatTraceparent, type SpanContext } from "./trace_ids.ts";

export type Attributes = Record<string, unknown>;

/** The kinds of spans by OpenTelemetry's numbers. */
const KINDS = ["internal", "server", "client", "producer", "consumer"];

export interface SpanStart {
  readonly name: string;
  readonly context: SpanContext;
  /** The id of the span that this one is a part of. */
  readonly parent: string | undefined;
  readonly kind?: number;
  /** Milliseconds since the epoch; now by default. */
  readonly start?: number | undefined;
  readonly attributes?: Attributes | undefined;
  readonly links?: readonly SpanContext[] | undefined;
  /** Whether the span is not to be recorded here. */
  readonly isOver?: boolean;
}

interface SpanEvent {
  readonly name: string;
  readonly time: number;
  readonly attributes: Attributes;
}

/** A running span. Changes after its end have no effect. */
export class RunningSpan {
  readonly context: SpanContext;
  readonly #parent: string | undefined;
  readonly #kind: number;
  readonly #start: number;
  readonly #started = performance.now();
  readonly #links: SpanContext[];
  readonly #attributes: Attributes;
  readonly #events: SpanEvent[] = [];
  #name: string;
  #error: string | undefined;
  #isEnded: boolean;

  constructor(given: SpanStart) {
    const { name, context, parent, kind = 0, start = Date.now(), attributes = {}, links = [], isOver = false } = given;
    this.#name = name;
    this.#isEnded = isOver;
    this.context = context;
    this.#parent = parent;
    this.#kind = kind;
    this.#start = start;
    this.#attributes = { ...attributes };
    this.#links = [...links];
  }

  get isRecording(): boolean {
    return !this.#isEnded && (this.context.traceFlags & 1) === 1;
  }

  rename(name: string): void {
    this.#name = name;
  }

  set(name: string, value: unknown): void {
    if (this.isRecording) this.#attributes[name] = value;
  }

  event(name: string, attributes: Attributes = {}, time: number = Date.now()): void {
    if (this.isRecording && this.#events.length < MAX_EVENTS) this.#events.push({ name, time, attributes });
  }

  link(context: SpanContext): void {
    if (this.isRecording && this.#links.length < MAX_EVENTS) this.#links.push(context);
  }

  /** Marks the span as failed; undefined takes the mark away. */
  fail(error: string | undefined): void {
    this.#error = error;
  }

  /** `end` is in milliseconds since the epoch; now by default. */
  end(end?: number): void {
    if (!this.isRecording) return;
    this.#isEnded = true;
    const duration = end === undefined ? performance.now() - this.#started : end - this.#start;
    const span = {
      traceparent: formatTraceparent(this.context),
      parent: this.#parent,
      name: this.#name,
      kind: KINDS[this.#kind] ?? KINDS[0],
      start: this.#start,
      duration: duration > 0 ? duration : 0,
      attributes: plain(this.#attributes),
      events: this.#events.map(({ name, time, attributes }) => ({ name, time, attributes: plain(attributes) })),
      links: this.#links.map(formatTraceparent),
      error: this.#error,
    };
    send({ span });
  }
}

/** The most events, and the most links, of one span. */
const MAX_EVENTS = 128;
/** The longest text of an attribute, in units of UTF-16. */
const MAX_TEXT = 4096;

/** Attributes as JSON: texts, numbers, booleans and lists of them; anything else becomes a text. */
export function plain(attributes: Attributes): Attributes {
  const all: Attributes = {};
  for (const name of Object.keys(attributes)) {
    const value = attributes[name];
    if (value !== undefined) all[name] = plainValue(value);
  }
  return all;
}

function plainValue(value: unknown): unknown {
  if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) return value;
  if (Array.isArray(value)) return value.map(plainValue);
  return text(value).slice(0, MAX_TEXT);
}

function text(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Error) return value.stack ?? String(value);
  try {
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

/** Sends a record to the platform; with `isUrgent` before the function goes on. */
export function send(record: object, isUrgent: boolean = false): void {
  ops().op_lumi_telemetry(JSON.stringify(record), isUrgent);
}
