/** Variables that the program has set; null for deleted ones. */
export declare const overrides: Map<string, string | null>;
export declare const env: Record<string, string | undefined>;
