import type { Property } from "../property/property_types.js";
/** Constraints on a text. */
export interface StringConfigOptions<K extends string = string> {
    /** The texts that are accepted; the type of the result is one of them. */
    allowedValues?: readonly K[];
    /** The smallest length, in UTF-16 units. */
    minLength?: number;
    /** The largest length, in UTF-16 units. */
    maxLength?: number;
    /** A regular expression that the text must match. */
    pattern?: string | RegExp;
}
/** Constraints on a number. */
export interface NumberConfigOptions {
    /** The smallest number that is accepted. */
    min?: number;
    /** The largest number that is accepted. */
    max?: number;
}
/**
 * The configuration of one namespace, by default that of the project: values of `Lumi.yaml`, of
 * `Lumi.STACK.yaml`, which `lumi config set` writes, and of `-c KEY=VALUE`.
 *
 * `get...` returns `undefined` for a key that is not set, and `require...` throws. Read secrets with
 * `...Secret...`, which returns a Property that keeps the value secret; the others give plain text, with
 * a warning if the value is a secret.
 */
export declare class Config {
    /** The namespace. */
    readonly name: string;
    /** @param name The namespace, such as `aws`; by default the name of the project. */
    constructor(name?: string);
    /** Returns a text; `undefined` if the key is not set. */
    get<K extends string = string>(key: string, options?: StringConfigOptions<K>): K | undefined;
    /** Returns a text. Throws if the key is not set. */
    require<K extends string = string>(key: string, options?: StringConfigOptions<K>): K;
    /** Returns a text as a secret Property; `undefined` if the key is not set. */
    getSecret<K extends string = string>(key: string, options?: StringConfigOptions<K>): Property<K> | undefined;
    /** Returns a text as a secret Property. Throws if the key is not set. */
    requireSecret<K extends string = string>(key: string, options?: StringConfigOptions<K>): Property<K>;
    /** Returns a number; `undefined` if the key is not set. */
    getNumber(key: string, options?: NumberConfigOptions): number | undefined;
    /** Returns a number. Throws if the key is not set. */
    requireNumber(key: string, options?: NumberConfigOptions): number;
    /** Returns a number as a secret Property; `undefined` if the key is not set. */
    getSecretNumber(key: string, options?: NumberConfigOptions): Property<number> | undefined;
    /** Returns a number as a secret Property. Throws if the key is not set. */
    requireSecretNumber(key: string, options?: NumberConfigOptions): Property<number>;
    /** Returns `true` or `false`; `undefined` if the key is not set. */
    getBoolean(key: string): boolean | undefined;
    /** Returns `true` or `false`. Throws if the key is not set. */
    requireBoolean(key: string): boolean;
    /** Returns `true` or `false` as a secret Property; `undefined` if the key is not set. */
    getSecretBoolean(key: string): Property<boolean> | undefined;
    /** Returns `true` or `false` as a secret Property. Throws if the key is not set. */
    requireSecretBoolean(key: string): Property<boolean>;
    /** Returns an object, a list or another value in JSON; `undefined` if the key is not set. */
    getObject<T>(key: string): T | undefined;
    /** Returns an object, a list or another value in JSON. Throws if the key is not set. */
    requireObject<T>(key: string): T;
    /** Returns an object, a list or another value in JSON as a secret Property; `undefined` if the key is not set. */
    getSecretObject<T>(key: string): Property<T> | undefined;
    /** Returns an object, a list or another value in JSON as a secret Property. Throws if the key is not set. */
    requireSecretObject<T>(key: string): Property<T>;
    private find;
    private plain;
    private secret;
    private required;
    /** The keys of its namespace that are set. */
    private keys;
}
