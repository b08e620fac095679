// The tests a file declares, in order.

import type { MockOptions } from "./mock_options.ts";

export type TestFunction = () => void | Promise<void>;

export interface TestOptions extends MockOptions {
  /** Leaves the test out. */
  skip?: boolean;
  /** Leaves all other tests out. */
  only?: boolean;
}

/** @internal */
export interface TestEntry {
  readonly name: string;
  readonly options: TestOptions;
  readonly body: TestFunction;
}

export interface Test {
  /**
   * Declares a test. Each runs alone, in order, against its own mocks: resources it creates
   * exist for no other test. `options` say how the mocks behave; see `run`.
   */
  (name: string, body: TestFunction): void;
  (name: string, options: TestOptions, body: TestFunction): void;
  /** Declares a test that is left out. */
  skip(name: string, body: TestFunction): void;
  skip(name: string, options: TestOptions, body: TestFunction): void;
  /** Declares a test that runs instead of all that are not declared so. */
  only(name: string, body: TestFunction): void;
  only(name: string, options: TestOptions, body: TestFunction): void;
}

let entries: TestEntry[] = [];
let isOpen = true;

/** @internal Ends the declaration of tests. */
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
  if (!isOpen) {
    throw new Error(`test "${name}" is declared while tests run; declare it at the top level of the file`);
  }
  entries.push({ name, options: { ...(options as TestOptions), ...forced }, body: body as TestFunction });
}

export const test: Test = Object.assign(
  (name: string, first: unknown, second?: unknown) => declare(name, first, second, {}),
  {
    skip: (name: string, first: unknown, second?: unknown) => declare(name, first, second, { skip: true }),
    only: (name: string, first: unknown, second?: unknown) => declare(name, first, second, { only: true }),
  },
);
