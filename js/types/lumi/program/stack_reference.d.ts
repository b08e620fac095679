import type { Input, Property } from "../property/property_types.js";
import { Resource } from "../resource/resource.js";
import type { CustomResourceOptions } from "../resource/resource_options.js";
/** Reads the outputs that another stack had when it was deployed last. */
export declare class StackReference extends Resource {
    /** `name` is the stack to read, unless `args.name` says it. */
    constructor(name: string, args?: {
        name?: Input<string>;
    }, options?: CustomResourceOptions);
    /** All outputs of that stack; secret if any of them is. */
    get outputs(): Property<Record<string, any>>;
    /** The output `name`, or undefined if that stack has none of this name. */
    getOutput(name: string): Property<any>;
    /** The output `name`; fails if that stack has none of this name. */
    requireOutput(name: string): Property<any>;
}
