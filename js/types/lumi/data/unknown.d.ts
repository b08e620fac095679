/** The value that stands where a value is unknown, to compare with. */
export declare const unknown: symbol;
