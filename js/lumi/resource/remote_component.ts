// RemoteComponent: a component that the provider of its package constructs, with its children.

import { Kind } from "../protocol/ops.ts";
import type { OutputsOf, ResourceWith, TypeToken } from "../property/outputs_of.ts";
import type { Inputs } from "../property/property_types.ts";
import { markSdkClass, Resource, ResourceKindSpec } from "./resource.ts";
import type { CustomResourceOptions } from "./resource_options.ts";

const plan = new ResourceKindSpec(Kind.Remote);

class RemoteComponentBase extends Resource {
  constructor(type: string, name: string, inputs?: Inputs, options?: RemoteComponentOptions) {
    super(type, name, inputs, options, plan);
  }
}

Object.defineProperty(RemoteComponentBase, "name", { value: "RemoteComponent" });
markSdkClass(RemoteComponentBase);

/** The options of a remote component. */
export type RemoteComponentOptions = Omit<CustomResourceOptions, "import">;

/**
 * A component that the plugin of its package constructs: the plugin registers the children and
 * returns the outputs. Every output is a Property.
 */
export type RemoteComponent<Outputs = unknown> = Resource & OutputsOf<Outputs>;

export interface RemoteComponentConstructor {
  new <Outputs extends object = object, Token extends string = never>(
    type: TypeToken<Token>,
    name: string,
    inputs?: Inputs,
    options?: RemoteComponentOptions,
  ): ResourceWith<RemoteComponent, Outputs, Token>;
  readonly prototype: RemoteComponent;
  /** Whether a value is a resource of any class. */
  isInstance(value: unknown): value is Resource;
}

export const RemoteComponent = RemoteComponentBase as unknown as RemoteComponentConstructor;
