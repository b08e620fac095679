// Transforms: functions that may change a resource before its declaration.

import { isThenable } from "../cell/promise_cell.ts";
import type { Inputs } from "../property/property_types.ts";
import type { ResourceOptions } from "./resource_options.ts";
import { type Session, session } from "../session/session.ts";

/** A resource about to be declared. */
export interface ResourceTransformArgs {
  readonly type: string;
  readonly name: string;
  /** True for custom resources and providers, false for components. */
  readonly custom: boolean;
  readonly inputs: Inputs;
  readonly options: ResourceOptions;
}

/** The inputs and options to use; `undefined` keeps the given ones. */
export type ResourceTransformResult = { inputs: Inputs; options: ResourceOptions } | undefined | void;

export type ResourceTransform = (args: ResourceTransformArgs) => ResourceTransformResult;

/**
 * Applies `transform` to every resource declared from now on, after the transforms of the resource
 * and its parents.
 */
export function registerStackTransform(transform: ResourceTransform): void {
  stackTransforms(session()).push(checkTransform(transform));
}

const transformsOfStacks = new WeakMap<Session, ResourceTransform[]>();

/** @internal The transforms of every resource, in order of registration. */
export function stackTransforms(of: Session): ResourceTransform[] {
  let transforms = transformsOfStacks.get(of);
  if (transforms === undefined) transformsOfStacks.set(of, transforms = []);
  return transforms;
}

/** @internal */
export function checkTransform(transform: unknown): ResourceTransform {
  if (typeof transform === "function") return transform as ResourceTransform;
  throw new TypeError(`a transform must be a function, not ${typeof transform}`);
}

/** @internal */
export function applyTransforms(
  args: ResourceTransformArgs,
  transforms: readonly ResourceTransform[],
): ResourceTransformArgs {
  let current = args;
  for (const transform of transforms) {
    const result: unknown = transform(current);
    if (result === undefined || result === null) continue;
    current = { ...current, ...checkResult(result, args) };
  }
  return current;
}

function checkResult(result: unknown, { type, name, options }: ResourceTransformArgs) {
  const where = `a transform of resource "${name}" (${type})`;
  if (typeof result !== "object" || result === null) {
    throw new TypeError(`${where} must answer { inputs, options } or nothing, not ${typeof result}`);
  }
  if (isThenable(result)) {
    throw new TypeError(`${where} must not be async: resources are declared at once`);
  }
  const { inputs, options: changed } = result as { inputs?: Inputs; options?: ResourceOptions };
  if (inputs === undefined || changed === undefined) {
    throw new TypeError(`${where} must answer both inputs and options`);
  }
  if (changed.parent !== options.parent) throw new TypeError(`${where} cannot change the parent`);
  return { inputs, options: changed };
}
