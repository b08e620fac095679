import type { Archive } from "./archive.js";
import type { Asset } from "./asset.js";
import type { Resource } from "./resource.js";
/** A value, or one that will be there later. */
export type Input<T> = T | Promise<T> | Property<T>;
/** The inputs of a resource: plain data in which Properties, promises and resources may stand. */
export type Inputs = Record<string, any>;
/** The members of `T`, each as an `Input`. */
export type InputsOf<T> = {
    [K in keyof T]: Input<T[K]>;
};
/**
 * A value that may not be settled yet, may be secret, and knows which resources it came from.
 *
 * Read its members (`p.address.port`), derive from it (`p.then((value) => ...)`) or pass it on as
 * an input. It is neither text nor a number: the compiler refuses arithmetic and methods of
 * strings and arrays. In template literals it refuses only symbols, which no type can be and
 * still be awaited, so those mistakes fail when the program runs: use `interpolate` instead.
 */
export type Property<T> = PropertyMethods<T> & PropertyMembers<T>;
/** What every Property can do. */
export interface PropertyMethods<T> {
    /** Derives a Property that takes over the value, or what `recover` makes of an error. */
    then<V>(callback: undefined | null, recover: (error: unknown) => V): Property<T | Unwrapped<V>>;
    /**
     * Derives a Property: `callback` gets the value once it is known, and may answer a Property or
     * a promise. On a value that stays unknown until it is deployed the callback does not run, and
     * the result is unknown. `recover` gets the error of a Property that failed.
     */
    then<U, V = never>(callback: (value: T) => U, recover?: (error: unknown) => V): Property<Unwrapped<U> | Unwrapped<V>>;
    /** Throws: use `interpolate`, or `then` and the value it gives. */
    toString(): never;
    /** Throws: use `jsonStringify`. */
    toJSON(): never;
    /** Throws: use `then`. */
    valueOf(): never;
}
type IsAny<T> = 0 extends 1 & T ? true : false;
type Scalar = string | number | bigint | boolean | symbol | null | undefined;
type Leaf = Scalar | Date | Uint8Array | Resource | Asset | Archive | ((...args: any[]) => unknown);
/** The members of a `Property<T>`: those of `T`, each as a Property. */
export type PropertyMembers<T> = IsAny<T> extends true ? AnyMembers : [T] extends [Leaf] ? unknown : [NonNullable<T>] extends [readonly (infer E)[]] ? ArrayMembers<E | Missing<T>> : string extends keyof NonNullable<T> ? AnyMembers : ObjectMembers<NonNullable<T>, Missing<T>>;
/** A member of nothing is undefined. */
type Missing<T> = [Extract<T, null | undefined>] extends [never] ? never : undefined;
/** Members of any name. Typed loosely, or data with known members could not be assigned to it. */
export interface AnyMembers {
    readonly [name: string]: any;
}
export interface ArrayMembers<E> {
    readonly [index: number]: Property<E>;
}
type ObjectMembers<T, Missing> = {
    readonly [K in Exclude<keyof T, symbol | keyof PropertyMethods<unknown>>]-?: Property<T[K] | Missing>;
};
/** `T` with every Property and promise in it, at any depth, replaced by its value. */
export type Unwrapped<T> = IsAny<T> extends true ? T : T extends PropertyMethods<infer U> ? U : T extends Leaf ? T : T extends PromiseLike<infer U> ? Unwrapped<U> : T extends object ? {
    [K in keyof T]: Unwrapped<T[K]>;
} : T;
export {};
