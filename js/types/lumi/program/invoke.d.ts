import type { Input, Inputs, Property } from "../property/property_types.js";
import type { ProviderResource } from "../resource/provider_resource.js";
import type { Resource } from "../resource/resource.js";
export interface InvokeOptions {
    /** The resource whose providers are used. */
    parent?: Resource | undefined;
    provider?: ProviderResource | undefined;
    /** The version of the provider's package. */
    version?: string | undefined;
    /**
     * Resources that must exist before the call, besides the sources of its arguments. In a plan that is about to make
     * one of them, the result is unknown.
     */
    dependsOn?: Input<Resource | readonly Input<Resource>[]> | undefined;
}
/** Calls the function `token` of a provider. The result has the dependencies of the arguments. */
export declare function invoke<T = any>(token: string, args?: Inputs, options?: InvokeOptions): Property<T>;
/**
 * Calls a function that looks something up. Where an argument comes from an object that a plan is about to make, the
 * result is unknown in that plan.
 */
export declare function lookUp<T = any>(token: string, args?: Inputs, options?: InvokeOptions): Property<T>;
/** Calls the method `token` of a resource. */
export declare function call<T = any>(token: string, resource: Resource, args?: Inputs): Property<T>;
