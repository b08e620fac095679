import type { Input, Property } from "../property/property_types.js";
import type { CustomResourceOptions } from "../resource/resource_options.js";
import { StdResource } from "./std_resource.js";
/** What every random value is kept with. */
export interface KeptArgs {
    /** Any values: as long as none of them changes, the random value stays the same. */
    keepers?: Input<Record<string, any>>;
}
/** What a seed is for. */
export interface SeededArgs extends KeptArgs {
    /**
     * With a seed the result depends on nothing but the inputs: it is the same in every stack, on
     * every machine and in every version. Without one it comes from the operating system.
     */
    seed?: Input<string | number>;
}
/** The inputs of an `Id`. */
export interface IdArgs extends KeptArgs {
    /** How many random bytes there are, from 1 to 1024. */
    byteLength: Input<number>;
    /** Stands before the bytes in every output, but not in the id. */
    prefix?: Input<string>;
}
/** Random bytes, written in several ways. An `Id` is not secret; use `Password` for secrets. */
export declare class Id extends StdResource {
    /** The bytes in standard base64. */
    readonly base64: Property<string>;
    /** The bytes in base64 that can be part of a URL, without padding. Without the prefix it is the id. */
    readonly base64url: Property<string>;
    /** The bytes as one decimal number. */
    readonly dec: Property<string>;
    /** The bytes in lower-case hexadecimal digits. */
    readonly hex: Property<string>;
    constructor(name: string, args: IdArgs, options?: CustomResourceOptions);
    /** Takes an id from elsewhere: `[PREFIX,]BASE64URL` or `[PREFIX,]hex:HEX`. */
    static get(name: string, id: Input<string>, options?: CustomResourceOptions): Id;
}
/** The inputs of a `Password`. */
export interface PasswordArgs extends KeptArgs {
    /** How many characters it has, from 1 to 1024. */
    length: Input<number>;
    /** Whether there may be lower-case letters from a to z. The default is true. */
    lower?: Input<boolean>;
    /** Whether there may be upper-case letters from A to Z. The default is true. */
    upper?: Input<boolean>;
    /** Whether there may be digits. The default is true. */
    numeric?: Input<boolean>;
    /** Whether there may be other characters: `!@#$%&*()-_=+[]{}<>:?`. The default is true. */
    special?: Input<boolean>;
    /** How many lower-case letters there are at least. The default is 0. */
    minLower?: Input<number>;
    /** How many upper-case letters there are at least. The default is 0. */
    minUpper?: Input<number>;
    /** How many digits there are at least. The default is 0. */
    minNumeric?: Input<number>;
    /** How many other characters there are at least. The default is 0. */
    minSpecial?: Input<number>;
    /** Which other characters there may be. */
    overrideSpecial?: Input<string>;
}
/** A random text that is secret. */
export declare class Password extends StdResource {
    /** The password, a secret. */
    readonly result: Property<string>;
    constructor(name: string, args: PasswordArgs, options?: CustomResourceOptions);
}
/** The inputs of a `Uuid`. */
export interface UuidArgs extends KeptArgs {
}
/** A random UUID (version 4). */
export declare class Uuid extends StdResource {
    /** The UUID in lower case; it is the id too. */
    readonly result: Property<string>;
    constructor(name: string, args?: UuidArgs, options?: CustomResourceOptions);
    /** Takes a UUID from elsewhere. */
    static get(name: string, id: Input<string>, options?: CustomResourceOptions): Uuid;
}
/** The inputs of an `Integer`. */
export interface IntegerArgs extends SeededArgs {
    /** The least number that is possible. */
    min: Input<number>;
    /** The greatest number that is possible. */
    max: Input<number>;
}
/** A random whole number. */
export declare class Integer extends StdResource {
    /** The number; as text it is the id. */
    readonly result: Property<number>;
    constructor(name: string, args: IntegerArgs, options?: CustomResourceOptions);
    /** Takes a number from elsewhere: `NUMBER` or `NUMBER,MIN,MAX`. */
    static get(name: string, id: Input<string>, options?: CustomResourceOptions): Integer;
}
/** The inputs of a `Pet`. */
export interface PetArgs extends KeptArgs {
    /** How many words it has, from 1 to 16. The default is 2. */
    length?: Input<number>;
    /** Stands before the first word, as a separate word. */
    prefix?: Input<string>;
    /** Stands between words. The default is `-`. */
    separator?: Input<string>;
}
/** A name one can remember, such as `brave-otter`. */
export declare class Pet extends StdResource {
    /** The name; it is the id too. */
    readonly result: Property<string>;
    constructor(name: string, args?: PetArgs, options?: CustomResourceOptions);
    /** Takes a name from elsewhere. */
    static get(name: string, id: Input<string>, options?: CustomResourceOptions): Pet;
}
/** The inputs of a `Shuffle`. */
export interface ShuffleArgs<T = unknown> extends SeededArgs {
    /** What is put into another order. */
    inputs: Input<Input<T>[]>;
    /**
     * How many of them are wanted. The default is all of them. If more are wanted than there are,
     * they come again, in yet another order.
     */
    resultCount?: Input<number>;
}
/** A list in another order, or a choice from a list. */
export declare class Shuffle<T = string> extends StdResource {
    /** The chosen items. */
    readonly result: Property<T[]>;
    constructor(name: string, args: ShuffleArgs<T>, options?: CustomResourceOptions);
}
