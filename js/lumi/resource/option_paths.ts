// The options whose values name properties: a name that the type does not have has no effect, and is a mistake.

import type { CheckedOptions } from "./checked_options.ts";
import { unmatchedPaths } from "../data/described_packages.ts";
import { isGroup } from "../protocol/ops.ts";
import type { ResourceState } from "./resource_state.ts";
import { ValueError } from "../data/value_error.ts";

const pathOptions = ["ignoreChanges", "replaceOnChanges", "hideDiffs"] as const;

/** The paths that the options of a component name; its children often get the same ones. */
export function pathsOf(options: CheckedOptions): readonly string[] {
  return pathOptions.flatMap((option) => options[option] ?? []);
}

/**
 * Throws for outputs that are to be secret and do not exist: the one that is meant would be shown. `given` are the
 * options without those that transforms have added, which are for resources of many types.
 */
export function checkSecretOutputs(given: CheckedOptions, type: string, owner: () => string): void {
  const names = given.additionalSecretOutputs;
  if (names === undefined) return;
  const problem = unmatchedPaths(type, true, names).find((problem) => problem !== "");
  if (problem === undefined) return;
  throw new ValueError(`option "additionalSecretOutputs" of ${owner()}: ${problem.replace("property", "output")}`);
}

/** Warns of paths that name no property. `given` are the options without those that transforms have added. */
export function warnOfPaths(given: CheckedOptions, state: ResourceState): void {
  if (isGroup(state.kind)) return;
  for (const option of pathOptions) {
    const paths = given[option]?.filter((path) => !isPassedOn(path, state.parent)) ?? [];
    for (const problem of unmatchedPaths(state.type, false, paths)) {
      if (problem === "") continue;
      const message = `option "${option}" of ${state.owner} has no effect: ${problem}`;
      state.session.monitor.log(WARNING, message, state.serial);
    }
  }
}

const WARNING = 2;

/** Whether a component above has the same path, which it gives to children of several types. */
function isPassedOn(path: string, above: ResourceState | null): boolean {
  for (let state = above; state !== null; state = state.parent) {
    if (state.optionPaths.includes(path)) return true;
  }
  return false;
}
