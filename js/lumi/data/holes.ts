// Searches settled values for holes. Not recursive: values may be deep or cyclic.

import { unknown } from "../protocol/ops.ts";
import { isPlainObject } from "./plain_object.ts";

export function hasHole(value: unknown): boolean {
  if (value === unknown) return true;
  if (typeof value !== "object" || value === null) return false;
  const seen = new Set<object>([value]);
  for (const container of seen) {
    for (const member of membersOf(container)) {
      if (member === unknown) return true;
      if (typeof member === "object" && member !== null) seen.add(member);
    }
  }
  return false;
}

function membersOf(container: object): readonly unknown[] {
  if (Array.isArray(container)) return container;
  return isPlainObject(container) ? Object.values(container) : [];
}
