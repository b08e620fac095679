// The runtime behind `log`, `span` and `metric` of `lumi/cloud` in a served function.

import { currentSpan, currentTraceparent, inSpan } from "../../web/current_span.ts";
import { core } from "../../web/ops.ts";
import { collect } from "./measurements.ts";
import { type Attributes, plain, RunningSpan, send } from "./span_record.ts";
import { childOf, formatTraceparent, isSampled, parseTraceparent } from "./trace_ids.ts";

/** As `js/lumi/cloud/telemetry.ts` names them. */
const LEVELS = ["debug", "info", "warn", "error"];

/** The least level that is recorded: an index of `LEVELS`. */
let least: number | undefined;

function leastLevel(): number {
  if (least !== undefined) return least;
  const name = core.ops.op_lumi_env_get("LUMI_LOG_LEVEL") ?? "info";
  const index = LEVELS.indexOf(name);
  return least = index < 0 ? 1 : index;
}

/** The object that bundles find as `globalThis[Symbol.for("lumi.telemetry")]`. */
export const telemetry = {
  traceparent(): string | undefined {
    const traceparent = currentTraceparent();
    return traceparent === "" ? undefined : traceparent;
  },

  deadline(): number | undefined {
    const deadline = currentSpan()?.deadline ?? 0;
    return deadline === 0 ? undefined : deadline;
  },

  isRetried(): boolean {
    return currentSpan()?.isRetried ?? false;
  },

  log(level: number, message: string, attributes?: Attributes): void {
    if (level < leastLevel()) return;
    const traceparent = currentTraceparent();
    const record = { level: LEVELS[level], message: String(message), attributes: plain(attributes ?? {}) };
    // The last log before a loop without an end tells where that is.
    send({ log: { ...record, traceparent, time: Date.now() } }, true);
  },

  measure(kind: string, name: string, value: number, attributes?: Attributes): void {
    if (!Number.isFinite(value)) return;
    const traceparent = currentTraceparent();
    if (!isSampled(traceparent)) return collect(kind, name, value, attributes);
    send({ metric: { kind, name, value, attributes: plain(attributes ?? {}), traceparent, time: Date.now() } });
  },

  /** Whether spans are recorded now. */
  isSampled(): boolean {
    return isSampled(currentTraceparent());
  },

  /** Runs `body` in a span, which ends when the result settles. */
  async span<T>(name: string, body: (span: RunningSpan) => T, attributes?: Attributes): Promise<Awaited<T>> {
    const parent = parseTraceparent(currentTraceparent())!;
    const span = new RunningSpan({ name, context: childOf(parent), parent: parent.spanId, attributes });
    const { deadline, isRetried } = currentSpan()!;
    try {
      return await inSpan({ traceparent: formatTraceparent(span.context), deadline, isRetried }, () => body(span));
    } catch (error) {
      span.fail(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
      throw error;
    } finally {
      span.end();
    }
  },
};
