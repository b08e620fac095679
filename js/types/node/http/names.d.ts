export declare const METHODS: string[];
export declare const STATUS_CODES: Record<number, string>;
export declare const isToken: (text: unknown) => text is string;
export declare const hasInvalidCharacter: (text: string) => boolean;
/** Throws if `name` cannot be the name of a header. */
export declare function validateHeaderName(name: unknown, label?: string): asserts name is string;
/** Throws if `value` cannot be the value of the header `name`. */
export declare function validateHeaderValue(name: string, value: unknown): void;
/** An argument of the wrong type, where Node quotes its name as an argument even with a dot. */
export declare function wrongType(name: string, wanted: string, value: unknown): Error;
/** The words for an option in an `Error` of Node. */
export declare function checkFunction(name: string, value: unknown): void;
