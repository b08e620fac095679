import type { ResourceProvider } from "./resource_provider.js";
/**
 * Keeps the provider of a class at hand, so that resources of it can be read and deleted that the
 * program does not have any more. `type` is the class, or its type token such as
 * `dynamic:index:Thing`.
 */
export declare function register(type: string | (abstract new (...args: any[]) => object), provider: ResourceProvider): void;
