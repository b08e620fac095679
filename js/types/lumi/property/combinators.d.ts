import type { Input, Property, Unwrapped } from "./property_types.js";
/** Combines the Properties in an array or an object, at any depth, into one Property. */
export declare function all<const T extends readonly unknown[]>(values: T): Property<{
    -readonly [K in keyof T]: Unwrapped<T[K]>;
}>;
export declare function all<T extends object>(values: T): Property<Unwrapped<T>>;
/** Builds a text from Properties: ``interpolate`https://${host}:${port}/` ``. */
export declare function interpolate(strings: TemplateStringsArray, ...values: Input<unknown>[]): Property<string>;
/** Concatenates the parts as text. */
export declare function concat(...parts: Input<unknown>[]): Property<string>;
/** `JSON.stringify` for values with Properties in them. */
export declare function jsonStringify(value: unknown, replacer?: ((this: any, key: string, value: any) => unknown) | (string | number)[] | null, space?: string | number): Property<string>;
/** `JSON.parse` for a text in a Property. */
export declare function jsonParse<T = any>(text: Input<string>, reviver?: (this: any, key: string, value: any) => unknown): Property<T>;
/**
 * Marks the value as secret: it is encrypted in the state and never shown. Values derived from it
 * are secret, too.
 */
export declare function secret<T>(value: T): Property<Unwrapped<T>>;
/** The value, no longer secret. */
export declare function unsecret<T>(value: T): Property<Unwrapped<T>>;
/** Whether the value is secret. */
export declare function isSecret(value: unknown): Property<boolean>;
/** Whether the value is known in this run: false for values that only a deployment knows. */
export declare function isKnown(value: unknown): Property<boolean>;
