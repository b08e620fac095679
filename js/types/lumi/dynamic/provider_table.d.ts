import type { ResourceProvider } from "./resource_provider.js";
/**
 * Registers the provider of a class, so that resources that the program no longer declares can be
 * read and deleted: it replaces the code in the state, and serves where that code could not be
 * stored. `type` is the class, or its type token such as `dynamic:index:Thing`.
 */
export declare function register(type: string | (abstract new (...args: any[]) => object), provider: ResourceProvider): void;
