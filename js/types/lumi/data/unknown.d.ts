/** The value of a hole, for comparisons in tests. */
export declare const unknown: symbol;
