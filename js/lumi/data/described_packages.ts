// The descriptions of the types of `std` and of imported packages.

import { attachInputs } from "./failure.ts";
import { nearestName } from "./nearest_name.ts";
import { ops, unknown, type Wire } from "../protocol/ops.ts";
import { ValueError } from "./value_error.ts";

/** Canonical names by name; null for types of other packages. */
type Outputs = ReadonlyMap<string, string> | null;

const outputs = new Map<string, Outputs>();

/** The packages that the program has imported; the host is asked about their tokens alone. */
const imported = new Set<string>();

/** Notes that the program has imported a package. */
export function addImported(name: string): void {
  imported.add(name);
}

/** The prefix of the types of provider resources, before the name of their package. */
const PROVIDERS = "lumi:providers:";

function isImported(token: string): boolean {
  if (imported.size === 0) return false;
  const isProvider = token.startsWith(PROVIDERS);
  return imported.has(isProvider ? token.slice(PROVIDERS.length) : token.slice(0, token.indexOf(":")));
}

function outputsOf(type: string): Outputs {
  if (!type.startsWith("std:") && !isImported(type)) return null;
  let found = outputs.get(type);
  if (found === undefined) {
    const pairs = ops().op_lumi_package_outputs(type);
    if (pairs === null) found = null;
    else {
      const names = new Map<string, string>();
      for (let at = 0; at < pairs.length; at += 2) names.set(pairs[at]!, pairs[at + 1]!);
      found = names;
    }
    outputs.set(type, found);
  }
  return found;
}

/** The name that an output has for programs: another one may be that of its provider. */
export function outputName(type: string, name: string): string {
  return outputsOf(type)?.get(name) ?? name;
}

/** The error for an output that a type does not have; undefined if it may exist. */
export function missingOutput(type: string, name: string): string | undefined {
  const known = outputsOf(type);
  if (known === null || known.has(name)) return undefined;
  const names = [...new Set(known.values())];
  const nearest = nearestName(name, names);
  const advice = nearest === undefined ? `it has ${["id", ...names].join(", ")}` : `did you mean "${nearest}"?`;
  return `has no output "${name}"; ${advice}`;
}

/**
 * The input of a resource that stands for an output, in the shape in which its provider answers it: a single block is a
 * list. Undefined if the resource has no input of this name.
 */
export function echoedInput(type: string, name: string, inputs: Record<string, Wire>): Wire {
  const names = isImported(type) ? outputsOf(type) : null;
  if (names === null) return Object.hasOwn(inputs, name) ? inputs[name] : undefined;
  const isWritten = (it: string) => it === name || names.get(it) === name;
  const written = Object.hasOwn(inputs, name) ? name : Object.keys(inputs).find(isWritten);
  if (written === undefined) return undefined;
  const given = inputs[written];
  return given === undefined || given === unknown ? given : ops().op_lumi_package_echo(type, name, given);
}

/**
 * Throws if the inputs of a resource do not fit its type. With `asksProvider`, a provider checks the inputs anyway, and
 * this check leaves types of `std` to it.
 */
export function checkInputs(
  type: string,
  owner: string,
  isRead: boolean,
  inputs: Record<string, Wire>,
  asksProvider: boolean,
): void {
  if (asksProvider && !isImported(type)) return;
  if (outputsOf(type) !== null) check(type, owner, isRead, inputs);
}

/** Throws if the arguments of a function do not fit it. */
export function checkArguments(token: string, owner: string, given: Record<string, Wire>): void {
  if (isImported(token)) check(token, owner, false, given);
}

function check(token: string, owner: string, isRead: boolean, given: Record<string, Wire>): void {
  const found = ops().op_lumi_package_check(token, isRead, given);
  if (found.length === 0) return;
  const error = new ValueError(`${owner}: ${found.filter((_, at) => at % 2 === 1).join("\n  ")}`);
  attachInputs(error, found.filter((_, at) => at % 2 === 0));
  throw error;
}

/** For each path of an option, why it names no property of a type; empty if it may. */
export function unmatchedPaths(type: string, ofOutputs: boolean, paths: readonly string[]): string[] {
  if (paths.length === 0 || outputsOf(type) === null) return [];
  return ops().op_lumi_package_unmatched(type, ofOutputs, paths);
}
