import type { ResourceTransform } from "./resource_options.js";
/**
 * Applies `transform` to every resource declared from now on, after the transforms of the resource
 * and its parents.
 */
export declare function registerStackTransform(transform: ResourceTransform): void;
