// Which resources a value came from. Values share the lists of what they were made of instead
// of copying them, so a chain of a thousand derivations costs a thousand nodes, not a million.

import type { Serial } from "../protocol/ops.ts";

/** Nothing, one resource, or several such nodes (shared, never changed once made). */
export type Dependencies = null | Serial | readonly Dependencies[];

export function joinDependencies(first: Dependencies, second: Dependencies): Dependencies {
  if (second === null || first === second) return first;
  return first === null ? second : [first, second];
}

/** Every resource in the tree, each once, in the order met. */
export function serialsOf(dependencies: Dependencies): Serial[] {
  if (dependencies === null) return [];
  if (typeof dependencies === "number") return [dependencies];
  const serials = new Set<Serial>();
  const seen = new Set<readonly Dependencies[]>();
  // A stack of what is left, last first: chains can be deeper than recursion allows.
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
