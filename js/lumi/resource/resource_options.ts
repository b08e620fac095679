// The types of the options of resources; their checks are in checked_options.ts.

import type { Input, Inputs, Property } from "../property/property_types.ts";
import type { ResourceHooks } from "./hook.ts";
import type { ProviderResource } from "./provider_resource.ts";
import type { Resource } from "./resource.ts";

/** A former identity of a resource: a URN, or the parts that differed. */
export type Alias = string | Property<string> | {
  name?: string;
  type?: string;
  stack?: string;
  project?: string;
  /** The former parent; none if it is written as `undefined` or `null`. */
  parent?: Resource | string | Property<string> | undefined | null;
  /** Whether the resource had no parent. */
  noParent?: boolean;
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
  /** Functions that run before and after the steps of the resource, or when one has failed. */
  hooks?: ResourceHooks | undefined;
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
  /** Resources whose replacement also replaces this one; they are dependencies of it. */
  replaceWith?: readonly Resource[] | undefined;
  /** A value whose change replaces the resource. A first value, and none, replace nothing. */
  replacementTrigger?: unknown;
  /**
   * Of a provider resource: for each name of an environment variable, another one under which the plugin of the provider
   * sees its value, too.
   */
  envVarMappings?: Readonly<Record<string, string>> | undefined;
  /** Outputs to treat as secret. */
  additionalSecretOutputs?: readonly string[] | undefined;
}

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
