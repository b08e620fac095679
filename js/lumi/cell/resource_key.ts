// How the SDK knows a resource when it sees one, apart from the classes themselves: values and
// resources refer to each other, and modules should not.

import type { ResourceState } from "../resource/resource_state.ts";

/** Answers the state of every Resource; nothing else has a member of this name. */
export const STATE = Symbol("lumi.resource");

export function stateOf(value: object): ResourceState | undefined {
  return (value as { [STATE]?: ResourceState })[STATE];
}

export function isResource(value: unknown): boolean {
  return typeof value === "object" && value !== null && stateOf(value) !== undefined;
}
