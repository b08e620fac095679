/** The variables of a text; quoted values may have several lines. */
export declare function parseEnv(content: string): Record<string, string>;
