import type { OutputsOf, ResourceWith, TypeToken } from "../property/outputs_of.js";
import type { Inputs } from "../property/property_types.js";
import { Resource } from "./resource.js";
import type { CustomResourceOptions } from "./resource_options.js";
/** The options of a remote component. */
export type RemoteComponentOptions = Omit<CustomResourceOptions, "import">;
/**
 * A component that the plugin of its package constructs: the plugin registers the children and
 * returns the outputs. Every output is a Property.
 */
export type RemoteComponent<Outputs = unknown> = Resource & OutputsOf<Outputs>;
export interface RemoteComponentConstructor {
    new <Outputs extends object = object, Token extends string = never>(type: TypeToken<Token>, name: string, inputs?: Inputs, options?: RemoteComponentOptions): ResourceWith<RemoteComponent, Outputs, Token>;
    readonly prototype: RemoteComponent;
    /** Whether a value is a resource of any class. */
    isInstance(value: unknown): value is Resource;
}
export declare const RemoteComponent: RemoteComponentConstructor;
