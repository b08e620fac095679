import { CustomResource } from "../resource/custom_resource.js";
import type { Inputs } from "../property/property_types.js";
import type { CustomResourceOptions } from "../resource/resource_options.js";
import type { ResourceProvider } from "./resource_provider.js";
/** CustomResource without its static methods, which take a type. */
export interface ResourceBase {
    new (type: string, name: string, inputs?: Inputs, options?: CustomResourceOptions, plan?: unknown): CustomResource;
    readonly prototype: CustomResource;
}
declare const Base: ResourceBase;
/**
 * A resource that the program manages itself: extend it, and pass an object with the methods that
 * make, change and delete what is behind it. Describe the outputs as fields:
 * `declare readonly size: Property<number>`.
 *
 * The state remembers a resource under `dynamic:MODULE:TYPE`; TYPE is the name of the class unless
 * it is given, so a class that gets another name needs an alias or its old name as `type`. The state
 * keeps the code of the provider with what it captures, too: a resource can be deleted, refreshed
 * and recovered when the program has neither its class nor `register` for it. What the program has
 * comes first. In code that is kept, a Property that the provider captures is its value: `await` it
 * instead of using `then`. Other code alone updates nothing.
 */
export declare abstract class Resource extends Base {
    /**
     * @param provider Manages the object.
     * @param name Unique among the resources of the same type and parent.
     * @param inputs What `create`, `update` and the others get.
     * @param options As for all resources.
     * @param module The middle part of the type token, `index` if left out.
     * @param type The last part of the type token, the name of the class if left out.
     */
    constructor(provider: ResourceProvider, name: string, inputs?: Inputs, options?: CustomResourceOptions, module?: string, type?: string);
}
export {};
