type ErrorClass = new (message: string) => Error;
/** An error with one of Node's codes; `message` is Node's text. */
export declare function coded(type: ErrorClass, code: string, message: string): Error & {
    code: string;
};
/** The error of an operation that a signal ended. */
export declare function abortError(cause?: unknown): Error & {
    code: string;
};
/** How Node writes the value that an argument got instead of what it takes. */
export declare function received(value: unknown): string;
/** An argument of the wrong type: `name` as in the call, `wanted` as in "of type string". */
export declare function invalidArgType(name: string, wanted: string, value: unknown): Error;
/** A value outside its range, such as ">= 0 && <= 255". */
export declare function outOfRange(name: string, range: string, value: unknown): Error;
/** An argument of the right type with a value that cannot be used; `shown` is the value as text. */
export declare function invalidArgValue(name: string, shown: string, reason?: string): Error;
export {};
