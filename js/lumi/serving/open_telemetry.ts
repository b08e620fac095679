// The global providers of `@opentelemetry/api` in a served function: its spans are those of the platform.

import { type CurrentSpan, currentSpan, inSpan } from "../../web/current_span.ts";
import { RunningSpan } from "./span_record.ts";
import { childOf, formatTraceparent, newTrace, parseTraceparent, type SpanContext } from "./trace_ids.ts";

/** The key of the current span in contexts, as `@opentelemetry/api` makes it. */
const SPAN_KEY = Symbol.for("OpenTelemetry Context Key SPAN");
/** The statuses of spans by OpenTelemetry's numbers. */
const STATUS_ERROR = 2;

type Attributes = Record<string, unknown>;
/** Milliseconds since the epoch, a date, or seconds and nanoseconds. */
type TimeInput = number | Date | [number, number];

interface Context {
  getValue(key: symbol): unknown;
  setValue(key: symbol, value: unknown): Context;
  deleteValue(key: symbol): Context;
}

interface Link {
  readonly context: SpanContext;
}

interface SpanOptions {
  kind?: number;
  attributes?: Attributes;
  links?: Link[];
  startTime?: TimeInput;
  root?: boolean;
}

/** A context of OpenTelemetry, which never changes. */
class ValueContext implements Context {
  readonly #values: ReadonlyMap<symbol, unknown>;

  constructor(values: ReadonlyMap<symbol, unknown>) {
    this.#values = values;
  }

  getValue(key: symbol): unknown {
    return this.#values.get(key);
  }

  setValue(key: symbol, value: unknown): Context {
    return new ValueContext(new Map([...this.#values, [key, value]]));
  }

  deleteValue(key: symbol): Context {
    const values = new Map(this.#values);
    values.delete(key);
    return new ValueContext(values);
  }
}

/** A span as `@opentelemetry/api` declares it. */
class ApiSpan {
  readonly #span: RunningSpan;

  constructor(span: RunningSpan) {
    this.#span = span;
  }

  spanContext(): SpanContext {
    return this.#span.context;
  }

  setAttribute(name: string, value: unknown): this {
    this.#span.set(name, value);
    return this;
  }

  setAttributes(attributes: Attributes): this {
    for (const name of Object.keys(attributes)) this.#span.set(name, attributes[name]);
    return this;
  }

  addEvent(name: string, attributesOrTime?: Attributes | TimeInput, time?: TimeInput): this {
    const hasAttributes = typeof attributesOrTime === "object" && !Array.isArray(attributesOrTime) &&
      !(attributesOrTime instanceof Date);
    const at = hasAttributes ? time : attributesOrTime as TimeInput | undefined;
    this.#span.event(name, hasAttributes ? attributesOrTime as Attributes : {}, milliseconds(at));
    return this;
  }

  addLink({ context }: Link): this {
    this.#span.link(context);
    return this;
  }

  addLinks(links: Link[]): this {
    for (const link of links) this.addLink(link);
    return this;
  }

  setStatus({ code, message }: { code: number; message?: string }): this {
    this.#span.fail(code === STATUS_ERROR ? message ?? "error" : undefined);
    return this;
  }

  updateName(name: string): this {
    this.#span.rename(name);
    return this;
  }

  recordException(exception: unknown, time?: TimeInput): void {
    const { name, message, stack } = (exception ?? {}) as Partial<Error>;
    const attributes = {
      "exception.type": name,
      "exception.message": message ?? String(exception),
      "exception.stacktrace": stack,
    };
    this.#span.event("exception", attributes, milliseconds(time));
  }

  isRecording(): boolean {
    return this.#span.isRecording;
  }

  end(time?: TimeInput): void {
    this.#span.end(milliseconds(time));
  }
}

function milliseconds(time: TimeInput | undefined): number | undefined {
  if (time === undefined || typeof time === "number") return time;
  return time instanceof Date ? time.getTime() : time[0] * 1e3 + time[1] / 1e6;
}

/** The context of a call, and those that begin in it. */
interface SpanWithContext extends CurrentSpan {
  readonly context?: Context;
}

/** A span that ended elsewhere, or that the platform ends: nothing changes it. */
function recordedElsewhere(context: SpanContext): ApiSpan {
  return new ApiSpan(new RunningSpan({ name: "", context, parent: undefined, isOver: true }));
}

function active(): Context {
  const span: SpanWithContext | undefined = currentSpan();
  if (span?.context !== undefined) return span.context;
  const context = parseTraceparent(span?.traceparent ?? "");
  return new ValueContext(context === undefined ? new Map() : new Map([[SPAN_KEY, recordedElsewhere(context)]]));
}

function runIn<T>(context: Context, body: () => T): T {
  const span = context.getValue(SPAN_KEY) as ApiSpan | undefined;
  const outer = currentSpan();
  const traceparent = span === undefined ? "" : formatTraceparent(span.spanContext());
  const { deadline = 0, isRetried = false } = outer ?? {};
  const entered: SpanWithContext = { traceparent, deadline, isRetried, context };
  return inSpan(entered, body);
}

const contextManager = {
  active,
  with(context: Context, body: (...args: unknown[]) => unknown, self?: unknown, ...args: unknown[]): unknown {
    return runIn(context, () => Reflect.apply(body, self, args));
  },
  bind(context: Context, target: unknown): unknown {
    if (typeof target !== "function") return target;
    return function (this: unknown, ...args: unknown[]) {
      return runIn(context, () => Reflect.apply(target, this, args));
    };
  },
  enable() {
    return contextManager;
  },
  disable() {
    return contextManager;
  },
};

function startSpan(name: string, options: SpanOptions = {}, context: Context = active()): ApiSpan {
  const inherited = options.root === true ? undefined : context.getValue(SPAN_KEY) as ApiSpan | undefined;
  const parent = inherited?.spanContext();
  const { kind, attributes, links, startTime } = options;
  return new ApiSpan(
    new RunningSpan({
      name,
      context: parent === undefined ? newTrace() : childOf(parent),
      parent: parent?.spanId,
      kind: kind ?? 0,
      start: milliseconds(startTime),
      attributes,
      links: links?.map((it) => it.context),
    }),
  );
}

/** `startActiveSpan(name, body)`, also with options and a context before the body. */
function startActiveSpan(name: string, ...rest: unknown[]): unknown {
  const body = rest.pop() as (span: ApiSpan) => unknown;
  const [options, given] = rest as [SpanOptions | undefined, Context | undefined];
  const context = given ?? active();
  const span = startSpan(name, options, context);
  return runIn(context.setValue(SPAN_KEY, span), () => body(span));
}

const tracer = { startSpan, startActiveSpan };

/** The object that `@opentelemetry/api` finds as `globalThis[Symbol.for("opentelemetry.js.api.1")]`. */
export const openTelemetry = {
  version: "1.9.0",
  context: contextManager,
  trace: { getTracer: () => tracer },
};
