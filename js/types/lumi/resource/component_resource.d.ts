import type { OutputsOf, ResourceWith, TypeToken } from "../property/outputs_of.js";
import type { Inputs } from "../property/property_types.js";
import { Resource } from "./resource.js";
import type { ComponentResourceOptions } from "./resource_options.js";
/**
 * A group of resources. Extend it, create the children with `{ parent: this }`, and end the
 * constructor with `this.registerOutputs({...})`.
 */
export type ComponentResource<Outputs = unknown> = Resource & {
    /** Says what the component's outputs are, once, when all children are created. */
    registerOutputs(outputs?: Inputs): void;
} & OutputsOf<Outputs>;
export interface ComponentResourceConstructor {
    new <Outputs extends object = object, Token extends string = never>(type: TypeToken<Token>, name: string, inputs?: Inputs, options?: ComponentResourceOptions): ResourceWith<ComponentResource, Outputs, Token>;
    readonly prototype: ComponentResource;
    /** True for every resource, whatever class it is of. */
    isInstance(value: unknown): value is Resource;
}
export declare const ComponentResource: ComponentResourceConstructor;
