// `run`: evaluates a program in a test against mocks, and returns its declarations.

import { FailureCollector } from "../data/failure_collector.ts";
import type { MockOptions } from "./mock_options.ts";
import { MockMonitor } from "./mock_monitor.ts";
import type { IdleReport } from "../protocol/ops.ts";
import { resultOf, type RunResult } from "./run_result.ts";
import { enterSession, Session } from "../session/session.ts";
import { publishOutputs } from "../program/stack_outputs.ts";
import { explainStall, StallWatch } from "../program/stall_watch.ts";

const seenModules = new WeakSet<object>();
let isRunning = false;

/**
 * Evaluates `program` against mocks: a function that creates resources, or that imports a module. A
 * module is evaluated once per process, so import a program that declares resources at its top
 * level in one test only, or export a function from it and pass that to every `run`.
 */
export async function run(program: () => unknown, options: MockOptions = {}): Promise<RunResult> {
  if (typeof program !== "function") {
    throw new TypeError('run takes a function, such as () => import("../index.ts")');
  }
  if (isRunning) throw new Error("one run at a time: await the previous one");
  isRunning = true;
  const monitor = new MockMonitor(options);
  const session = new Session(monitor);
  monitor.session = session;
  const before = enterSession(session);
  const failures = new FailureCollector();
  const watch = new StallWatch(session);
  let report: IdleReport | null;
  try {
    report = await finished(program, monitor, watch);
  } finally {
    watch.end();
    failures.end();
    enterSession(before);
    isRunning = false;
  }
  failures.throwUnhandled();
  const isStopped = report !== null && report.awaited.length > 0;
  if (report !== null && !isStopped) throw new Error(explainStall(report, session, "the program"));
  return resultOf(monitor, !isStopped);
}

/** @internal Waits until everything that can run has run. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, 0));
}

/** Null when the program is done, otherwise the reason why it is not. */
async function finished(
  program: () => unknown,
  monitor: MockMonitor,
  watch: StallWatch,
): Promise<IdleReport | null> {
  const stopped = await Promise.race([evaluate(program, monitor), watch.stalled]);
  if (stopped !== undefined) return stopped;
  // Waits for work that the program started without awaiting it.
  await nextTurn();
  if (monitor.session.waiting.size === 0 && monitor.open === 0) return null;
  const rest = await watch.stalled;
  return rest.waiting.length === 0 && rest.awaited.length === 0 ? null : rest;
}

async function evaluate(program: () => unknown, monitor: MockMonitor): Promise<undefined> {
  const result = await program();
  if (!isModule(result)) return void (await publishOutputs({ default: result }));
  if (seenModules.has(result) && monitor.records.length === 0 && typeof result.default !== "function") {
    throw new Error(
      "this module has been evaluated by an earlier run, and modules are evaluated once; " +
        "let it export a function as default to run it several times",
    );
  }
  seenModules.add(result);
  await publishOutputs(result);
}

function isModule(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null &&
    (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] === "Module";
}
