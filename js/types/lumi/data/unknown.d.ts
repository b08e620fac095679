/** The unknown value, for comparisons in tests. */
export declare const unknown: symbol;
