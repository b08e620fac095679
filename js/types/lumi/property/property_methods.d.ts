import type { Property as Whole, Unwrapped } from "./property_types.js";
/** The methods of every Property; compiler messages show this name. */
export interface Property<T> {
    /** Derives a Property with the same value, or the result of `recover` for an error. */
    then<V>(callback: undefined | null, recover: (error: unknown) => V): Whole<T | Unwrapped<V>>;
    /**
     * Derives a Property: `callback` gets the value once it is known, and may return a Property or a
     * promise. If the value stays unknown until it is deployed, the callback does not run and the
     * result is unknown. `recover` gets the error of a Property that failed.
     */
    then<U, V = never>(callback: (value: T) => U, recover?: (error: unknown) => V): Whole<Unwrapped<U> | Unwrapped<V>>;
    /** Throws: use `interpolate`, or `then` and the value it gives. */
    toString(): never;
    /** Throws: use `jsonStringify`. */
    toJSON(): never;
    /** Throws: use `then`. */
    valueOf(): never;
}
