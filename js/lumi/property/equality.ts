// Structural equality: compares members, elements and classes, not identity.

import { cellOf } from "../cell/cell.ts";
import { isResource } from "../cell/resource_key.ts";

export function isEqual(a: unknown, b: unknown): boolean {
  return equal(a, b, new Map());
}

function equal(a: unknown, b: unknown, pairs: Map<object, object>): boolean {
  if (a === b) return true;
  if (typeof a === "number" && typeof b === "number") return Number.isNaN(a) && Number.isNaN(b);
  refuseProperty(a);
  refuseProperty(b);
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (isResource(a) || isResource(b)) return false;
  // A cycle: this pair is being compared already.
  if (pairs.get(a) === b) return true;
  pairs.set(a, b);
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b) && !(isPlain(a) && isPlain(b))) return false;
  return equalObjects(a, b, (x, y) => equal(x, y, pairs));
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

export function refuseProperty(value: unknown): void {
  if (cellOf(value) === undefined) return;
  throw new TypeError("a Property cannot be compared: compare `await value(property)`");
}

type Equal = (a: unknown, b: unknown) => boolean;

function equalObjects(a: object, b: object, same: Equal): boolean {
  if (a instanceof Date) return same(a.getTime(), (b as Date).getTime());
  if (a instanceof RegExp || a instanceof URL) return String(a) === String(b);
  if (a instanceof Error) {
    const other = b as Error;
    if (a.message !== other.message || a.name !== other.name) return false;
  }
  if (a instanceof Set) return equalSets(a, b as Set<unknown>, same);
  if (a instanceof Map) return equalMaps(a, b as Map<unknown, unknown>, same);
  return equalMembers(a as Record<string, unknown>, b as Record<string, unknown>, same);
}

function equalSets(a: Set<unknown>, b: Set<unknown>, same: Equal): boolean {
  return a.size === b.size &&
    [...a].every((item) => b.has(item) || [...b].some((other) => same(item, other)));
}

function equalMaps(a: Map<unknown, unknown>, b: Map<unknown, unknown>, same: Equal): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.has(key) && same(value, b.get(key)));
}

/** A missing member and an undefined one differ. */
function equalMembers(a: Record<string, unknown>, b: Record<string, unknown>, same: Equal): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  if (Array.isArray(a) && a.length !== (b as unknown as unknown[]).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
}
