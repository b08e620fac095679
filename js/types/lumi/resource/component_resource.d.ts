import type { OutputsOf, ResourceWith, TypeToken } from "../property/outputs_of.js";
import type { Inputs } from "../property/property_types.js";
import { Resource } from "./resource.js";
import type { ComponentResourceOptions } from "./resource_options.js";
/**
 * A group of resources. Extend it, create the children with `{ parent: this }`, and end the
 * constructor with `this.registerOutputs({...})`.
 */
export type ComponentResource<Outputs = unknown> = Resource & {
    /** Sets the outputs of the component, once, after all children are created. */
    registerOutputs(outputs?: Inputs): void;
} & OutputsOf<Outputs>;
export interface ComponentResourceConstructor {
    new <Outputs extends object = object, Token extends string = never>(type: TypeToken<Token>, name: string, inputs?: Inputs, options?: ComponentResourceOptions): ResourceWith<ComponentResource, Outputs, Token>;
    readonly prototype: ComponentResource;
    /** Whether a value is a resource of any class. */
    isInstance(value: unknown): value is Resource;
}
export declare const ComponentResource: ComponentResourceConstructor;
