// The tests of a file, in order of declaration.

import type { MockOptions } from "./mock_options.ts";

export type TestFunction = () => void | Promise<void>;

export interface TestOptions extends MockOptions {
  /** Skips the test. */
  skip?: boolean;
  /** Skips all other tests. */
  only?: boolean;
}

/** @internal */
export interface TestEntry {
  readonly name: string;
  readonly options: TestOptions;
  readonly body: TestFunction;
  /** Called after the test, also if it was left out. */
  ended?(): Promise<void>;
}

/** @internal Thrown by a test that leaves itself out. */
export class SkippedTest extends Error {}

export interface Test {
  /**
   * Declares a test. Tests run one by one, in order, each with its own mocks and resources.
   * `options` configure the mocks; see `run`.
   */
  (name: string, body: TestFunction): void;
  (name: string, options: TestOptions, body: TestFunction): void;
  /** Declares a test that is skipped. */
  skip(name: string, body: TestFunction): void;
  skip(name: string, options: TestOptions, body: TestFunction): void;
  /** Declares a test that runs instead of all tests without `only`. */
  only(name: string, body: TestFunction): void;
  only(name: string, options: TestOptions, body: TestFunction): void;
}

let entries: TestEntry[] = [];
let isOpen = true;

/** @internal Returns the declared tests, and ends their declaration. */
export function takeTests(): TestEntry[] {
  isOpen = false;
  const taken = entries;
  entries = [];
  return taken;
}

function declare(name: unknown, first: unknown, second: unknown, forced: TestOptions): void {
  const [options, body] = second === undefined ? [{}, first] : [first, second];
  if (typeof name !== "string" || name === "") throw new TypeError("a test needs a name");
  if (typeof body !== "function") throw new TypeError(`test "${name}" needs a function`);
  declareTest({ name, options: { ...(options as TestOptions), ...forced }, body: body as TestFunction });
}

/** @internal */
export function declareTest(entry: TestEntry): void {
  if (!isOpen) {
    throw new Error(`test "${entry.name}" is declared while tests run; declare it at the top level of the file`);
  }
  entries.push(entry);
}

export const test: Test = Object.assign(
  (name: string, first: unknown, second?: unknown) => declare(name, first, second, {}),
  {
    skip: (name: string, first: unknown, second?: unknown) => declare(name, first, second, { skip: true }),
    only: (name: string, first: unknown, second?: unknown) => declare(name, first, second, { only: true }),
  },
);
