// `lumi closure run`: calls the default export of a module.

import { ops } from "../protocol/ops.ts";
import { session } from "../session/session.ts";
import { withoutResponse } from "./web_response.ts";

/** Captured, because a function of the module may replace them. */
const { parse, stringify } = JSON;
const { apply } = Reflect;

/** Calls the default export with the arguments of the run, and reports what the result settles with. */
export async function callDefault(namespace: Record<string, unknown>): Promise<void> {
  const [text = "[]"] = session().context.args;
  ops().op_lumi_result(asJson(await withoutResponse(await callWith(defaultFunction(namespace), text))));
}

/** @internal `text` is a JSON array of arguments. */
export function callWith(entry: Function, text: string): unknown {
  return apply(entry, undefined, parse(text) as unknown[]);
}

/** @internal The default export of a module, which must be a function. */
export function defaultFunction(namespace: Record<string, unknown>): Function {
  const entry = namespace.default;
  if (typeof entry === "function") return entry;
  const problem = "default" in namespace
    ? `the default export of the module is not a function, but ${entry === null ? "null" : `of type ${typeof entry}`}`
    : "the module has no default export";
  throw new TypeError(`${problem}; it must be the function to call`);
}

/** @internal A result as JSON; null for undefined. */
export function asJson(result: unknown): string {
  if (typeof result === "function" || typeof result === "symbol") {
    throw new TypeError(`the result of the function is not JSON, but a ${typeof result}`);
  }
  try {
    return stringify(result) ?? "null";
  } catch (cause) {
    throw new TypeError("the result of the function cannot be written as JSON", { cause });
  }
}
