// Data that a provider may extend. In a plan the outputs of a resource equal its inputs; a member
// that they lack may be added by the deployment.
//
// The mark is on the data rather than on its cell, so that `then`, `all` and other functions that
// pass the data on preserve it.

import { isPlainObject } from "./plain_object.ts";

const partial = new WeakSet<object>();

/** Marks `value` and all data inside as partial. */
export function markPartial(value: unknown): void {
  if (!Array.isArray(value) && !isPlainObject(value)) return;
  if (partial.has(value)) return;
  partial.add(value);
  for (const member of Object.values(value)) markPartial(member);
}

export function isPartial(value: object): boolean {
  return partial.has(value);
}
