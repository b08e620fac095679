import { CustomResource } from "../resource/custom_resource.js";
import type { Inputs } from "../property/property_types.js";
import type { CustomResourceOptions } from "../resource/resource_options.js";
/**
 * The constructor of `std` classes. Their `get` takes no type, so they do not inherit that of
 * CustomResource.
 */
export interface StdResourceConstructor {
    new (type: string, name: string, inputs?: Inputs, options?: CustomResourceOptions): CustomResource;
    readonly prototype: CustomResource;
}
/** A resource of the package `std`. */
export declare const StdResource: StdResourceConstructor;
