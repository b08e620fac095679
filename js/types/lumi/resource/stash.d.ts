import { CustomResource } from "./custom_resource.js";
import type { CustomResourceOptions } from "./resource_options.js";
import type { Input, Property } from "../property/property_types.js";
/**
 * Keeps a value in the state: `output` is the input of the deployment that created the resource, until the
 * resource is replaced. A secret stays one.
 */
export declare class Stash<T = any> extends CustomResource {
    /** The value of the first deployment. */
    readonly output: Property<T>;
    /** The value that the program gives now. */
    readonly input: Property<T>;
    /**
     * @param name The name of the resource in the program.
     * @param inputs The value to keep, as `input`.
     * @param options Options such as `replacementTrigger`, whose change takes the value of the program again.
     */
    constructor(name: string, inputs: {
        readonly input: Input<T>;
    }, options?: CustomResourceOptions);
}
