import type { Input, Property } from "../property/property_types.js";
import { Resource } from "../resource/resource.js";
import type { CustomResourceOptions } from "../resource/resource_options.js";
/** Reads the outputs that another stack had after its last deployment. */
export declare class StackReference extends Resource {
    /** `name` is the stack to read, unless `args.name` is given. */
    constructor(name: string, args?: {
        name?: Input<string>;
    }, options?: CustomResourceOptions);
    /** All outputs of that stack; secret if any of them is. */
    get outputs(): Property<Record<string, any>>;
    /** The output `name`; undefined if the stack has no such output. */
    getOutput(name: string): Property<any>;
    /** The output `name`; fails if the stack has no such output. */
    requireOutput(name: string): Property<any>;
}
