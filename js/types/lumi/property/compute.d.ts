import type { Archive } from "./archive.js";
import type { Asset } from "./asset.js";
import type { ClosureDependency } from "./closure_dependency.js";
import { Property } from "./property.js";
/** A function that was serialised with what it captures. */
export interface ComputeClosure {
    /** The function itself. */
    readonly callback: (...args: any[]) => unknown;
    /** The name of the entry module in `archive`; its default export is the function. */
    readonly entry: string;
    /** A name for the folder that `archive` is unpacked to, made of the function's name and its hash. */
    readonly folder: Property<string>;
    /** SHA-256 of what is deployed, in hex: another one means other code. */
    readonly hash: Property<string>;
    /** Entry module and package.json. */
    readonly archive: Property<Archive>;
    /** The entry module alone. */
    readonly code: Property<Asset>;
    /** Which resources it uses, and how. */
    readonly dependencies: Property<readonly ClosureDependency[]>;
    /** The environment variables that it reads, with the outputs that they stand for; but for secrets. */
    readonly env: Property<Record<string, string>>;
    /** The environment variables that the function reads and that are secret; they must not be shown. */
    readonly secretEnv: Property<Record<string, string>>;
    /** The names in `secretEnv`, which are known where the values are not. */
    readonly secrets: Property<readonly string[]>;
    /** The versions of the packages that it imports, by name; they are not in `archive`. */
    readonly packages: Property<Record<string, string>>;
}
/**
 * Turns a function into code that runs elsewhere. What it captures is taken along: data by value,
 * functions and classes as code, packages by import, outputs of resources through the environment.
 */
export declare function compute(callback: (...args: any[]) => unknown): ComputeClosure;
/**
 * A closure around a closure: `adapter` gets the function and answers the one that the platform
 * calls. Dependencies of both flow through.
 */
export declare function wrapClosure(inner: ComputeClosure | ((...args: any[]) => unknown), adapter: (inner: (...args: any[]) => unknown) => (...args: any[]) => unknown): ComputeClosure;
