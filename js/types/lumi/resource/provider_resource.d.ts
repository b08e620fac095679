import type { Inputs, Property } from "../property/property_types.js";
import { Resource } from "./resource.js";
import type { CustomResourceOptions } from "./resource_options.js";
/** A configured provider. Pass it to resources as `provider`, or to components as `providers`. */
export declare class ProviderResource extends Resource {
    /** Distinguishes providers from structurally equal resources for the compiler. */
    protected readonly brand: "provider";
    /** `type` is the name of a package, such as `aws`. */
    constructor(type: string, name: string, inputs?: Inputs, options?: CustomResourceOptions);
    /** The engine's id of the provider. */
    get id(): Property<string>;
}
