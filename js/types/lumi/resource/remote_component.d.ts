import type { OutputsOf, ResourceWith, TypeToken } from "../property/outputs_of.js";
import type { Inputs } from "../property/property_types.js";
import { Resource } from "./resource.js";
import type { CustomResourceOptions } from "./resource_options.js";
/** What a component takes that its provider makes. */
export type RemoteComponentOptions = Omit<CustomResourceOptions, "import">;
/**
 * A component that the plugin of its package makes: it registers the children, and says what the outputs
 * are. Every output is a Property.
 */
export type RemoteComponent<Outputs = unknown> = Resource & OutputsOf<Outputs>;
export interface RemoteComponentConstructor {
    new <Outputs extends object = object, Token extends string = never>(type: TypeToken<Token>, name: string, inputs?: Inputs, options?: RemoteComponentOptions): ResourceWith<RemoteComponent, Outputs, Token>;
    readonly prototype: RemoteComponent;
    /** True for every resource, whatever class it is of. */
    isInstance(value: unknown): value is Resource;
}
export declare const RemoteComponent: RemoteComponentConstructor;
