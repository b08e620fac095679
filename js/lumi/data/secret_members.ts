// The members of settled data that are secret. A value with a secret member counts as secret as a whole where it is
// passed on, but its other members can be read.
//
// The mark is on the data rather than on its cell, so that it survives where cells pass the data on.

import { isPartial, markPartial } from "./partial_data.ts";
import { isPlainObject, type PlainObject, setMember } from "./plain_object.ts";

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
  for (const item of containersIn(value)) {
    if (secretMembers.has(item)) return true;
  }
  return false;
}

/** A copy of data in which no member is secret; the data itself if there is none. Others may share the data. */
export function withoutSecretMembers(value: unknown): unknown {
  if (!hasSecretMember(value)) return value;
  const copies = new Map<unknown, object>();
  for (const item of containersIn(value)) {
    const copy = Array.isArray(item) ? new Array(item.length) : Object.create(Object.getPrototypeOf(item));
    if (isPartial(item)) markPartial(copy);
    copies.set(item, copy);
  }
  for (const [item, copy] of copies) {
    for (const [key, member] of Object.entries(item as object)) {
      setMember(copy as PlainObject, key, copies.get(member) ?? member);
    }
  }
  return copies.get(value);
}

/** The arrays and objects in data, the outermost first. */
function* containersIn(value: unknown): Generator<object> {
  const seen = new Set<unknown>([value]);
  for (const item of seen) {
    if (!Array.isArray(item) && !isPlainObject(item)) continue;
    yield item;
    for (const member of Object.values(item)) seen.add(member);
  }
}
