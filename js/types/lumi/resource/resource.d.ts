import type { Property } from "../property/property_types.js";
import { type ResourceMark } from "../cell/resource_key.js";
export interface Resource extends ResourceMark {
}
/**
 * Base class of everything that a program declares. Use `CustomResource`, `ComponentResource` or
 * `ProviderResource`.
 */
export declare abstract class Resource {
    #private;
    /** The URN of this resource; known at once. */
    get urn(): Property<string>;
    /** Whether a value is a resource of any class. */
    static isInstance(value: unknown): value is Resource;
}
