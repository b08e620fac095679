/** Variables that the program has set; null for deleted ones. */
export declare const overrides: Map<string, string | null>;
/** The value of a variable that the program may read; undefined, without an error, for any other. */
export declare const permitted: (name: string) => string | undefined;
export declare const env: Record<string, string | undefined>;
/** The variables that a child process gets: those of `env`, or the changes to those that Lumi has. */
export declare function environmentOf(env: Record<string, unknown> | undefined): [string, string | null][];
