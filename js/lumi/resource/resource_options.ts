// The options of resources: types and run-time checks.

import type { Input, Property } from "../property/property_types.ts";
import { nearestName } from "../data/nearest_name.ts";
import { isPlainObject } from "../data/plain_object.ts";
import type { ProviderResource } from "./provider_resource.ts";
import type { Resource } from "./resource.ts";
import type { ResourceTransform } from "./transform.ts";
import { Kind } from "../protocol/ops.ts";

/** A former identity of a resource: a URN, or the parts that differed. */
export type Alias = string | Property<string> | {
  name?: string;
  type?: string;
  stack?: string;
  project?: string;
  /** The former parent. */
  parent?: Resource | string | Property<string>;
};

/** Durations as text: `90s`, `5m`, `1h30m`. */
export interface CustomTimeouts {
  create?: string;
  update?: string;
  delete?: string;
}

/** The options of every resource. */
export interface ResourceOptions {
  /** The component (or resource) that this resource belongs to. */
  parent?: Resource | undefined;
  /** Resources that must exist before this one, besides the sources of its inputs. */
  dependsOn?: Input<Resource | readonly Input<Resource>[]> | undefined;
  /** Refuses to delete the resource. Children inherit this option. */
  protect?: boolean | undefined;
  /** Former identities of the resource. */
  aliases?: readonly Alias[] | undefined;
  /** The provider to use; for a component, the provider of its children. */
  provider?: ProviderResource | undefined;
  /** The providers of children, as a list or by package. */
  providers?: readonly ProviderResource[] | Readonly<Record<string, ProviderResource>> | undefined;
  /** Keeps the object when the resource is deleted. */
  retainOnDelete?: boolean | undefined;
  /** The resource whose deletion deletes this one, too. */
  deletedWith?: Resource | undefined;
  /** The version of the provider's package. */
  version?: string | undefined;
  /**
   * Functions that may change the inputs and options of this resource and its children before
   * declaration.
   */
  transforms?: readonly ResourceTransform[] | undefined;
  /** Input paths whose changes are ignored. */
  ignoreChanges?: readonly string[] | undefined;
  /** Input paths whose changes replace the resource. */
  replaceOnChanges?: readonly string[] | undefined;
  /**
   * Input paths whose differences are hidden in plans and events; they are applied and counted as
   * usual.
   */
  hideDiffs?: readonly string[] | undefined;
  customTimeouts?: CustomTimeouts | undefined;
}

export type ComponentResourceOptions = ResourceOptions;

/** The options of resources that a provider manages. */
export interface CustomResourceOptions extends ResourceOptions {
  /** Whether a replacement deletes the old object before it creates the new one. */
  deleteBeforeReplace?: boolean | undefined;
  /** Adopts the existing object with this id instead of creating one. */
  import?: string | undefined;
  /** Outputs to treat as secret. */
  additionalSecretOutputs?: readonly string[] | undefined;
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
};

const custom = { ...common, ...customOnly };

/** @internal The shared empty options, which most resources have. */
export const noOptions: CustomResourceOptions = Object.freeze({});

/**
 * @internal Throws for unknown options and values of the wrong type; `undefined` counts as absent.
 */
export function checkOptions(options: unknown, kind: Kind, owner: () => string): CustomResourceOptions {
  if (options === undefined || options === null) return noOptions;
  if (!isPlainObject(options)) {
    throw new TypeError(`the options of ${owner()} must be a plain object, not ${typeof options}`);
  }
  const known = kind === Kind.Component ? common : custom;
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
  const nearest = nearestName(key, Object.keys(kind === Kind.Component ? common : custom));
  const advice = nearest === undefined ? "" : `; did you mean "${nearest}"?`;
  return new TypeError(`${owner} has no option "${key}"${advice}`);
}
