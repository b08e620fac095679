export declare class AssertionError extends Error {
    get name(): string;
}
type ErrorClass<E extends Error> = abstract new (...args: any[]) => E;
/** Fails the test. */
export declare function fail(message?: string): never;
export declare function assert(condition: unknown, message?: string): asserts condition;
export declare function assertFalse(condition: unknown, message?: string): void;
export declare function assertExists<T>(value: T, message?: string): asserts value is NonNullable<T>;
/** Compares members and elements at any depth, and shows the difference. */
export declare function assertEquals<T>(actual: T, expected: T, message?: string): void;
export declare function assertNotEquals<T>(actual: T, expected: T, message?: string): void;
export declare function assertStrictEquals<T>(actual: unknown, expected: T, message?: string): asserts actual is T;
export declare function assertStringIncludes(actual: string, expected: string, message?: string): void;
export declare function assertMatch(actual: string, expected: RegExp, message?: string): void;
export declare function assertNotMatch(actual: string, expected: RegExp, message?: string): void;
export declare function assertArrayIncludes<T>(actual: readonly T[], expected: readonly T[], message?: string): void;
/** Compares only the members that `expected` has, at any depth. */
export declare function assertObjectMatch(actual: object, expected: object, message?: string): void;
export declare function assertInstanceOf<E>(actual: unknown, expected: abstract new (...args: any[]) => E, message?: string): asserts actual is E;
export declare function assertGreater(actual: number, expected: number, message?: string): void;
export declare function assertLess(actual: number, expected: number, message?: string): void;
export declare function assertAlmostEquals(actual: number, expected: number, tolerance?: number, message?: string): void;
/** Asserts that `callback` throws, and returns the error. */
export declare function assertThrows(callback: () => unknown, message?: string): unknown;
export declare function assertThrows<E extends Error>(callback: () => unknown, type: ErrorClass<E>, includes?: string, message?: string): E;
/** Asserts that the promise (or Property) returned by `callback` rejects, and returns the error. */
export declare function assertRejects(callback: () => PromiseLike<unknown>, message?: string): Promise<unknown>;
export declare function assertRejects<E extends Error>(callback: () => PromiseLike<unknown>, type: ErrorClass<E>, includes?: string, message?: string): Promise<E>;
export {};
