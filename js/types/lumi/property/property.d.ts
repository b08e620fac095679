import type { Property as PropertyMethods } from "./property_methods.js";
import type { Property as PropertyOf, Unwrapped } from "./property_types.js";
/** The result of `Property.pending`. */
export interface Deferred<T> {
    property: PropertyOf<T>;
    /**
     * Settles the property with a value, a promise or another Property. Later calls have no effect.
     */
    resolve(value: T | PromiseLike<T> | PropertyOf<T>): void;
    /** Fails the property. */
    reject(error: unknown): void;
}
export interface PropertyConstructor {
    /** A Property of a value, a promise, another Property, or data that contains these. */
    new <T>(value: T): PropertyOf<Unwrapped<T>>;
    readonly prototype: PropertyMethods<unknown>;
    /** A Property that the program settles later. */
    pending<T>(): Deferred<T>;
    /** Whether a value is a Property. */
    isInstance(value: unknown): value is PropertyOf<unknown>;
}
export declare const Property: PropertyConstructor;
export type Property<T> = PropertyOf<T>;
