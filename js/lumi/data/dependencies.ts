// The resources that a value came from. Values share the lists of their sources instead of copying
// them, so that a chain of n derivations costs n nodes.

import type { Serial } from "../protocol/ops.ts";

/** Nothing, one resource, or several such nodes; shared and immutable. */
export type Dependencies = null | Serial | readonly Dependencies[];

export function joinDependencies(first: Dependencies, second: Dependencies): Dependencies {
  if (second === null || first === second) return first;
  return first === null ? second : [first, second];
}

/** The serials of all resources in the tree, without duplicates, in order of traversal. */
export function serialsOf(dependencies: Dependencies): Serial[] {
  if (dependencies === null) return [];
  if (typeof dependencies === "number") return [dependencies];
  const serials = new Set<Serial>();
  const seen = new Set<readonly Dependencies[]>();
  // An explicit stack, last first: chains can be deeper than recursion allows.
  const stack: Dependencies[] = [dependencies];
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (node === null) continue;
    if (typeof node === "number") {
      serials.add(node);
    } else if (!seen.has(node)) {
      seen.add(node);
      for (let index = node.length - 1; index >= 0; index--) stack.push(node[index]!);
    }
  }
  return [...serials];
}
