// node:test: tests that run where they are declared, one after another. A failure is printed, and the
// program fails at its end; `lumi test` is what finds and reports tests.

import * as assert from "../assert/assert.ts";
import { mock, MockTracker } from "./mock.ts";
import { process } from "../process/process.ts";

type Body = (context: TestContext, done?: (error?: unknown) => void) => unknown;
type Hook = (context?: TestContext) => unknown;

export interface TestOptions {
  skip?: boolean | string;
  todo?: boolean | string;
  only?: boolean;
  timeout?: number;
  concurrency?: number | boolean;
  signal?: AbortSignal;
}

interface Hooks {
  before: Hook[];
  after: Hook[];
  beforeEach: Hook[];
  afterEach: Hook[];
}

/** A group of tests, which run in order. */
class Suite {
  readonly hooks: Hooks = { before: [], after: [], beforeEach: [], afterEach: [] };
  last: Promise<void> = Promise.resolve();
  private isBegun = false;

  constructor(readonly parent?: Suite) {}

  add(run: () => Promise<void>): Promise<void> {
    return (this.last = this.last.then(async () => {
      if (!this.isBegun) { for (const hook of this.hooks.before) await hook(); }
      this.isBegun = true;
      await run();
    }));
  }

  /** The hooks around each test, of outer suites first. */
  around(name: "beforeEach" | "afterEach"): Hook[] {
    return [...(this.parent?.around(name) ?? []), ...this.hooks[name]];
  }

  async end(): Promise<void> {
    await this.last;
    for (const hook of this.hooks.after) await hook();
  }
}

let current = new Suite();
const root = current;

function failed(name: string, error: unknown): void {
  const text = error instanceof Error ? error.stack ?? String(error) : String(error);
  console.error(`not ok - ${name}\n${text}`);
  process.exitCode = 1;
}

export class TestContext {
  readonly signal: AbortSignal = new AbortController().signal;
  readonly mock: MockTracker = new MockTracker();
  readonly assert: typeof assert = assert;
  readonly suite: Suite;
  isSkipped = false;

  constructor(readonly name: string, parent: Suite) {
    this.suite = new Suite(parent);
  }

  readonly test = (...args: unknown[]): Promise<void> => declared(this.suite, args);
  readonly before = (hook: Hook): void => void this.suite.hooks.before.push(hook);
  readonly after = (hook: Hook): void => void this.suite.hooks.after.push(hook);
  readonly beforeEach = (hook: Hook): void => void this.suite.hooks.beforeEach.push(hook);
  readonly afterEach = (hook: Hook): void => void this.suite.hooks.afterEach.push(hook);

  diagnostic(message: string): void {
    console.log(`# ${message}`);
  }

  skip(): void {
    this.isSkipped = true;
  }

  todo(): void {
    this.isSkipped = true;
  }
}

/** Name, options and function, each of which may be missing. */
function parts(args: unknown[]): [name: string, options: TestOptions, body: Body] {
  const body = args.find((it) => typeof it === "function") as Body | undefined;
  const options = args.find((it) => typeof it === "object" && it !== null) as TestOptions | undefined;
  const name = typeof args[0] === "string" ? args[0] : body?.name || "<anonymous>";
  return [name, options ?? {}, body ?? (() => {})];
}

function called(body: Body, context: TestContext): unknown {
  if (body.length < 2) return body(context);
  return new Promise<void>((resolve, reject) => body(context, (error) => (error ? reject(error) : resolve())));
}

function declared(suite: Suite, args: unknown[], given: TestOptions = {}): Promise<void> {
  const [name, own, body] = parts(args);
  const options = { ...own, ...given };
  if (options.skip) return Promise.resolve();
  return suite.add(async () => {
    const context = new TestContext(name, suite);
    try {
      for (const hook of suite.around("beforeEach")) await hook(context);
      await called(body, context);
      await context.suite.end();
    } catch (error) {
      if (!options.todo && !context.isSkipped) failed(name, error);
    } finally {
      context.mock.reset();
      for (const hook of suite.around("afterEach")) await hook(context);
    }
  });
}

function group(args: unknown[], given: TestOptions = {}): Promise<void> {
  const [name, own, body] = parts(args);
  if ({ ...own, ...given }.skip) return Promise.resolve();
  const parent = current;
  return parent.add(async () => {
    const suite = new Suite(parent);
    const outer = current;
    current = suite;
    try {
      await (body as () => unknown)();
    } catch (error) {
      failed(name, error);
    } finally {
      current = outer;
    }
    await suite.end();
  });
}

type Declare = (...args: unknown[]) => Promise<void>;
type DeclareWith = Declare & { skip: Declare; todo: Declare; only: Declare };

function variants(declare: (args: unknown[], given?: TestOptions) => Promise<void>): DeclareWith {
  const plain = (...args: unknown[]) => declare(args);
  return Object.assign(plain, {
    skip: (...args: unknown[]) => declare(args, { skip: true }),
    todo: (...args: unknown[]) => declare(args, { todo: true }),
    only: plain,
  });
}

export const test: DeclareWith = variants((args, given) => declared(current, args, given));
export const it = test;
export const describe: DeclareWith = variants(group);
export const suite = describe;
export const skip = test.skip;
export const todo = test.todo;
export const only = test.only;

export const before = (hook: Hook): void => void current.hooks.before.push(hook);
export const after = (hook: Hook): void => {
  current.hooks.after.push(hook);
  if (current === root) process.once("exit", () => void hook());
};
export const beforeEach = (hook: Hook): void => void current.hooks.beforeEach.push(hook);
export const afterEach = (hook: Hook): void => void current.hooks.afterEach.push(hook);

export { mock };
export default Object.assign(test, {
  after,
  afterEach,
  before,
  beforeEach,
  describe,
  it,
  mock,
  suite,
  test,
});
