/** What the program has set, and null where it has deleted a variable. */
export declare const overrides: Map<string, string | null>;
export declare const env: Record<string, string | undefined>;
