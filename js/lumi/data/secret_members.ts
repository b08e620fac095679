// The members of settled data that are secret. A value with a secret member counts as secret as a whole where it is
// passed on, but its other members can be read.
//
// The mark is on the data rather than on its cell, so that it survives where cells pass the data on.

import { isPlainObject } from "./plain_object.ts";

const secretMembers = new WeakMap<object, Set<string>>();

/** Marks a member of an array or an object as secret. */
export function markSecretMember(container: object, key: string | number): void {
  const known = secretMembers.get(container);
  if (known === undefined) secretMembers.set(container, new Set([String(key)]));
  else known.add(String(key));
}

/** Whether a member of an array or an object is secret as a whole. */
export function isSecretMember(container: unknown, key: string): boolean {
  return typeof container === "object" && container !== null && secretMembers.get(container)?.has(key) === true;
}

/** Whether any part of a value is a secret member. */
export function hasSecretMember(value: unknown): boolean {
  const seen = new Set<unknown>([value]);
  for (const item of seen) {
    if (!Array.isArray(item) && !isPlainObject(item)) continue;
    if (secretMembers.has(item)) return true;
    for (const member of Object.values(item)) seen.add(member);
  }
  return false;
}
