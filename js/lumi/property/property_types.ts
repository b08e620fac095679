// The types of properties: what goes in, what comes out, and which members can be read on one.

import type { Archive } from "./archive.ts";
import type { Asset } from "./asset.ts";
import type { Property as PropertyMethods } from "./property_methods.ts";
import type { Resource } from "../resource/resource.ts";

/**
 * A value, or one that will be there later.
 *
 * Which members can be read on a Property is of no interest here: with them, errors in the members of an
 * object would be blamed on the first member, as if a Property were wanted.
 */
export type Input<T> = T | Promise<T> | PropertyMethods<T>;

/** The inputs of a resource: plain data in which Properties, promises and resources may stand. */
export type Inputs = Record<string, any>;

/** The members of `T`, each as an `Input`. */
export type InputsOf<T> = { [K in keyof T]: Input<T[K]> };

/**
 * A value that may not be settled yet, may be secret, and knows which resources it came from.
 *
 * Read its members (`p.address.port`), derive from it (`p.then((value) => ...)`) or pass it on as
 * an input. It is neither text nor a number: the compiler refuses arithmetic on it, and methods of
 * strings and arrays. It cannot refuse `"a" + p` and `${p}`, as TypeScript makes text of every object
 * there; these mistakes fail when the program runs. Use `interpolate` instead.
 */
export type Property<T> = PropertyMethods<T> & PropertyMembers<T>;

type IsAny<T> = 0 extends 1 & T ? true : false;
type Scalar = string | number | bigint | boolean | symbol | null | undefined;
type Leaf = Scalar | Date | Uint8Array | Resource | Asset | Archive | ((...args: any[]) => unknown);

/** The members of a `Property<T>`: those of `T`, each as a Property. */
export type PropertyMembers<T> = IsAny<T> extends true ? AnyMembers
  : [T] extends [Leaf] ? unknown
  : HasLeaf<T> extends true ? unknown
  : [NonNullable<T>] extends [readonly (infer E)[]] ? ArrayMembers<E | Missing<T>>
  : string extends keyof NonNullable<T> ? AnyMembers
  : ObjectMembers<NonNullable<T>, Missing<T>>;

/**
 * Whether `T` may be a text, a number or another value without members: of such a union no member can be
 * read, and a Property of each of its types is one of the union.
 */
type HasLeaf<T> = [Extract<NonNullable<T>, Leaf>] extends [never] ? false : true;

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
export type Unwrapped<T> = IsAny<T> extends true ? T
  : T extends PropertyMethods<infer U> ? U
  : T extends Leaf ? T
  : T extends PromiseLike<infer U> ? Unwrapped<U>
  : T extends object ? { [K in keyof T]: Unwrapped<T[K]> }
  : T;
