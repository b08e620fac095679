// Data that a provider may still add to. In a plan the outputs of a resource are its inputs, as
// far as anybody knows: a member they lack is not absent, it may be filled in by the deployment.
//
// What is open is the data itself and not the cell it stands in, so that `then`, `all` and
// everything else that hands it on unchanged changes nothing about its members either.

import { isPlainObject } from "./plain_object.ts";

const partial = new WeakSet<object>();

/** Opens `value` and all data inside of it. */
export function markPartial(value: unknown): void {
  if (!Array.isArray(value) && !isPlainObject(value)) return;
  if (partial.has(value)) return;
  partial.add(value);
  for (const member of Object.values(value)) markPartial(member);
}

export function isPartial(value: object): boolean {
  return partial.has(value);
}
