export interface AssertionErrorOptions {
    message?: string | undefined;
    actual?: unknown;
    expected?: unknown;
    operator?: string;
}
export declare class AssertionError extends Error {
    readonly code = "ERR_ASSERTION";
    actual: unknown;
    expected: unknown;
    operator: string | undefined;
    generatedMessage: boolean;
    constructor(options: AssertionErrorOptions);
    get name(): string;
}
type Message = string | Error | undefined;
export declare function ok(value: unknown, message?: Message): asserts value;
export declare function fail(message?: Message): never;
type Comparison = (actual: unknown, expected: unknown, message?: Message) => void;
export declare const equal: Comparison;
export declare const notEqual: Comparison;
export declare const strictEqual: Comparison;
export declare const notStrictEqual: Comparison;
export declare const deepEqual: Comparison;
export declare const notDeepEqual: Comparison;
export declare const deepStrictEqual: Comparison;
export declare const notDeepStrictEqual: Comparison;
export declare function match(text: string, pattern: RegExp, message?: Message): void;
export declare function doesNotMatch(text: string, pattern: RegExp, message?: Message): void;
export declare function ifError(value: unknown): asserts value is null | undefined;
type ErrorClass = new (...args: any[]) => Error;
export type Expected = RegExp | ErrorClass | ((error: unknown) => boolean) | object;
export declare function throws(action: () => unknown, expected?: Expected | string, message?: Message): void;
export declare function doesNotThrow(action: () => unknown, message?: Message): void;
type Pending = Promise<unknown> | (() => Promise<unknown>);
export declare function rejects(pending: Pending, expected?: Expected | string, message?: Message): Promise<void>;
export declare function doesNotReject(pending: Pending, message?: Message): Promise<void>;
declare const shared: {
    AssertionError: typeof AssertionError;
    deepStrictEqual: Comparison;
    doesNotMatch: typeof doesNotMatch;
    doesNotReject: typeof doesNotReject;
    doesNotThrow: typeof doesNotThrow;
    fail: typeof fail;
    ifError: typeof ifError;
    match: typeof match;
    notDeepStrictEqual: Comparison;
    notStrictEqual: Comparison;
    ok: typeof ok;
    rejects: typeof rejects;
    strictEqual: Comparison;
    throws: typeof throws;
};
declare function plain(value: unknown, message?: Message): asserts value;
/** The strict variant of all comparisons. */
export declare const strict: ((value: unknown, message?: Message) => void) & {
    AssertionError: typeof AssertionError;
    deepStrictEqual: Comparison;
    doesNotMatch: typeof doesNotMatch;
    doesNotReject: typeof doesNotReject;
    doesNotThrow: typeof doesNotThrow;
    fail: typeof fail;
    ifError: typeof ifError;
    match: typeof match;
    notDeepStrictEqual: Comparison;
    notStrictEqual: Comparison;
    ok: typeof ok;
    rejects: typeof rejects;
    strictEqual: Comparison;
    throws: typeof throws;
    deepEqual: Comparison;
    equal: Comparison;
    notDeepEqual: Comparison;
    notEqual: Comparison;
};
declare const assert: typeof plain & typeof shared & {
    equal: Comparison;
    notEqual: Comparison;
    deepEqual: Comparison;
    notDeepEqual: Comparison;
    strict: typeof strict;
};
export default assert;
