// The base class of the package `std`.

import { CustomResource } from "../resource/custom_resource.ts";
import type { Inputs } from "../property/property_types.ts";
import type { ResourceKindSpec } from "../resource/resource.ts";
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
