import { CustomResource } from "../resource/custom_resource.js";
import type { Inputs } from "../property/property_types.js";
import type { CustomResourceOptions } from "../resource/resource_options.js";
/** A class of the package: its `get` takes no type, so that of CustomResource is not inherited. */
export interface StdResourceConstructor {
    new (type: string, name: string, inputs?: Inputs, options?: CustomResourceOptions): CustomResource;
    readonly prototype: CustomResource;
}
/** A resource of the package `std`. */
export declare const StdResource: StdResourceConstructor;
