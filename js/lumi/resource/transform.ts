// Transforms: functions that may change a resource before its declaration.

import { isThenable } from "../cell/promise_cell.ts";
import type { Inputs } from "../property/property_types.ts";
import type { Session } from "../session/session.ts";

/** The argument of a transform; the public type is `ResourceTransformArgs`. */
export interface TransformArgs {
  readonly type: string;
  readonly name: string;
  readonly custom: boolean;
  readonly inputs: Inputs;
  readonly options: { readonly parent?: unknown };
}

/** A checked transform; the public type is `ResourceTransform`. */
export type Transform = (args: TransformArgs) => unknown;

const transformsOfStacks = new WeakMap<Session, Transform[]>();

/** The transforms of every resource, in order of registration. */
export function stackTransforms(of: Session): Transform[] {
  let transforms = transformsOfStacks.get(of);
  if (transforms === undefined) transformsOfStacks.set(of, transforms = []);
  return transforms;
}

export function checkTransform(transform: unknown): Transform {
  if (typeof transform === "function") return transform as Transform;
  throw new TypeError(`a transform must be a function, not ${typeof transform}`);
}

export function applyTransforms(
  args: TransformArgs,
  transforms: readonly Transform[],
): TransformArgs {
  let current = args;
  for (const transform of transforms) {
    const result: unknown = transform(current);
    if (result === undefined || result === null) continue;
    current = { ...current, ...checkResult(result, args) };
  }
  return current;
}

function checkResult(result: unknown, { type, name, options }: TransformArgs) {
  const where = `a transform of resource "${name}" (${type})`;
  if (typeof result !== "object" || result === null) {
    throw new TypeError(`${where} must return { inputs, options } or nothing, not ${typeof result}`);
  }
  if (isThenable(result)) {
    throw new TypeError(`${where} must not be async: resources are declared immediately`);
  }
  const { inputs, options: changed } = result as { inputs?: Inputs; options?: { parent?: unknown } };
  if (inputs === undefined || changed === undefined) {
    throw new TypeError(`${where} must return both inputs and options`);
  }
  if (changed.parent !== options.parent) throw new TypeError(`${where} cannot change the parent`);
  return { inputs, options: changed };
}
