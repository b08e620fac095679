import type { ResourceMark } from "../cell/resource_key.js";
import type { Archive } from "./archive.js";
import type { Asset } from "./asset.js";
import type { Property as PropertyMethods } from "./property_methods.js";
/**
 * A value, or a Property or promise of it.
 *
 * Uses only the methods of Properties: with their members, the compiler would report errors in
 * nested objects at the first member, as if a Property were expected.
 */
export type Input<T> = T | Promise<T> | PropertyMethods<T>;
/** The inputs of a resource: plain data that may contain Properties, promises and resources. */
export type Inputs = Record<string, any>;
/** The members of `T`, each as an `Input`. */
export type InputsOf<T> = {
    [K in keyof T]: Input<T[K]>;
};
/**
 * A value that may be unsettled or secret, and that records which resources it came from.
 *
 * Read its members (`p.address.port`), derive from it (`p.then((value) => ...)`) or pass it on as
 * an input. The compiler refuses arithmetic on a Property, and methods of strings and arrays.
 * TypeScript allows `"a" + p` and `${p}` for every object; these mistakes fail when the program
 * runs. Use `interpolate` instead.
 */
export type Property<T> = PropertyMethods<T> & PropertyMembers<T>;
type IsAny<T> = 0 extends 1 & T ? true : false;
type Scalar = string | number | bigint | boolean | symbol | null | undefined;
type Leaf = Scalar | Date | Uint8Array | ResourceMark | Asset | Archive | ((...args: any[]) => unknown);
/** The members of a `Property<T>`: the members of `T` as Properties. */
export type PropertyMembers<T> = IsAny<T> extends true ? AnyMembers : [T] extends [Leaf] ? unknown : HasLeaf<T> extends true ? unknown : [NonNullable<T>] extends [readonly (infer E)[]] ? ArrayMembers<E | Missing<T>> : string extends keyof NonNullable<T> ? AnyMembers : ObjectMembers<NonNullable<T>, Missing<T>>;
/**
 * Whether `T` may be a primitive. Members of such a union cannot be read, and a Property of one of
 * its types is assignable to it.
 */
type HasLeaf<T> = [Extract<NonNullable<T>, Leaf>] extends [never] ? false : true;
/** Members of null and undefined are undefined. */
type Missing<T> = [Extract<T, null | undefined>] extends [never] ? never : undefined;
/** Members of any name. Loosely typed, so that data with known members can be assigned. */
export interface AnyMembers {
    readonly [name: string]: any;
}
export interface ArrayMembers<E> {
    readonly [index: number]: Property<E>;
}
type ObjectMembers<T, Missing> = {
    readonly [K in Exclude<keyof T, symbol | keyof PropertyMethods<unknown>>]-?: Property<T[K] | Missing>;
};
/** `T` with every Property and promise, at any depth, replaced by its value. */
export type Unwrapped<T> = IsAny<T> extends true ? T : T extends PropertyMethods<infer U> ? U : T extends Leaf ? T : T extends PromiseLike<infer U> ? Unwrapped<U> : T extends object ? {
    [K in keyof T]: Unwrapped<T[K]>;
} : T;
export {};
