import type { Property } from "../property/property_types.js";
/** Anything a program declares. Use `CustomResource`, `ComponentResource` or `ProviderResource`. */
export declare abstract class Resource {
    #private;
    /** The name of this resource in its stack; known at once. */
    get urn(): Property<string>;
    /** True for every resource, whatever class it is of. */
    static isInstance(value: unknown): value is Resource;
}
