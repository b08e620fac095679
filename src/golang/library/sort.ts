// What the package sort cannot say in Go.

import { assign, copied } from "./aggregates.ts";
import type { Slice } from "./collections.ts";
import { panic } from "./panics.ts";
import { Boxed, isAggregate, stringType } from "./types.ts";

/** Sorts a slice of any type by insertion, as `less` compares elements at their places. */
export function sortSlice(of: Boxed | null, less: any): void {
  if (of === null || of.type.kind !== "slice") panic(new Boxed(stringType, "reflect: call of Swapper on a value that is no slice"));
  const slice: Slice | null = of.value;
  if (slice === null) return;
  const { array, offset } = slice;
  const elem = of.type.elem;
  for (let index = 1; index < slice.length; index++) {
    for (let at = index; at > 0 && less(at, at - 1); at--) {
      const [lower, upper] = [array[offset + at - 1], array[offset + at]];
      if (isAggregate(elem)) {
        const kept = copied(elem, lower);
        assign(elem, lower, upper);
        assign(elem, upper, kept);
      } else [array[offset + at - 1], array[offset + at]] = [upper, lower];
    }
  }
}
