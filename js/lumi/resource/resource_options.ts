// The options of resources: types, and the checks that a compiler does not make.

import type { Input, Property } from "../property/property_types.ts";
import { nearestName } from "../data/nearest_name.ts";
import { isPlainObject } from "../data/plain_object.ts";
import type { ProviderResource } from "./provider_resource.ts";
import type { Resource } from "./resource.ts";
import type { ResourceTransform } from "./transform.ts";
import { Kind } from "../protocol/ops.ts";

/** Another identity that a resource had before: a URN, or what differed. */
export type Alias = string | Property<string> | {
  name?: string;
  type?: string;
  stack?: string;
  project?: string;
  /** The parent it had. */
  parent?: Resource | string | Property<string>;
};

/** Durations as text: `90s`, `5m`, `1h30m`. */
export interface CustomTimeouts {
  create?: string;
  update?: string;
  delete?: string;
}

/** What every resource takes. */
export interface ResourceOptions {
  /** The component (or resource) this one belongs to. */
  parent?: Resource | undefined;
  /** Resources that must exist before this one, beyond those its inputs come from. */
  dependsOn?: Input<Resource | readonly Input<Resource>[]> | undefined;
  /** Refuses to delete the resource. Children take it over. */
  protect?: boolean | undefined;
  /** Other identities the resource may be known by. */
  aliases?: readonly Alias[] | undefined;
  /** The provider to use; for a component, of its children. */
  provider?: ProviderResource | undefined;
  /** The providers children use, as a list or by package. */
  providers?: readonly ProviderResource[] | Readonly<Record<string, ProviderResource>> | undefined;
  /** Forgets the resource instead of deleting it. */
  retainOnDelete?: boolean | undefined;
  /** Deleting that resource deletes this one with it. */
  deletedWith?: Resource | undefined;
  /** The version of the provider's package. */
  version?: string | undefined;
  /** Functions that see and may change this resource and its children before they are declared. */
  transforms?: readonly ResourceTransform[] | undefined;
  /** Input paths whose changes are ignored. */
  ignoreChanges?: readonly string[] | undefined;
  /** Input paths whose changes replace the resource. */
  replaceOnChanges?: readonly string[] | undefined;
  /** Input paths whose differences plans and events do not show; they are made and counted as any other. */
  hideDiffs?: readonly string[] | undefined;
  customTimeouts?: CustomTimeouts | undefined;
}

export type ComponentResourceOptions = ResourceOptions;

/** What resources managed by a provider take. */
export interface CustomResourceOptions extends ResourceOptions {
  /** Deletes the old resource before the new one is created, when it is replaced. */
  deleteBeforeReplace?: boolean | undefined;
  /** Adopts the existing resource of this id instead of creating one. */
  import?: string | undefined;
  /** Outputs to treat as secret. */
  additionalSecretOutputs?: readonly string[] | undefined;
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isFlag: Check = (value) => typeof value === "boolean";
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const isAny: Check = () => true;

/** What is checked further where it is used says `isAny`. */
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

/** @internal What stands for none, of which most resources have. */
export const noOptions: CustomResourceOptions = Object.freeze({});

/** @internal Refuses unknown options and values of the wrong kind; `undefined` members count as absent. */
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
