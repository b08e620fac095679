// `lumi closure serve`: answers calls of a module's function, concurrently.

import { inSpan } from "../web/current_span.ts";
import { asJson, callWith, defaultFunction } from "./program/call.ts";
import { answerHttp } from "./serving/http_answer.ts";
import { type HttpEvent, httpEvent } from "./serving/http_event.ts";
import { flushMeasurements } from "./serving/measurements.ts";
import { withoutResponse } from "./program/web_response.ts";
import { type Call, ops } from "./protocol/ops.ts";

/** Captured, because a function of the module may replace it. */
const { apply } = Reflect;

/** Resolves after the last call. */
export async function serveCalls(namespace: Record<string, unknown>): Promise<void> {
  const entry = defaultFunction(namespace);
  while (await ops().op_lumi_calls_ready()) {
    for (let call = ops().op_lumi_call_take(); call !== null; call = ops().op_lumi_call_take()) begin(entry, call);
  }
  flushMeasurements();
}

function begin(entry: Function, call: Call): void {
  const [number, traceparent, deadline, isRetried] = call;
  inSpan({ traceparent, deadline, isRetried }, () => {
    if (call.length === 5) void answer(entry, number, call[4]);
    else answerRequest(entry, number, httpEvent(number, call[4], call[5]));
  });
}

/** Never rejects. */
async function answer(entry: Function, number: number, text: string): Promise<void> {
  try {
    const result = await withoutResponse(await callWith(entry, text));
    ops().op_lumi_call_answer(number, result === undefined ? "" : asJson(result));
  } catch (error) {
    ops().op_lumi_call_fail(number, error);
  }
}

/** A function that is not asynchronous is answered at once. Never throws. */
function answerRequest(entry: Function, number: number, event: HttpEvent): void {
  try {
    const result: unknown = apply(entry, undefined, [event]);
    const isPlain = typeof result !== "object" || result === null || Array.isArray(result);
    const answered = isPlain ? answerHttp(number, result) : answerSettled(number, result);
    answered?.catch((error) => ops().op_lumi_call_fail(number, error));
  } catch (error) {
    ops().op_lumi_call_fail(number, error);
  }
}

/** The object may be a promise. */
async function answerSettled(number: number, result: object): Promise<void> {
  await answerHttp(number, await result);
}
