// What a Property can do, whatever its value is.

import type { Property as Whole, Unwrapped } from "./property_types.ts";

/** What every Property can do; the compiler calls it by this name in its messages. */
export interface Property<T> {
  /** Derives a Property that takes over the value, or what `recover` makes of an error. */
  then<V>(
    callback: undefined | null,
    recover: (error: unknown) => V,
  ): Whole<T | Unwrapped<V>>;
  // The last overload is the one that `Awaited` looks at.
  /**
   * Derives a Property: `callback` gets the value once it is known, and may answer a Property or
   * a promise. On a value that stays unknown until it is deployed the callback does not run, and
   * the result is unknown. `recover` gets the error of a Property that failed.
   */
  then<U, V = never>(
    callback: (value: T) => U,
    recover?: (error: unknown) => V,
  ): Whole<Unwrapped<U> | Unwrapped<V>>;
  /** Throws: use `interpolate`, or `then` and the value it gives. */
  toString(): never;
  /** Throws: use `jsonStringify`. */
  toJSON(): never;
  /** Throws: use `then`. */
  valueOf(): never;
}
