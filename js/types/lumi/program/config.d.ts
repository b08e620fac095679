import type { Property } from "../property/property_types.js";
/** Constraints on a text. */
export interface StringConfigOptions<K extends string = string> {
    allowedValues?: readonly K[];
    minLength?: number;
    maxLength?: number;
    pattern?: string | RegExp;
}
/** Constraints on a number. */
export interface NumberConfigOptions {
    min?: number;
    max?: number;
}
/** The configuration of one namespace, by default that of the project. */
export declare class Config {
    readonly name: string;
    constructor(name?: string);
    get<K extends string = string>(key: string, options?: StringConfigOptions<K>): K | undefined;
    require<K extends string = string>(key: string, options?: StringConfigOptions<K>): K;
    getSecret<K extends string = string>(key: string, options?: StringConfigOptions<K>): Property<K> | undefined;
    requireSecret<K extends string = string>(key: string, options?: StringConfigOptions<K>): Property<K>;
    getNumber(key: string, options?: NumberConfigOptions): number | undefined;
    requireNumber(key: string, options?: NumberConfigOptions): number;
    getSecretNumber(key: string, options?: NumberConfigOptions): Property<number> | undefined;
    requireSecretNumber(key: string, options?: NumberConfigOptions): Property<number>;
    getBoolean(key: string): boolean | undefined;
    requireBoolean(key: string): boolean;
    getSecretBoolean(key: string): Property<boolean> | undefined;
    requireSecretBoolean(key: string): Property<boolean>;
    getObject<T>(key: string): T | undefined;
    requireObject<T>(key: string): T;
    getSecretObject<T>(key: string): Property<T> | undefined;
    requireSecretObject<T>(key: string): Property<T>;
    private find;
    private plain;
    private secret;
    private required;
    /** The keys of its namespace that are set. */
    private keys;
}
