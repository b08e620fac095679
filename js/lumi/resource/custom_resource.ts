// CustomResource: a resource that a provider manages.

import { Kind } from "../protocol/ops.ts";
import type { OutputsOf, ResourceWith, TypeToken } from "../property/outputs_of.ts";
import { propertyOf } from "../property/property.ts";
import type { Input, Inputs, Property } from "../property/property_types.ts";
import { markSdkClass, Resource, ResourceKindSpec } from "./resource.ts";
import { stateOf } from "./resource_state.ts";
import type { CustomResourceOptions } from "./resource_options.ts";

const plain = new ResourceKindSpec(Kind.Custom);

/** @internal Reads an existing resource by its id instead of creating one. */
export function existing(id: Input<string>): ResourceKindSpec {
  return new ResourceKindSpec(Kind.Custom, id);
}

class CustomResourceBase extends Resource {
  constructor(type: string, name: string, inputs?: Inputs, options?: CustomResourceOptions, plan?: unknown) {
    super(type, name, inputs, options, plan instanceof ResourceKindSpec ? plan : plain);
  }

  get id(): Property<string> {
    return propertyOf(stateOf(this)!.output("id"));
  }

  static get(
    type: string,
    name: string,
    id: Input<string>,
    inputs?: Inputs,
    options?: CustomResourceOptions,
  ) {
    return new CustomResourceBase(type, name, inputs, options, existing(id));
  }
}

Object.defineProperty(CustomResourceBase, "name", { value: "CustomResource" });
markSdkClass(CustomResourceBase);

/**
 * A resource that a provider manages. Every output is a Property, available at once by its name;
 * describe them with `new CustomResource<{ arn: string }>(...)`, or with `declare` fields in a
 * subclass.
 */
export type CustomResource<Outputs = unknown> = Resource & {
  /** The provider's id of the resource. */
  readonly id: Property<string>;
} & OutputsOf<Outputs>;

export interface CustomResourceConstructor {
  /**
   * @param type The type of the resource, `PACKAGE:MODULE:NAME`, such as `std:fs:File`.
   * @param name The name of the resource in the program; its URN is made of it.
   * @param inputs The inputs of the resource.
   * @param options Options such as `dependsOn`, `parent` and `protect`.
   */
  new <Outputs extends object = object, Token extends string = never>(
    type: TypeToken<Token>,
    name: string,
    inputs?: Inputs,
    options?: CustomResourceOptions,
  ): ResourceWith<CustomResource, Outputs, Token>;
  readonly prototype: CustomResource;
  /** Reads an existing resource by its id instead of creating one. */
  get<Outputs extends object = object, Token extends string = never>(
    type: TypeToken<Token>,
    name: string,
    id: Input<string>,
    inputs?: Inputs,
    options?: CustomResourceOptions,
  ): ResourceWith<CustomResource, Outputs, Token>;
  /** Whether a value is a resource of any class. */
  isInstance(value: unknown): value is Resource;
}

/** The base class of resources that a provider manages; classes of packages are the usual way to make one. */
export const CustomResource = CustomResourceBase as unknown as CustomResourceConstructor;
