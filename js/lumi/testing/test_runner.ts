// Runs the tests of a file one by one, and reports each result to the host.

import { FailureCollector } from "../data/failure_collector.ts";
import { nextTurn } from "./mocked_run.ts";
import { MockMonitor } from "./mock_monitor.ts";
import { ops } from "../protocol/ops.ts";
import { enterSession, Session, session } from "../session/session.ts";
import { explainStall, StallWatch } from "../program/stall_watch.ts";
import { beginTest, openServers } from "../../web/test_servers.ts";
import { takeTests, type TestEntry } from "./test_registry.ts";

export async function runTests(): Promise<void> {
  const filter = session().context.testFilter ?? "";
  const entries = takeTests().filter(({ name }) => name.includes(filter));
  const hasOnly = entries.some(({ options }) => options.only);
  for (const entry of entries) {
    const { skip, only } = entry.options;
    if (skip || (hasOnly && !only)) ops().op_lumi_test_result(entry.name, "skipped", 0, undefined);
    else await runTest(entry);
  }
}

async function runTest(entry: TestEntry): Promise<void> {
  const start = performance.now();
  let outcome: "passed" | "failed" = "passed";
  let problem: unknown;
  try {
    await attempt(entry);
  } catch (error) {
    outcome = "failed";
    problem = error ?? new Error(`the test threw ${error}`);
  }
  ops().op_lumi_test_result(entry.name, outcome, performance.now() - start, problem);
}

async function attempt({ options, body }: TestEntry): Promise<void> {
  const monitor = new MockMonitor(options);
  const session = new Session(monitor);
  monitor.session = session;
  const before = enterSession(session);
  const failures = new FailureCollector();
  const watch = new StallWatch(session);
  const end = beginTest();
  try {
    const stalled = await Promise.race([body(), watch.stalled]);
    if (stalled !== undefined) throw new Error(explainStall(stalled, session, "the test"));
    // Collects failures of work that the test started without awaiting it.
    await nextTurn();
    failures.throwUnhandled();
    const open = openServers();
    if (open.length > 0) throw new Error(leftOpen(open));
  } finally {
    end();
    watch.end();
    failures.end();
    enterSession(before);
  }
}

function leftOpen(servers: readonly string[]): string {
  const listed = servers.map((it) => `\n  ${it}`).join("");
  return `the test leaves servers open, for which a program waits without end; close them:${listed}`;
}
