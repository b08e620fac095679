import type { Unwrapped } from "./property_types.js";
/** The value of a Property, or of data that contains Properties. Rejects if it is unknown. */
export declare function value<T>(property: T): Promise<Unwrapped<T>>;
