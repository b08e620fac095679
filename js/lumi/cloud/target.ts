// The registry of targets: infra classes by target and component.

import { nearestName } from "../data/nearest_name.ts";
import { Config } from "../program/config.ts";
import type { Components, InfraClass } from "./contract.ts";

type AnyInfraClass = InfraClass<any, any>;

const DEFAULT = "local";

/** Infra classes by target, and by component there. */
const targets = new Map<string, Map<string, AnyInfraClass>>();
/** Infra classes that stand on other components, for the targets that have none of their own. */
const composed = new Map<string, AnyInfraClass>();

/**
 * Defines a target, or adds components to one: an infra class for each component. `lumi config set lumi:target NAME` chooses
 * the target of a stack.
 */
export function defineTarget(name: string, components: Partial<Components> & Record<string, AnyInfraClass>): void {
  if (typeof name !== "string" || name === "") throw new TypeError("the name of a target must be a text");
  const known = targets.get(name) ?? new Map<string, AnyInfraClass>();
  for (const [component, infraClass] of Object.entries(components)) {
    if (typeof infraClass !== "function") {
      throw new TypeError(`the infra class for ${component} of the target "${name}" must be a class`);
    }
    const other = known.get(component);
    if (other !== undefined && other !== infraClass) {
      throw new TypeError(`the target "${name}" has an infra class for ${component}, ${other.name}, already`);
    }
    known.set(component, infraClass);
  }
  targets.set(name, known);
}

/** Defines a component by others: the infra class serves all targets that have none of their own for it. */
export function defineComposed(component: string, infraClass: AnyInfraClass): void {
  composed.set(component, infraClass);
}

/** The name of the target of the stack. */
export function targetName(): string {
  return new Config("lumi").get("target") ?? DEFAULT;
}

/** The infra class of a component named `name` on the target of the stack. */
export function infraClassOf(component: string, name: string): AnyInfraClass {
  const target = targetName();
  const components = targets.get(target);
  if (components === undefined) {
    const known = [...targets.keys()].sort();
    const slip = nearestName(target, known);
    const guess = slip === undefined ? `there are ${known.join(", ")};` : `did you mean "${slip}"?`;
    throw new TypeError(
      `the target "${target}" of the ${component} "${name}" does not exist; ${guess} ` +
        "choose a target with `lumi config set lumi:target NAME`",
    );
  }
  const infraClass = components.get(component) ?? composed.get(component);
  if (infraClass !== undefined) return infraClass;
  const known = [...components.keys()].sort().join(", ");
  throw new TypeError(`the target "${target}" has no ${component}, such as "${name}"; it has ${known}`);
}

/** Refuses what a component of the target cannot do. `feature` is the option that asks for it. */
export function requireFeature(component: string, name: string, feature: string): void {
  const { features = [] } = infraClassOf(component, name);
  if (features.includes(feature)) return;
  const has = features.length === 0 ? "" : `; of its options it has ${[...features].sort().join(", ")}`;
  throw new TypeError(
    `the target "${targetName()}" has no \`${feature}\` for a ${component}, which "${name}" needs${has}`,
  );
}
