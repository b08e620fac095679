/**
 * A part of an ephemeral resource, such as a password that is made for this run alone. The value itself is never in
 * the program, and in no state, plan or log: a provider gets it, as a write-only input, as its configuration, or as an
 * argument of another ephemeral resource. Any other use is an error.
 */
export declare class EphemeralValue {
    #private;
    /** Throws: an ephemeral value has no text. */
    toString(): never;
    /** Throws: an ephemeral value is in no JSON. */
    toJSON(): never;
    /** Throws: nothing can be computed from an ephemeral value. */
    [Symbol.toPrimitive](): never;
}
