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
 * A resource that the program manages itself: extend this class, and pass a provider object whose
 * methods create, update and delete the real object. Describe the outputs as fields:
 * `declare readonly size: Property<number>`.
 *
 * The type of the resource is `dynamic:MODULE:TYPE`. TYPE defaults to the name of the class, so a
 * renamed class needs an alias, or its old name as `type`. The state stores the code of the
 * provider with its captured values: a resource can be deleted, refreshed and recovered when the
 * program has neither its class nor a `register` call for it. A provider of the program takes
 * precedence. In stored code, a captured Property is its value: `await` it instead of using `then`.
 * A change of the provider's code alone does not update resources.
 */
export declare abstract class Resource extends Base {
    /**
     * @param provider Manages the object.
     * @param name Unique among the resources of the same type and parent.
     * @param inputs The inputs of `create`, `update` and the other methods.
     * @param options As for all resources.
     * @param module The middle part of the type token; `index` by default.
     * @param type The last part of the type token; the name of the class by default.
     */
    constructor(provider: ResourceProvider, name: string, inputs?: Inputs, options?: CustomResourceOptions, module?: string, type?: string);
}
export {};
