// A part of an ephemeral resource: what a program has of a value that nothing stores.

import { Marker } from "../protocol/ops.ts";

/** @internal The key of the method that returns the host's marker of an ephemeral value. */
export const EPHEMERAL = Symbol("lumi.ephemeral");

/** @internal Where an ephemeral value may be used. */
export const EPHEMERAL_PLACES =
  "give it to a write-only input, to the configuration of a provider or to another ephemeral resource";

/**
 * A part of an ephemeral resource, such as a password that is made for this run alone. The value itself is never in
 * the program, and in no state, plan or log: a provider gets it, as a write-only input, as its configuration, or as an
 * argument of another ephemeral resource. Any other use is an error.
 */
export class EphemeralValue {
  readonly #reference: string;

  /** @internal */
  constructor(reference: string) {
    this.#reference = reference;
  }

  /** @internal */
  [EPHEMERAL](): Marker {
    return new Marker("ephemeral", this.#reference);
  }

  /** Throws: an ephemeral value has no text. */
  toString(): never {
    throw this.#misuse("text");
  }

  /** Throws: an ephemeral value is in no JSON. */
  toJSON(): never {
    throw this.#misuse("JSON");
  }

  /** Throws: nothing can be computed from an ephemeral value. */
  [Symbol.toPrimitive](): never {
    throw this.#misuse("text or a number");
  }

  #misuse(what: string): TypeError {
    const [, token, path] = this.#reference.split(" ");
    return new TypeError(`the ephemeral value "${path}" of ${token} cannot be used as ${what}; ${EPHEMERAL_PLACES}`);
  }
}
