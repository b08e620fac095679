// The interface of Mocha, which tests of programs of Pulumi are written with: `describe`, `it` and hooks declare tests of
// `lumi test`. Assertions and mocks are the program's own.

import { FirstFailure } from "../lumi/testing/first_failure.ts";
import { declareTest, SkippedTest } from "../lumi/testing/test_registry.ts";
import { checkClosed, sharedServers, sharingServers } from "../web/test_servers.ts";

type Done = (error?: unknown) => void;
type Body = (this: TestThis, done?: Done) => unknown;
type Suite = (this: TestThis) => void;
type Declare<Function> = (title: string, body?: Function) => TestThis;
type Variants<Function> = Declare<Function> & { skip: Declare<Function>; only: Declare<Function> };

/** The test that runs, which hooks may ask for its name and how it has ended. */
interface CurrentTest {
  readonly title: string;
  fullTitle(): string;
  state?: "passed" | "failed" | "pending";
  err?: unknown;
}

/** `this` of all functions, which see what outer groups have put there. Lumi has its own limits of time, and repeats nothing. */
class TestThis {
  declare currentTest: CurrentTest | undefined;

  timeout(): this {
    return this;
  }

  slow(): this {
    return this;
  }

  retries(): this {
    return this;
  }

  skip(): never {
    throw new SkippedTest();
  }
}

class Group {
  readonly before: Body[] = [];
  readonly after: Body[] = [];
  readonly beforeEach: Body[] = [];
  readonly afterEach: Body[] = [];
  readonly shared: TestThis;
  /** Tests of it and of groups in it that have not ended. */
  open = 0;
  #begun: Promise<void> | undefined;

  constructor(
    readonly title: string,
    readonly parent: Group | undefined,
    readonly isSkipped: boolean,
    readonly isOnly: boolean,
  ) {
    this.shared = parent === undefined ? new TestThis() : Object.create(parent.shared);
  }

  /** It and the groups around it, outer ones first. */
  chain(): Group[] {
    return [...(this.parent?.chain() ?? []), this];
  }

  /** Runs the hooks before all tests, once. */
  begin(): Promise<void> {
    return this.#begun ??= runAll(this.before, this.shared);
  }

  /** Counts a test that has ended. After the last one, runs the hooks after all tests, if those before them were run. */
  async leave(): Promise<void> {
    this.open -= 1;
    if (this.open > 0 || this.#begun === undefined) return;
    const failure = new FirstFailure();
    for (const hook of this.after) await failure.of(() => call(hook, this.shared));
    // The group of the file is the last that ends.
    if (this.parent === undefined) await failure.of(() => checkClosed("hooks leave", sharedServers()));
    failure.rethrow();
  }
}

let current = new Group("", undefined, false, false);

async function runAll(bodies: readonly Body[], shared: TestThis): Promise<void> {
  for (const body of bodies) await call(body, shared);
}

/** Calls a function, which says by a promise or by its parameter that it has ended. */
function call(body: Body, shared: TestThis): unknown {
  if (body.length === 0) return body.call(shared);
  return new Promise<void>((resolve, reject) => {
    const done = (error?: unknown): void => {
      if (error === undefined || error === null) resolve();
      else reject(error instanceof Error ? error : new Error(`done() was called with ${String(error)}`));
    };
    const result = body.call(shared, done);
    if (result instanceof Promise) result.catch(reject);
  });
}

async function runTest(chain: readonly Group[], test: CurrentTest, body: Body): Promise<void> {
  // Inner groups inherit it.
  chain[0]!.shared.currentTest = test;
  await sharingServers(async () => {
    for (const group of chain) await group.begin();
  });
  const failure = new FirstFailure();
  await failure.of(async () => {
    for (const group of chain) await runAll(group.beforeEach, group.shared);
    await call(body, chain.at(-1)!.shared);
  });
  test.state = failure.outcome === "skipped" ? "pending" : failure.outcome;
  if (failure.outcome === "failed") test.err = failure.error;
  for (const group of chain.toReversed()) {
    for (const hook of group.afterEach) await failure.of(() => call(hook, group.shared));
  }
  failure.rethrow();
}

function declareIt(title: string, body: Body | undefined, { skip = false, only = false }): TestThis {
  const chain = current.chain();
  chain.forEach((it) => it.open += 1);
  const titles = [...chain.map((it) => it.title), String(title)];
  const name = titles.filter((it) => it !== "").join(" ");
  declareTest({
    name,
    options: {
      // A test without a function is one that is still to be written.
      skip: skip || body === undefined || chain.some((it) => it.isSkipped),
      only: only || chain.some((it) => it.isOnly),
    },
    body: () => runTest(chain, { title: String(title), fullTitle: () => name }, body!),
    ended: async () => {
      const failure = new FirstFailure();
      for (const group of chain.toReversed()) await failure.of(() => group.leave());
      failure.rethrow();
    },
  });
  return current.shared;
}

function declareGroup(title: string, body: Suite | undefined, { skip = false, only = false }): TestThis {
  const outer = current;
  const group = new Group(String(title), outer, skip, only);
  current = group;
  try {
    body?.call(group.shared);
  } finally {
    current = outer;
  }
  return group.shared;
}

const variants = <Function>(
  declare: (title: string, body: Function | undefined, how: { skip?: boolean; only?: boolean }) => TestThis,
): Variants<Function> =>
  Object.assign((title: string, body?: Function) => declare(title, body, {}), {
    skip: (title: string, body?: Function) => declare(title, body, { skip: true }),
    only: (title: string, body?: Function) => declare(title, body, { only: true }),
  });

/** Hooks may have a title before their function. */
const hook = (name: "before" | "after" | "beforeEach" | "afterEach") => (...args: unknown[]): void => {
  const body = args.at(-1);
  if (typeof body !== "function") throw new TypeError(`${name} needs a function`);
  current[name].push(body as Body);
};

const describe = variants<Suite>(declareGroup);
const it = variants<Body>(declareIt);
const before = hook("before");
const after = hook("after");
const beforeEach = hook("beforeEach");
const afterEach = hook("afterEach");

/** The exports of the package, which are global in test files: those of its BDD and of its TDD interface. */
export const mocha: Record<string, unknown> = {
  describe,
  context: describe,
  it,
  specify: it,
  before,
  after,
  beforeEach,
  afterEach,
  xdescribe: describe.skip,
  xcontext: describe.skip,
  xit: it.skip,
  xspecify: it.skip,
  suite: describe,
  test: it,
  setup: beforeEach,
  teardown: afterEach,
  suiteSetup: before,
  suiteTeardown: after,
};

export function installMocha(): void {
  for (const [name, value] of Object.entries(mocha)) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }
}
