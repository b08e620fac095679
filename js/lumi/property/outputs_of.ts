// The types of reading outputs on resources.

import type { Property } from "./property_types.ts";

/** The outputs `O` as Properties, as they can be read on a resource. */
export type OutputsOf<O> = { readonly [K in keyof O]: Property<O[K]> };

/**
 * The outputs of a resource without a schema: any name, any value.
 *
 * Under `noUncheckedIndexedAccess` the compiler takes each of them as possibly undefined, which no
 * type can prevent but `any`, and on `any` the callbacks of `then` would lose their types. The
 * output is always there: describe it (`new CustomResource<{ arn: string }>(...)`), or write
 * `resource.arn!`.
 */
export interface AnyOutputs {
  readonly [name: string]: Property<any>;
}

/**
 * What `new` answers. `Token` is `never` when the outputs were given (`new CustomResource<{arn:
 * string}>(...)`) or the class is extended, and the type of the first argument otherwise.
 */
export type ResourceWith<Base, Outputs, Token> = [Token] extends [never] ? Base & OutputsOf<Outputs>
  : Base & AnyOutputs;

/** The type of the first argument: any text. */
export type TypeToken<Token> = [Token] extends [never] ? string : Token;
