// How much of an object `util.inspect` shows, which may be more than any memory.

import { isProxy } from "./types.ts";

/** The most objects of one text. */
const MOST = 1 << 18;

/** The depth from which on objects are counted before they are shown. */
export const DEEP = 20;

/** The depth to show a value with: less than asked for, if its text would be too long, as Node does. */
export function shownDepth(value: unknown, depth: number): number {
  if (!(depth > DEEP) || isSmall(value, depth)) return depth;
  for (let less = DEEP; less > 0; less >>= 1) if (isSmall(value, less)) return less;
  return 0;
}

function isSmall(value: unknown, depth: number): boolean {
  const around = new Set<object>();
  let count = 0;
  const visit = (it: object, left: number): boolean => {
    // A proxy is shown without its members, and what is shown around an object is a circle.
    if (around.has(it) || isProxy(it)) return true;
    if (++count > MOST) return false;
    // Deeper than the stack of this walk, the text would be too long as well.
    if (left < 0 || around.size > 5000) return left < 0;
    around.add(it);
    for (const key of Reflect.ownKeys(it)) {
      const member: unknown = Object.getOwnPropertyDescriptor(it, key)!.value;
      if (typeof member === "object" && member !== null && !visit(member, left - 1)) return false;
    }
    around.delete(it);
    return true;
  };
  return typeof value !== "object" || value === null || visit(value, depth);
}
