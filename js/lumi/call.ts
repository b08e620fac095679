// `lumi closure run`: calls what a module exports.

import { ops } from "./ops.ts";
import { session } from "./session.ts";

/** Calls the default export with the arguments of the run, and reports what the result settles with. */
export async function callDefault(namespace: Record<string, unknown>): Promise<void> {
  const entry = namespace.default;
  if (typeof entry !== "function") {
    throw new TypeError("the module has no function as its default export");
  }
  const [text = "[]"] = session().context.args;
  const result: unknown = await Reflect.apply(entry, undefined, JSON.parse(text) as unknown[]);
  ops().op_lumi_result(JSON.stringify(result) ?? "null");
}
