// Runs the tests of a file one by one, and reports each result to the host.

import { FailureCollector } from "../data/failure_collector.ts";
import { nextTurn } from "./mocked_run.ts";
import { MockMonitor } from "./mock_monitor.ts";
import { ops } from "../protocol/ops.ts";
import { enterSession, Session, session } from "../session/session.ts";
import { explainStall, StallWatch } from "../program/stall_watch.ts";
import { beginTest, checkClosed, openServers } from "../../web/test_servers.ts";
import { FirstFailure } from "./first_failure.ts";
import { takeTests, type TestEntry, type TestFunction } from "./test_registry.ts";

export async function runTests(): Promise<void> {
  const filter = session().context.testFilter ?? "";
  const all = takeTests();
  const isChosen = ({ name }: TestEntry): boolean => name.includes(filter);
  const hasOnly = all.some((it) => isChosen(it) && it.options.only);
  for (const entry of all) {
    const { skip, only } = entry.options;
    if (!isChosen(entry)) await leaveOut(entry, false);
    else if (skip || (hasOnly && !only)) await leaveOut(entry, true);
    else await runTest(entry);
  }
}

async function runTest(entry: TestEntry): Promise<void> {
  const start = performance.now();
  const failure = new FirstFailure();
  await failure.of(() => attempt(entry));
  report(entry.name, failure.outcome, start, failure.error);
}

/** Ends a test without its function. Hooks that run then may fail, which is reported even for a test that was not chosen. */
async function leaveOut(entry: TestEntry, isChosen: boolean): Promise<void> {
  const start = performance.now();
  const failure = new FirstFailure();
  if (entry.ended !== undefined) await failure.of(() => attempt({ ...entry, body: () => {} }));
  if (failure.outcome === "failed") report(entry.name, "failed", start, failure.error);
  else if (isChosen) report(entry.name, "skipped", start, undefined);
}

function report(name: string, outcome: FirstFailure["outcome"], start: number, error: unknown): void {
  const problem = outcome === "failed" ? error ?? new Error(`the test threw ${error}`) : undefined;
  ops().op_lumi_test_result(name, outcome, performance.now() - start, problem);
}

async function attempt({ options, body, ended }: TestEntry): Promise<void> {
  const monitor = new MockMonitor(options);
  const session = new Session(monitor);
  monitor.session = session;
  const before = enterSession(session);
  const failures = new FailureCollector();
  const watch = new StallWatch(session);
  const end = beginTest();
  const first = new FirstFailure();
  try {
    await first.of(() => unlessStalled(session, body, "the test"));
    if (ended !== undefined) await first.of(() => unlessStalled(session, ended, "a hook after the test"));
    first.rethrow();
    // Collects failures of work that the test started without awaiting it.
    await nextTurn();
    failures.throwUnhandled();
    checkClosed("the test leaves", openServers());
  } finally {
    end();
    watch.end();
    failures.end();
    enterSession(before);
  }
}

/** Waits for a part of a test until nothing can run any more; `who` names the part. */
async function unlessStalled(session: Session, part: TestFunction, who: string): Promise<void> {
  const watch = new StallWatch(session);
  try {
    const stalled = await Promise.race([part(), watch.stalled]);
    if (stalled !== undefined) throw new Error(explainStall(stalled, session, who));
  } finally {
    watch.end();
  }
}
