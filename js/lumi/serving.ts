// `lumi closure serve`: answers calls of a module's function, concurrently.

import { asJson, callWith, defaultFunction } from "./program/call.ts";
import { withoutResponse } from "./program/web_response.ts";
import { ops } from "./protocol/ops.ts";

/** Resolves after the last call. */
export async function serveCalls(namespace: Record<string, unknown>): Promise<void> {
  const entry = defaultFunction(namespace);
  for (;;) {
    const call = await ops().op_lumi_next_call();
    if (call === null) return;
    void answer(entry, ...call);
  }
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
