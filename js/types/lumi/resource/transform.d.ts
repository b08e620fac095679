import type { Inputs } from "../property/property_types.js";
import type { ResourceOptions } from "./resource_options.js";
/** A resource about to be declared. */
export interface ResourceTransformArgs {
    readonly type: string;
    readonly name: string;
    /** True for custom resources and providers, false for components. */
    readonly custom: boolean;
    readonly inputs: Inputs;
    readonly options: ResourceOptions;
}
/** The inputs and options to use; `undefined` keeps the given ones. */
export type ResourceTransformResult = {
    inputs: Inputs;
    options: ResourceOptions;
} | undefined | void;
export type ResourceTransform = (args: ResourceTransformArgs) => ResourceTransformResult;
/**
 * Applies `transform` to every resource declared from now on, after the transforms of the resource
 * and its parents.
 */
export declare function registerStackTransform(transform: ResourceTransform): void;
