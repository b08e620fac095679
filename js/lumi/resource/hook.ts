// Hooks: functions of the program that the engine calls before and after the steps of a resource, or
// when one has failed.

import { Cell } from "../cell/cell.ts";
import { isPlainObject } from "../data/plain_object.ts";
import { fromWire } from "../property/wire.ts";
import { ops, type Wire } from "../protocol/ops.ts";
import { session } from "../session/session.ts";

/** The argument of a hook. Which inputs and outputs it has depends on the step. */
export interface ResourceHookArgs {
  readonly urn: string;
  /** Absent before a resource is created. */
  readonly id?: string;
  readonly name: string;
  readonly type: string;
  /** Of a create and an update. */
  readonly newInputs?: Record<string, any>;
  /** Of an update and a delete. */
  readonly oldInputs?: Record<string, any>;
  /** After a create or an update. */
  readonly newOutputs?: Record<string, any>;
  /** Of an update and a delete. */
  readonly oldOutputs?: Record<string, any>;
}

/** The argument of an error hook. */
export interface ErrorHookArgs extends ResourceHookArgs {
  /** The step that failed. */
  readonly failedOperation: "create" | "update" | "delete";
  /** The error of each attempt, the latest first. */
  readonly errors: readonly string[];
}

export type ResourceHookFunction = (args: ResourceHookArgs) => void | Promise<void>;
/** True tries the step again. */
export type ErrorHookFunction = (args: ErrorHookArgs) => boolean | Promise<boolean>;

export interface ResourceHookOptions {
  /** Whether it also runs in plans, when nothing is changed. */
  onDryRun?: boolean;
  /** Whether its failure is only a warning. */
  ignoreErrors?: boolean;
}

/** The hooks of a resource, by step. */
export interface ResourceHooks {
  /** Run before the step; a failure of any hook before it prevents it. */
  beforeCreate?: readonly (ResourceHook | ResourceHookFunction)[] | undefined;
  /** Run once the step is done and recorded; a failure of any hook after it fails the run. */
  afterCreate?: readonly (ResourceHook | ResourceHookFunction)[] | undefined;
  beforeUpdate?: readonly (ResourceHook | ResourceHookFunction)[] | undefined;
  afterUpdate?: readonly (ResourceHook | ResourceHookFunction)[] | undefined;
  /** Named hooks: the state knows them by their names once the program no longer declares the resource. */
  beforeDelete?: readonly ResourceHook[] | undefined;
  afterDelete?: readonly ResourceHook[] | undefined;
  /** Called when a step has failed without an effect. */
  onError?: readonly ErrorHook[] | undefined;
}

type AnyFunction = (args: any) => unknown;

/** Makes a function known to the engine. Names are of the whole program. */
function offer(name: unknown, callback: unknown, kind: "step" | "error", options: unknown = {}): void {
  const what = kind === "step" ? "ResourceHook" : "ErrorHook";
  if (typeof name !== "string" || name === "") throw new TypeError(`the name of a ${what} must be a text`);
  const owner = `${what} ${JSON.stringify(name)}`;
  if (typeof callback !== "function") throw new TypeError(`${owner} takes a function, not ${typeof callback}`);
  const { hooks, monitor } = session();
  if (hooks.has(name)) throw new TypeError(`there is a hook ${JSON.stringify(name)} already; each needs its own name`);
  const { onDryRun, ignoreErrors } = checkedOptions(options, owner);
  hooks.set(name, callback as AnyFunction);
  monitor.registerHook?.(name, kind === "error", onDryRun, ignoreErrors, serve);
}

function checkedOptions(options: unknown, owner: string): Required<ResourceHookOptions> {
  if (!isPlainObject(options)) throw new TypeError(`the options of ${owner} must be a plain object`);
  for (const [key, value] of Object.entries(options)) {
    const isKnown = key === "onDryRun" || key === "ignoreErrors";
    if (isKnown && (typeof value === "boolean" || value === undefined)) continue;
    throw new TypeError(`${owner} has the options onDryRun and ignoreErrors, which are true or false`);
  }
  return { onDryRun: options.onDryRun === true, ignoreErrors: options.ignoreErrors === true };
}

/** Called by the host. */
function serve(number: number, _method: string, _urn: string, _type: string, args: Wire[]): boolean {
  void answer(number, args);
  return true;
}

async function answer(number: number, [name, request]: Wire[]): Promise<void> {
  try {
    const callback = session().hooks.get(name as string)!;
    const isRetried = await callback(fromWire(request, new Cell(), session()));
    ops().op_lumi_dynamic_answer(number, isRetried === true);
  } catch (error) {
    ops().op_lumi_dynamic_fail(number, false, error);
  }
}

/**
 * A function that the engine calls before or after steps of the resources that name it in their option
 * `hooks`. Its name is unique in the program.
 */
export class ResourceHook {
  constructor(readonly name: string, callback: ResourceHookFunction, options?: ResourceHookOptions) {
    offer(name, callback, "step", options);
  }
}

/** A function that the engine calls when a step has failed, and that decides whether it is tried again. */
export class ErrorHook {
  constructor(readonly name: string, callback: ErrorHookFunction) {
    offer(name, callback, "error");
  }
}

const plainLists = ["beforeCreate", "afterCreate", "beforeUpdate", "afterUpdate"];
const namedLists = ["beforeDelete", "afterDelete"];

/** @internal Throws unless the value is the option `hooks`. */
export function checkHooks(value: unknown, owner: string): ResourceHooks {
  const lists = isPlainObject(value) ? Object.entries(value) : null;
  if (lists === null) {
    throw new TypeError(`option "hooks" of ${owner} must be an object such as { afterCreate: [...] }`);
  }
  for (const [key, list] of lists) {
    if (list === undefined) continue;
    const problem = problemOf(key, list);
    if (problem !== null) throw new TypeError(`"${key}" in option "hooks" of ${owner} ${problem}`);
  }
  return value as ResourceHooks;
}

function problemOf(key: string, list: unknown): string | null {
  const takes = (wanted: string, isOne: (it: unknown) => boolean) =>
    Array.isArray(list) && list.every(isOne) ? null : `must be a list of ${wanted}`;
  if (plainLists.includes(key)) {
    return takes("functions or of ResourceHook", (it) => typeof it === "function" || it instanceof ResourceHook);
  }
  if (namedLists.includes(key)) {
    const why = "ResourceHook: a delete knows them by name";
    return takes(why, (it) => it instanceof ResourceHook);
  }
  if (key === "onError") return takes("ErrorHook", (it) => it instanceof ErrorHook);
  return `is none of ${[...plainLists, ...namedLists, "onError"].join(", ")}`;
}

/** @internal The names of the hooks of a resource. Plain functions get one that contains its URN. */
export function namesOf(hooks: ResourceHooks, urn: string): Record<string, string[]> {
  const names: Record<string, string[]> = {};
  for (const [key, list] of Object.entries(hooks) as [string, readonly (ResourceHook | AnyFunction)[] | undefined][]) {
    if (list === undefined || list.length === 0) continue;
    names[key] = list.map((hook, index) => {
      if (typeof hook !== "function") return hook.name;
      const name = `${urn}::${key}[${index}]`;
      offer(name, hook, "step");
      return name;
    });
  }
  return names;
}
