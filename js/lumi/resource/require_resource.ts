// Checks options and arguments whose value is a resource.

import { cellOf } from "../cell/cell.ts";
import { type ResourceState, stateOf } from "./resource_state.ts";

export function requireResource(value: unknown, option: string, { owner }: { owner: string }): ResourceState {
  const state = typeof value === "object" && value !== null ? stateOf(value) : undefined;
  if (state !== undefined && (!state.isReference || option === "dependsOn")) return state;
  if (state !== undefined) {
    throw new TypeError(
      `option "${option}" of ${owner} is ${state.owner}, which another stack manages; it can be an input, and in "dependsOn"`,
    );
  }
  throw new TypeError(`option "${option}" of ${owner} must be a resource, not ${nameOf(value)}`);
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  if (cellOf(value) !== undefined) return "a Property";
  return Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
}
