// The base class of the package `std`.

import { CustomResource } from "../resource/custom_resource.ts";
import { Kind } from "../protocol/ops.ts";
import type { Input, Inputs } from "../property/property_types.ts";
import { ResourceKindSpec } from "../resource/resource.ts";
import type { CustomResourceOptions } from "../resource/resource_options.ts";

/**
 * The constructor of `std` classes. Their `get` takes no type, so they do not inherit that of
 * CustomResource.
 */
export interface StdResourceConstructor {
  /** @internal */
  new (
    type: string,
    name: string,
    inputs: Inputs | undefined,
    options: CustomResourceOptions | undefined,
    plan: ResourceKindSpec | undefined,
  ): CustomResource;
  new (type: string, name: string, inputs?: Inputs, options?: CustomResourceOptions): CustomResource;
  readonly prototype: CustomResource;
}

/** A resource of the package `std`. */
export const StdResource = CustomResource as unknown as StdResourceConstructor;

/** @internal Reads an existing resource by its id instead of creating one. */
export function existing(id: Input<string>): ResourceKindSpec {
  return new ResourceKindSpec(Kind.Custom, id);
}
