// `lumi closure run`: calls what a module exports.

import { ops } from "../protocol/ops.ts";
import { session } from "../session/session.ts";

/** A function of the module may have changed them by the time they are needed. */
const { parse, stringify } = JSON;
const { apply } = Reflect;

/** Calls the default export with the arguments of the run, and reports what the result settles with. */
export async function callDefault(namespace: Record<string, unknown>): Promise<void> {
  const [text = "[]"] = session().context.args;
  ops().op_lumi_result(asJson(await callWith(defaultFunction(namespace), text)));
}

/** @internal `text` is an array of JSON. */
export function callWith(entry: Function, text: string): unknown {
  return apply(entry, undefined, parse(text) as unknown[]);
}

/** @internal The function that a module exports as its default. */
export function defaultFunction(namespace: Record<string, unknown>): Function {
  const entry = namespace.default;
  if (typeof entry === "function") return entry;
  const problem = "default" in namespace
    ? `the default export of the module is not a function, but ${entry === null ? "null" : `of type ${typeof entry}`}`
    : "the module has no default export";
  throw new TypeError(`${problem}; it must be the function to call`);
}

/** @internal The text of a result; null for undefined. */
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
