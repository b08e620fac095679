// node:assert: assertions. Comparisons are strict, except in the functions that Node calls legacy.

import { isDeepLooseEqual, isDeepStrictEqual } from "./deep_equal.ts";
import { inspect } from "../util/util.ts";

export interface AssertionErrorOptions {
  message?: string | undefined;
  actual?: unknown;
  expected?: unknown;
  operator?: string;
}

export class AssertionError extends Error {
  readonly code = "ERR_ASSERTION";
  actual: unknown;
  expected: unknown;
  operator: string | undefined;
  generatedMessage: boolean;

  constructor(options: AssertionErrorOptions) {
    super(options.message ?? `${inspect(options.actual)} ${options.operator} ${inspect(options.expected)}`);
    this.actual = options.actual;
    this.expected = options.expected;
    this.operator = options.operator;
    this.generatedMessage = options.message === undefined;
  }

  override get name(): string {
    return "AssertionError";
  }
}

type Message = string | Error | undefined;

function refuse(message: Message, problem: string, details: Omit<AssertionErrorOptions, "message"> = {}): never {
  if (message instanceof Error) throw message;
  const error = new AssertionError({ ...details, message: message ?? problem });
  error.generatedMessage = message === undefined;
  throw error;
}

export function ok(value: unknown, message?: Message): asserts value {
  if (!value) {
    refuse(message, `expected something true, got ${inspect(value)}`, {
      actual: value,
      expected: true,
      operator: "==",
    });
  }
}

export function fail(message: Message = "Failed"): never {
  refuse(message, "Failed", { operator: "fail" });
}

type Comparison = (actual: unknown, expected: unknown, message?: Message) => void;

function comparison(operator: string, problem: string, holds: (a: unknown, b: unknown) => boolean): Comparison {
  return (actual, expected, message) => {
    if (holds(actual, expected)) return;
    const shown = `${problem}\n  actual:   ${inspect(actual)}\n  expected: ${inspect(expected)}`;
    refuse(message, shown, { actual, expected, operator });
  };
}

// deno-lint-ignore eqeqeq
const isAbstractlyEqual = (a: unknown, b: unknown) => a == b || (Number.isNaN(a) && Number.isNaN(b));

export const equal = comparison("==", "the values are not equal", isAbstractlyEqual);
export const notEqual = comparison("!=", "the values are equal", (a, b) => !isAbstractlyEqual(a, b));
export const strictEqual = comparison("strictEqual", "the values are not the same", Object.is);
export const notStrictEqual = comparison("notStrictEqual", "the values are the same", (a, b) => !Object.is(a, b));
export const deepEqual = comparison("deepEqual", "the values are not equal", isDeepLooseEqual);
export const notDeepEqual = comparison("notDeepEqual", "the values are equal", (a, b) => !isDeepLooseEqual(a, b));
export const deepStrictEqual = comparison("deepStrictEqual", "the values differ", isDeepStrictEqual);
export const notDeepStrictEqual = comparison("notDeepStrictEqual", "the values do not differ",
  (a, b) => !isDeepStrictEqual(a, b));

export function match(text: string, pattern: RegExp, message?: Message): void {
  if (typeof text !== "string" || !pattern.test(text)) {
    refuse(message, `${inspect(text)} does not match ${pattern}`, {
      actual: text,
      expected: pattern,
      operator: "match",
    });
  }
}

export function doesNotMatch(text: string, pattern: RegExp, message?: Message): void {
  if (typeof text === "string" && pattern.test(text)) {
    refuse(message, `${inspect(text)} matches ${pattern}`, {
      actual: text,
      expected: pattern,
      operator: "doesNotMatch",
    });
  }
}

export function ifError(value: unknown): asserts value is null | undefined {
  if (value === null || value === undefined) return;
  const text = value instanceof Error ? value.message : inspect(value);
  refuse(undefined, `ifError got unwanted exception: ${text}`, { actual: value, expected: null, operator: "ifError" });
}

// deno-lint-ignore no-explicit-any
type ErrorClass = new (...args: any[]) => Error;
export type Expected = RegExp | ErrorClass | ((error: unknown) => boolean) | object;

function isClass(expected: unknown): expected is ErrorClass {
  return typeof expected === "function" &&
    (expected === Error || Object.prototype.isPrototypeOf.call(Error, expected) || /^class\b/.test(String(expected)));
}

function isAsExpected(error: unknown, expected: Expected): boolean {
  if (expected instanceof RegExp) return expected.test(String(error));
  if (isClass(expected)) return error instanceof expected;
  if (typeof expected === "function") return (expected as (error: unknown) => boolean)(error) === true;
  const wanted = Object.entries(expected).concat(expected instanceof Error ? [["message", expected.message]] : []);
  return wanted.every(([key, value]) => {
    const found = (error as Record<string, unknown>)?.[key];
    return value instanceof RegExp && typeof found === "string" ? value.test(found) : isDeepStrictEqual(found, value);
  });
}

/** The message may be passed in place of the expected value. */
function checkThrown(error: unknown, expected: Expected | string | undefined, message: Message): void {
  if (expected === undefined || typeof expected === "string" || isAsExpected(error, expected)) return;
  if (message === undefined && error instanceof Error && !isClass(expected)) {
    refuse(undefined, `the error is not as expected: ${error.message}`, {
      actual: error,
      expected,
      operator: "throws",
    });
  }
  if (message === undefined) throw error;
  refuse(message, "");
}

const textOf = (expected: Expected | string | undefined, message: Message) =>
  message ?? (typeof expected === "string" ? expected : undefined);

export function throws(action: () => unknown, expected?: Expected | string, message?: Message): void {
  try {
    action();
  } catch (error) {
    return checkThrown(error, expected, message);
  }
  refuse(textOf(expected, message), "Missing expected exception.", { operator: "throws" });
}

export function doesNotThrow(action: () => unknown, message?: Message): void {
  try {
    action();
  } catch (error) {
    refuse(message, `Got unwanted exception.\n${(error as Error)?.message ?? error}`, {
      actual: error,
      operator: "doesNotThrow",
    });
  }
}

type Pending = Promise<unknown> | (() => Promise<unknown>);

export async function rejects(pending: Pending, expected?: Expected | string, message?: Message): Promise<void> {
  try {
    await (typeof pending === "function" ? pending() : pending);
  } catch (error) {
    return checkThrown(error, expected, message);
  }
  refuse(textOf(expected, message), "Missing expected rejection.", { operator: "rejects" });
}

export async function doesNotReject(pending: Pending, message?: Message): Promise<void> {
  try {
    await (typeof pending === "function" ? pending() : pending);
  } catch (error) {
    refuse(message, `Got unwanted rejection.\n${(error as Error)?.message ?? error}`, {
      actual: error,
      operator: "doesNotReject",
    });
  }
}

const shared = {
  AssertionError,
  deepStrictEqual,
  doesNotMatch,
  doesNotReject,
  doesNotThrow,
  fail,
  ifError,
  match,
  notDeepStrictEqual,
  notStrictEqual,
  ok,
  rejects,
  strictEqual,
  throws,
};

function plain(value: unknown, message?: Message): asserts value {
  ok(value, message);
}

/** The strict variant of all comparisons. */
export const strict = Object.assign((value: unknown, message?: Message) => ok(value, message), {
  ...shared,
  deepEqual: deepStrictEqual,
  equal: strictEqual,
  notDeepEqual: notDeepStrictEqual,
  notEqual: notStrictEqual,
});
Object.assign(strict, { strict });

const assert: typeof plain & typeof shared & {
  equal: Comparison;
  notEqual: Comparison;
  deepEqual: Comparison;
  notDeepEqual: Comparison;
  strict: typeof strict;
} = Object.assign(plain, { ...shared, deepEqual, equal, notDeepEqual, notEqual, strict });

export default assert;
