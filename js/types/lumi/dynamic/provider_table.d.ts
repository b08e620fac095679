import type { ResourceProvider } from "./resource_provider.js";
/**
 * Keeps the provider of a class at hand, so that resources of it can be read and deleted that the
 * program does not have any more: instead of the code that the state keeps, or where that could not
 * be kept. `type` is the class, or its type token such as
 * `dynamic:index:Thing`.
 */
export declare function register(type: string | (abstract new (...args: any[]) => object), provider: ResourceProvider): void;
