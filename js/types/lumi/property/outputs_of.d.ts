import type { Property } from "./property_types.js";
/** The outputs `O` of a resource as Properties. */
export type OutputsOf<O> = {
    readonly [K in keyof O]: Property<O[K]>;
};
/**
 * The outputs of a resource without a schema: any name, any value.
 *
 * Under `noUncheckedIndexedAccess` the compiler treats each of them as possibly undefined; only
 * `any` prevents that, and with `any` the callbacks of `then` would lose their types. The output
 * always exists: describe it (`new CustomResource<{ arn: string }>(...)`), or write
 * `resource.arn!`.
 */
export interface AnyOutputs {
    readonly [name: string]: Property<any>;
}
/**
 * The type of a `new` expression. `Token` is `never` when the outputs were given (`new
 * CustomResource<{arn: string}>(...)`) or the class is extended, and the type of the first argument
 * otherwise.
 */
export type ResourceWith<Base, Outputs, Token> = [Token] extends [never] ? Base & OutputsOf<Outputs> : Base & AnyOutputs;
/** The type of the first argument: any text. */
export type TypeToken<Token> = [Token] extends [never] ? string : Token;
