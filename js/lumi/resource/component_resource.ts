// ComponentResource: a group of resources with its own inputs and outputs, and no object.

import { ComponentOutputs } from "./component_outputs.ts";
import { Kind } from "../protocol/ops.ts";
import type { ResourceWith, TypeToken } from "../property/outputs_of.ts";
import type { Inputs } from "../property/property_types.ts";
import { markSdkClass, Resource, ResourceKindSpec } from "./resource.ts";
import { stateOf } from "./resource_state.ts";
import type { ComponentResourceOptions } from "./resource_options.ts";
import { captureCallerStack } from "../data/value_error.ts";

const plan = new ResourceKindSpec(Kind.Component);

class ComponentResourceBase extends Resource {
  constructor(type: string, name: string, inputs?: Inputs, options?: ComponentResourceOptions) {
    super(type, name, inputs, options, plan);
  }

  registerOutputs(outputs?: Inputs): void {
    try {
      ComponentOutputs.register(stateOf(this)!, outputs ?? {});
    } catch (error) {
      throw captureCallerStack(error, ComponentResourceBase.prototype.registerOutputs);
    }
  }
}

Object.defineProperty(ComponentResourceBase, "name", { value: "ComponentResource" });
markSdkClass(ComponentResourceBase);

/**
 * A group of resources, which has no object of its own. Extend it, create the children with
 * `{ parent: this }`, and end the constructor with `this.registerOutputs({...})`.
 */
export interface ComponentResource extends Resource {
  /** Sets the outputs of the component, once, after all children are created. */
  registerOutputs(outputs?: Inputs): void;
}

export interface ComponentResourceConstructor {
  /**
   * @param type The type of the component, `PACKAGE:MODULE:NAME`, such as `acme:web:Site`.
   * @param name The name of the component in the program; its URN is made of it.
   * @param inputs Values that plans and the state show; they have no other effect.
   * @param options Options, many of which its children inherit.
   */
  new <Outputs extends object = object, Token extends string = never>(
    type: TypeToken<Token>,
    name: string,
    inputs?: Inputs,
    options?: ComponentResourceOptions,
  ): ResourceWith<ComponentResource, Outputs, Token>;
  readonly prototype: ComponentResource;
  /** Whether a value is a resource of any class. */
  isInstance(value: unknown): value is Resource;
}

export const ComponentResource = ComponentResourceBase as unknown as ComponentResourceConstructor;
