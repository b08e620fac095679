// The options of resources as checked at run time. Resources among them are checked where they are
// used, so that nothing here refers to the classes of resources.

import { nearestName } from "../data/nearest_name.ts";
import { isPlainObject } from "../data/plain_object.ts";
import { Kind } from "../protocol/ops.ts";

/** Options whose names are known and whose plain values have the right type. */
export interface CheckedOptions {
  parent?: unknown;
  dependsOn?: unknown;
  protect?: boolean | undefined;
  aliases?: readonly unknown[] | undefined;
  provider?: unknown;
  providers?: unknown;
  retainOnDelete?: boolean | undefined;
  deletedWith?: unknown;
  hooks?: unknown;
  version?: string | undefined;
  transforms?: readonly unknown[] | undefined;
  ignoreChanges?: readonly string[] | undefined;
  replaceOnChanges?: readonly string[] | undefined;
  hideDiffs?: readonly string[] | undefined;
  customTimeouts?: object | undefined;
  deleteBeforeReplace?: boolean | undefined;
  import?: string | undefined;
  additionalSecretOutputs?: readonly string[] | undefined;
  envVarMappings?: object | undefined;
  replaceWith?: readonly unknown[] | undefined;
  replacementTrigger?: unknown;
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isFlag: Check = (value) => typeof value === "boolean";
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const isAny: Check = () => true;

/** `isAny` marks options that are checked where they are used. */
const common: Record<string, [check: Check, wanted: string]> = {
  parent: [isAny, ""],
  dependsOn: [isAny, ""],
  protect: [isFlag, "true or false"],
  aliases: [Array.isArray, "a list of aliases"],
  provider: [isAny, ""],
  providers: [isAny, ""],
  retainOnDelete: [isFlag, "true or false"],
  deletedWith: [isAny, ""],
  hooks: [isAny, ""],
  version: [isText, "a string"],
  transforms: [Array.isArray, "a list of functions"],
  ignoreChanges: [isTexts, "a list of input paths"],
  replaceOnChanges: [isTexts, "a list of input paths"],
  hideDiffs: [isTexts, "a list of input paths"],
  customTimeouts: [isPlainObject, 'an object such as { create: "5m" }'],
};

const customOnly: Record<string, [check: Check, wanted: string]> = {
  deleteBeforeReplace: [isFlag, "true or false"],
  import: [isText, "the id of the existing resource, as a string"],
  additionalSecretOutputs: [isTexts, "a list of output names"],
  replaceWith: [Array.isArray, "a list of resources"],
  replacementTrigger: [isAny, ""],
};

const providerOnly: Record<string, [check: Check, wanted: string]> = {
  envVarMappings: [isPlainObject, 'an object of names of environment variables, such as { MY_TOKEN: "TOKEN" }'],
};

const custom = { ...common, ...customOnly };
const provider = { ...custom, ...providerOnly };

function knownTo(kind: Kind): typeof common {
  if (kind === Kind.Provider) return provider;
  return kind === Kind.Component ? common : custom;
}

/** The shared empty options, which most resources have. */
export const noOptions: CheckedOptions = Object.freeze({});

/** Throws for unknown options and values of the wrong type; `undefined` counts as absent. */
export function checkOptions(options: unknown, kind: Kind, owner: () => string): CheckedOptions {
  if (options === undefined || options === null) return noOptions;
  if (!isPlainObject(options)) {
    throw new TypeError(`the options of ${owner()} must be a plain object, not ${typeof options}`);
  }
  const known = knownTo(kind);
  for (const key of Object.keys(options)) {
    const value = options[key];
    if (!Object.hasOwn(known, key)) throw unknownOption(key, kind, owner());
    const [check, wanted] = known[key]!;
    if (value === undefined || check(value)) continue;
    throw new TypeError(`option "${key}" of ${owner()} must be ${wanted}`);
  }
  return options;
}

function unknownOption(key: string, kind: Kind, owner: string): TypeError {
  if (kind === Kind.Component && Object.hasOwn(customOnly, key)) {
    return new TypeError(
      `option "${key}" of ${owner} has no meaning for a component; give it to its children`,
    );
  }
  if (Object.hasOwn(providerOnly, key)) {
    return new TypeError(`option "${key}" of ${owner} has a meaning for provider resources only`);
  }
  const nearest = nearestName(key, Object.keys(knownTo(kind)));
  const advice = nearest === undefined ? "" : `; did you mean "${nearest}"?`;
  return new TypeError(`${owner} has no option "${key}"${advice}`);
}
