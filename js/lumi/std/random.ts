// Random values that the state keeps.

import type { Input, Property } from "../property/property_types.ts";
import { existing } from "../resource/custom_resource.ts";
import { markSdkClass, type ResourceKindSpec } from "../resource/resource.ts";
import type { CustomResourceOptions } from "../resource/resource_options.ts";
import { StdResource } from "./std_resource.ts";

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
export class Id extends StdResource {
  /** The bytes in standard base64. */
  declare readonly base64: Property<string>;
  /** The bytes in URL-safe base64 without padding. Without the prefix, this is the id. */
  declare readonly base64url: Property<string>;
  /** The bytes as a decimal number. */
  declare readonly dec: Property<string>;
  /** The bytes in lower-case hexadecimal digits. */
  declare readonly hex: Property<string>;

  /**
   * @param name The name of the resource in the program; its URN is made of it.
   * @param args The inputs of the resource.
   * @param options Options such as `dependsOn`, `parent` and `protect`.
   */
  constructor(name: string, args: IdArgs, options?: CustomResourceOptions);
  /** @internal */
  constructor(name: string, args: undefined, options: CustomResourceOptions | undefined, plan: ResourceKindSpec);
  constructor(name: string, args?: IdArgs, options?: CustomResourceOptions, plan?: ResourceKindSpec) {
    super("std:random:Id", name, args, options, plan);
  }

  /** Imports an existing id: `[PREFIX,]BASE64URL` or `[PREFIX,]hex:HEX`. */
  static get(name: string, id: Input<string>, options?: CustomResourceOptions): Id {
    return new Id(name, undefined, options, existing(id));
  }
}

markSdkClass(Id, "std:random:Id");

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
export class Password extends StdResource {
  /** The password. @secret */
  declare readonly result: Property<string>;

  /**
   * @param name The name of the resource in the program; its URN is made of it.
   * @param args The inputs of the resource.
   * @param options Options such as `dependsOn`, `parent` and `protect`.
   */
  constructor(name: string, args: PasswordArgs, options?: CustomResourceOptions) {
    super("std:random:Password", name, args, options);
  }
}

markSdkClass(Password, "std:random:Password");

/** The inputs of a `Uuid`. */
export interface UuidArgs extends KeptArgs {}

/** A random UUID (version 4). */
export class Uuid extends StdResource {
  /** The UUID in lower case, which is also the id. */
  declare readonly result: Property<string>;

  /**
   * @param name The name of the resource in the program; its URN is made of it.
   * @param args The inputs of the resource.
   * @param options Options such as `dependsOn`, `parent` and `protect`.
   */
  constructor(name: string, args?: UuidArgs, options?: CustomResourceOptions);
  /** @internal */
  constructor(name: string, args: undefined, options: CustomResourceOptions | undefined, plan: ResourceKindSpec);
  constructor(name: string, args?: UuidArgs, options?: CustomResourceOptions, plan?: ResourceKindSpec) {
    super("std:random:Uuid", name, args, options, plan);
  }

  /** Imports an existing UUID. */
  static get(name: string, id: Input<string>, options?: CustomResourceOptions): Uuid {
    return new Uuid(name, undefined, options, existing(id));
  }
}

markSdkClass(Uuid, "std:random:Uuid");

/** The inputs of an `Integer`. */
export interface IntegerArgs extends SeededArgs {
  /** The smallest possible number. */
  min: Input<number>;
  /** The largest possible number. */
  max: Input<number>;
}

/** A random integer. */
export class Integer extends StdResource {
  /** The number; the id is its text. */
  declare readonly result: Property<number>;

  /**
   * @param name The name of the resource in the program; its URN is made of it.
   * @param args The inputs of the resource.
   * @param options Options such as `dependsOn`, `parent` and `protect`.
   */
  constructor(name: string, args: IntegerArgs, options?: CustomResourceOptions);
  /** @internal */
  constructor(name: string, args: undefined, options: CustomResourceOptions | undefined, plan: ResourceKindSpec);
  constructor(name: string, args?: IntegerArgs, options?: CustomResourceOptions, plan?: ResourceKindSpec) {
    super("std:random:Integer", name, args, options, plan);
  }

  /** Imports an existing number: `NUMBER` or `NUMBER,MIN,MAX`. */
  static get(name: string, id: Input<string>, options?: CustomResourceOptions): Integer {
    return new Integer(name, undefined, options, existing(id));
  }
}

markSdkClass(Integer, "std:random:Integer");

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
export class Pet extends StdResource {
  /** The name, which is also the id. */
  declare readonly result: Property<string>;

  /**
   * @param name The name of the resource in the program; its URN is made of it.
   * @param args The inputs of the resource.
   * @param options Options such as `dependsOn`, `parent` and `protect`.
   */
  constructor(name: string, args?: PetArgs, options?: CustomResourceOptions);
  /** @internal */
  constructor(name: string, args: undefined, options: CustomResourceOptions | undefined, plan: ResourceKindSpec);
  constructor(name: string, args?: PetArgs, options?: CustomResourceOptions, plan?: ResourceKindSpec) {
    super("std:random:Pet", name, args, options, plan);
  }

  /** Imports an existing name. */
  static get(name: string, id: Input<string>, options?: CustomResourceOptions): Pet {
    return new Pet(name, undefined, options, existing(id));
  }
}

markSdkClass(Pet, "std:random:Pet");

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
export class Shuffle<T = string> extends StdResource {
  /** The chosen items. */
  declare readonly result: Property<T[]>;

  /**
   * @param name The name of the resource in the program; its URN is made of it.
   * @param args The inputs of the resource.
   * @param options Options such as `dependsOn`, `parent` and `protect`.
   */
  constructor(name: string, args: ShuffleArgs<T>, options?: CustomResourceOptions) {
    super("std:random:Shuffle", name, args, options);
  }
}

markSdkClass(Shuffle);
