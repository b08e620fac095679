// Assertions for tests, named as in Deno's standard library.

import { difference } from "../data/difference.ts";
import { isEqual } from "./equality.ts";
import { formatBriefly, formatValue } from "./value_format.ts";
import { messageOf } from "../data/value_error.ts";

export class AssertionError extends Error {
  override get name(): string {
    return "AssertionError";
  }
}

type ErrorClass<E extends Error> = abstract new (...args: any[]) => E;

/** The error for a failed assertion; `message` precedes the problem. */
function failure(problem: string, message: string | undefined): AssertionError {
  return new AssertionError(message === undefined ? problem : `${message}: ${problem}`);
}

/** Fails the test. */
export function fail(message = "the test failed"): never {
  throw new AssertionError(message);
}

export function assert(condition: unknown, message?: string): asserts condition {
  if (!condition) throw failure(`expected something true, got ${formatBriefly(condition)}`, message);
}

export function assertFalse(condition: unknown, message?: string): void {
  if (condition) throw failure(`expected something false, got ${formatBriefly(condition)}`, message);
}

export function assertExists<T>(value: T, message?: string): asserts value is NonNullable<T> {
  if (value === undefined || value === null) throw failure(`expected a value, got ${value}`, message);
}

/** Compares members and elements at any depth, and shows the difference. */
export function assertEquals<T>(actual: T, expected: T, message?: string): void {
  if (isEqual(actual, expected)) return;
  const shown = difference(formatValue(expected), formatValue(actual));
  throw failure(`the values differ (- expected, + actual)\n${shown}`, message);
}

export function assertNotEquals<T>(actual: T, expected: T, message?: string): void {
  if (isEqual(actual, expected)) {
    throw failure(`expected something else than ${formatBriefly(actual)}`, message);
  }
}

export function assertStrictEquals<T>(actual: unknown, expected: T, message?: string): asserts actual is T {
  if (Object.is(actual, expected)) return;
  const shown = difference(formatValue(expected), formatValue(actual));
  throw failure(`the values are not the same (- expected, + actual)\n${shown}`, message);
}

export function assertStringIncludes(actual: string, expected: string, message?: string): void {
  if (!actual.includes(expected)) {
    throw failure(`expected ${formatValue(actual)} to include ${formatValue(expected)}`, message);
  }
}

export function assertMatch(actual: string, expected: RegExp, message?: string): void {
  if (!new RegExp(expected).test(actual)) {
    throw failure(`expected ${formatValue(actual)} to match ${expected}`, message);
  }
}

export function assertNotMatch(actual: string, expected: RegExp, message?: string): void {
  if (new RegExp(expected).test(actual)) {
    throw failure(`expected ${formatValue(actual)} not to match ${expected}`, message);
  }
}

export function assertArrayIncludes<T>(actual: readonly T[], expected: readonly T[], message?: string): void {
  const missing = expected.filter((item) => !actual.some((other) => isEqual(item, other)));
  if (missing.length > 0) {
    throw failure(`expected ${formatBriefly(actual)} to include ${formatBriefly(missing)}`, message);
  }
}

/** Compares only the members that `expected` has, at any depth. */
export function assertObjectMatch(actual: object, expected: object, message?: string): void {
  const selected = select(actual, expected);
  if (!isEqual(selected, expected)) {
    throw failure(
      `the members differ (- expected, + actual)\n${difference(formatValue(expected), formatValue(selected))}`,
      message,
    );
  }
}

function select(actual: unknown, expected: unknown): unknown {
  if (typeof actual !== "object" || actual === null || typeof expected !== "object" || expected === null) {
    return actual;
  }
  if (Array.isArray(actual) || Array.isArray(expected)) {
    if (!Array.isArray(actual) || !Array.isArray(expected)) return actual;
    return actual.map((item, index) => select(item, expected[index]));
  }
  const entries = Object.entries(expected).filter(([key]) => key in actual);
  return Object.fromEntries(
    entries.map(([key, item]) => [key, select((actual as Record<string, unknown>)[key], item)]),
  );
}

export function assertInstanceOf<E>(
  actual: unknown,
  expected: abstract new (...args: any[]) => E,
  message?: string,
): asserts actual is E {
  if (!(actual instanceof expected)) {
    throw failure(`expected an instance of ${expected.name}, got ${formatBriefly(actual)}`, message);
  }
}

export function assertGreater(actual: number, expected: number, message?: string): void {
  if (!(actual > expected)) throw failure(`expected ${actual} to be greater than ${expected}`, message);
}

export function assertLess(actual: number, expected: number, message?: string): void {
  if (!(actual < expected)) throw failure(`expected ${actual} to be less than ${expected}`, message);
}

export function assertAlmostEquals(
  actual: number,
  expected: number,
  tolerance = 1e-7,
  message?: string,
): void {
  if (!(Math.abs(actual - expected) <= tolerance)) {
    throw failure(`expected ${actual} to be about ${expected}`, message);
  }
}

/** Asserts that `callback` throws, and returns the error. */
export function assertThrows(callback: () => unknown, message?: string): unknown;
export function assertThrows<E extends Error>(
  callback: () => unknown,
  type: ErrorClass<E>,
  includes?: string,
  message?: string,
): E;
export function assertThrows(
  callback: () => unknown,
  type?: string | ErrorClass<Error>,
  includes?: string,
  message?: string,
): unknown {
  let result: unknown;
  try {
    result = callback();
  } catch (error) {
    return checkError(error, type, includes, message);
  }
  if (result instanceof Promise) {
    result.catch(() => {});
    throw failure("expected an exception, got a promise; use assertRejects", messageIn(type, message));
  }
  throw failure("expected an exception, but none was thrown", messageIn(type, message));
}

/** Asserts that the promise (or Property) returned by `callback` rejects, and returns the error. */
export function assertRejects(callback: () => PromiseLike<unknown>, message?: string): Promise<unknown>;
export function assertRejects<E extends Error>(
  callback: () => PromiseLike<unknown>,
  type: ErrorClass<E>,
  includes?: string,
  message?: string,
): Promise<E>;
export async function assertRejects(
  callback: () => PromiseLike<unknown>,
  type?: string | ErrorClass<Error>,
  includes?: string,
  message?: string,
): Promise<unknown> {
  try {
    await callback();
  } catch (error) {
    return checkError(error, type, includes, message);
  }
  throw failure("expected a rejection, but the promise was fulfilled", messageIn(type, message));
}

function messageIn(type: unknown, message: string | undefined): string | undefined {
  return typeof type === "string" ? type : message;
}

function checkError(
  error: unknown,
  type: string | ErrorClass<Error> | undefined,
  includes: string | undefined,
  message: string | undefined,
): unknown {
  if (typeof type === "function" && !(error instanceof type)) {
    throw new AssertionError(`expected an error of type ${type.name}, got ${formatBriefly(error)}`, {
      cause: error,
    });
  }
  if (includes !== undefined && !messageOf(error).includes(includes)) {
    throw failure(
      `expected an error with ${formatValue(includes)}, got ${formatValue(messageOf(error))}`,
      messageIn(type, message),
    );
  }
  return error;
}
