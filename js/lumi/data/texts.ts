// The texts in a value.

import { isPlainObject } from "./plain_object.ts";

/** The texts of a value at any depth, each once. */
export function textsOf(value: unknown): string[] {
  const texts = new Set<string>();
  const seen = new Set<unknown>([value]);
  for (const item of seen) {
    if (typeof item === "string") texts.add(item);
    else if (Array.isArray(item) || isPlainObject(item)) {
      for (const member of Object.values(item)) seen.add(member);
    }
  }
  return [...texts];
}
