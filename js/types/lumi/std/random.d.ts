import type { Input, Property } from "../property/property_types.js";
import type { CustomResourceOptions } from "../resource/resource_options.js";
import { StdResource } from "./std_resource.js";
/** The inputs of every random value. */
export interface KeptArgs {
    /** Any values: the random value changes only when one of them does. */
    keepers?: Input<Record<string, any>>;
}
/** The inputs of random values with an optional seed. */
export interface SeededArgs extends KeptArgs {
    /**
     * With a seed, the result depends only on the inputs: it is the same in every stack, on every
     * machine and in every version. Without one, it comes from the operating system.
     */
    seed?: Input<string | number>;
}
/** The inputs of an `Id`. */
export interface IdArgs extends KeptArgs {
    /** The number of random bytes, from 1 to 1024. */
    byteLength: Input<number>;
    /** A prefix of every output; the id has none. */
    prefix?: Input<string>;
}
/** Random bytes in several encodings. An `Id` is not secret; use `Password` for secrets. */
export declare class Id extends StdResource {
    /** The bytes in standard base64. */
    readonly base64: Property<string>;
    /** The bytes in URL-safe base64 without padding. Without the prefix, this is the id. */
    readonly base64url: Property<string>;
    /** The bytes as a decimal number. */
    readonly dec: Property<string>;
    /** The bytes in lower-case hexadecimal digits. */
    readonly hex: Property<string>;
    /**
     * @param name The name of the resource in the program; its URN is made of it.
     * @param args The inputs of the resource.
     * @param options Options such as `dependsOn`, `parent` and `protect`.
     */
    constructor(name: string, args: IdArgs, options?: CustomResourceOptions);
    /** Imports an existing id: `[PREFIX,]BASE64URL` or `[PREFIX,]hex:HEX`. */
    static get(name: string, id: Input<string>, options?: CustomResourceOptions): Id;
}
/** The inputs of a `Password`. */
export interface PasswordArgs extends KeptArgs {
    /** The number of characters, from 1 to 1024. */
    length: Input<number>;
    /** Whether to use lower-case letters from a to z. The default is true. */
    lower?: Input<boolean>;
    /** Whether to use upper-case letters from A to Z. The default is true. */
    upper?: Input<boolean>;
    /** Whether to use digits. The default is true. */
    numeric?: Input<boolean>;
    /** Whether to use special characters: `!@#$%&*()-_=+[]{}<>:?`. The default is true. */
    special?: Input<boolean>;
    /** The minimum number of lower-case letters. The default is 0. */
    minLower?: Input<number>;
    /** The minimum number of upper-case letters. The default is 0. */
    minUpper?: Input<number>;
    /** The minimum number of digits. The default is 0. */
    minNumeric?: Input<number>;
    /** The minimum number of special characters. The default is 0. */
    minSpecial?: Input<number>;
    /** The special characters to use. */
    overrideSpecial?: Input<string>;
}
/** A random secret text. */
export declare class Password extends StdResource {
    /** The password. @secret */
    readonly result: Property<string>;
    /**
     * @param name The name of the resource in the program; its URN is made of it.
     * @param args The inputs of the resource.
     * @param options Options such as `dependsOn`, `parent` and `protect`.
     */
    constructor(name: string, args: PasswordArgs, options?: CustomResourceOptions);
}
/** The inputs of a `Uuid`. */
export interface UuidArgs extends KeptArgs {
}
/** A random UUID (version 4). */
export declare class Uuid extends StdResource {
    /** The UUID in lower case, which is also the id. */
    readonly result: Property<string>;
    /**
     * @param name The name of the resource in the program; its URN is made of it.
     * @param args The inputs of the resource.
     * @param options Options such as `dependsOn`, `parent` and `protect`.
     */
    constructor(name: string, args?: UuidArgs, options?: CustomResourceOptions);
    /** Imports an existing UUID. */
    static get(name: string, id: Input<string>, options?: CustomResourceOptions): Uuid;
}
/** The inputs of an `Integer`. */
export interface IntegerArgs extends SeededArgs {
    /** The smallest possible number. */
    min: Input<number>;
    /** The largest possible number. */
    max: Input<number>;
}
/** A random integer. */
export declare class Integer extends StdResource {
    /** The number; the id is its text. */
    readonly result: Property<number>;
    /**
     * @param name The name of the resource in the program; its URN is made of it.
     * @param args The inputs of the resource.
     * @param options Options such as `dependsOn`, `parent` and `protect`.
     */
    constructor(name: string, args: IntegerArgs, options?: CustomResourceOptions);
    /** Imports an existing number: `NUMBER` or `NUMBER,MIN,MAX`. */
    static get(name: string, id: Input<string>, options?: CustomResourceOptions): Integer;
}
/** The inputs of a `Pet`. */
export interface PetArgs extends KeptArgs {
    /** The number of words, from 1 to 16. The default is 2. */
    length?: Input<number>;
    /** A prefix, as a separate word. */
    prefix?: Input<string>;
    /** The separator between words. The default is `-`. */
    separator?: Input<string>;
}
/** A memorable name, such as `brave-otter`. */
export declare class Pet extends StdResource {
    /** The name, which is also the id. */
    readonly result: Property<string>;
    /**
     * @param name The name of the resource in the program; its URN is made of it.
     * @param args The inputs of the resource.
     * @param options Options such as `dependsOn`, `parent` and `protect`.
     */
    constructor(name: string, args?: PetArgs, options?: CustomResourceOptions);
    /** Imports an existing name. */
    static get(name: string, id: Input<string>, options?: CustomResourceOptions): Pet;
}
/** The inputs of a `Shuffle`. */
export interface ShuffleArgs<T = unknown> extends SeededArgs {
    /** The items to shuffle. */
    inputs: Input<Input<T>[]>;
    /**
     * The number of results. The default is the number of items. If it is larger, items repeat in a
     * new order.
     */
    resultCount?: Input<number>;
}
/** A shuffled list, or a random choice from a list. */
export declare class Shuffle<T = string> extends StdResource {
    /** The chosen items. */
    readonly result: Property<T[]>;
    /**
     * @param name The name of the resource in the program; its URN is made of it.
     * @param args The inputs of the resource.
     * @param options Options such as `dependsOn`, `parent` and `protect`.
     */
    constructor(name: string, args: ShuffleArgs<T>, options?: CustomResourceOptions);
}
