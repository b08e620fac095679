// RemoteComponent: a component that the provider of its package makes, with all of its children.

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

/** What a component takes that its provider makes. */
export type RemoteComponentOptions = Omit<CustomResourceOptions, "import">;

/**
 * A component that the plugin of its package makes: it registers the children, and says what the outputs
 * are. Every output is a Property.
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
  /** True for every resource, whatever class it is of. */
  isInstance(value: unknown): value is Resource;
}

export const RemoteComponent = RemoteComponentBase as unknown as RemoteComponentConstructor;
