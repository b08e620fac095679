export declare const isDeepStrictEqual: (a: unknown, b: unknown) => boolean;
export declare const isDeepLooseEqual: (a: unknown, b: unknown) => boolean;
