import { equal, pathOf, type Values } from "../value/value.js";
import type { Change } from "./package.js";

/** How the members of two objects differ, in the order of their names. */
export function compare(old: Values, inputs: Values, ...ignored: string[]): Change[] {
  const names = [...new Set([...Object.keys(old), ...Object.keys(inputs)])].sort();
  const changes: Change[] = [];
  for (const name of names) {
    if (ignored.includes(name)) continue;
    const path = pathOf(name);
    if (!Object.hasOwn(old, name)) changes.push({ path, kind: "added" });
    else if (!Object.hasOwn(inputs, name)) changes.push({ path, kind: "removed" });
    else if (!equal(old[name], inputs[name])) changes.push({ path, kind: "changed" });
  }
  return changes;
}
