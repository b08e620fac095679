// The entry module of the SDK: imports all modules of the snapshot, and sets the host's hooks.
//
// Folders are layers; each uses only the folders above it in this list (`tests/it/source/sdk_layers.rs`):
//
// protocol    native ops, and the monitor interface in front of them
// data        plain data, positions in it, failures; no pending values
// cell        values that may settle later
// session     the state of one evaluation, and plan-only resources
// property    Properties, assets, functions, comparison
// resource    resources, their options and their registration
// program     configuration, invokes, stack outputs, and the detection of stalls
// testing     mocked runs and the test runner
// std, closures, dynamic    separate packages, loaded on first use
//
// The main types, from the inside out:
// - A Cell (cell.ts) is a value that may settle later, with its secretness and dependencies. Its
//   kinds differ in the source of the value: a promise, a callback, a member, an output. Listeners
//   are notified through one queue (microtask_queue.ts) when a cell settles. `resolveInto` and
//   PropertyCollector convert values of the program to cells; a Failure is the error of a cell.
// - A Property (property.ts) is the proxy of a cell that programs hold. A Resource (resource.ts)
//   is the proxy of a class instance; a ResourceState is the SDK's state of it.
// - A Flattening encodes values as host data and leaves PendingSlots for unsettled ones. A
//   PendingOperation proceeds when they are filled: Registration, ComponentOutputs, StackOutputs,
//   Invocation.
// - A Session is one evaluation of a program and owns pending operations. It calls a Monitor: the
//   native one in a run, MockMonitor in a test.
// - When nothing can run, `idle` settles values behind a hole as unknown, or explains the stall.

import "./index.ts";
import "./testing.ts";
import "./program/promise_text.ts";
import { callDefault } from "./program/call.ts";
import { idle } from "./program/idle.ts";
import { heldFailures } from "./program/held_failures.ts";
import { type HostHooks, type IdleReport, Marker, unknown } from "./protocol/ops.ts";
import { warmUp } from "./program/warm_up.ts";
import { session } from "./session/session.ts";
import { publishOutputs } from "./program/stack_outputs.ts";
import { StallWatch } from "./program/stall_watch.ts";
import { runTests } from "./testing/test_runner.ts";
import { isResource } from "./cell/resource_key.ts";
import { refuseProperty } from "./property/equality.ts";
import { statesOf } from "./resource/resource_state.ts";
import { programHooks } from "../web/program_hooks.ts";
import { unanswered } from "../web/unanswered.ts";
import { endOfProgram } from "../web/end_of_program.ts";
import { core } from "../web/ops.ts";

Object.assign(programHooks, {
  isPending: () =>
    session().waiting.size > 0 || unanswered.count > 0 || statesOf(session()).some((it) => !it.isAnswered),
  isResource,
  refuseProperty,
});

const kept = core.createLazyLoader("lumi:/lumi/dynamic/stored_provider.ts");
const mocha = core.createLazyLoader("lumi:/pulumi/mocha.ts");
const serving = core.createLazyLoader("lumi:/lumi/serving.ts");

/** Packages and bundles find the telemetry of a served function by these symbols; elsewhere they find nothing. */
function defineTelemetry(symbol: string, load: () => unknown): void {
  Object.defineProperty(globalThis, Symbol.for(symbol), {
    get: () => session().context.mode === "serve" ? load() : undefined,
    set: (value) =>
      Object.defineProperty(globalThis, Symbol.for(symbol), { value, writable: true, configurable: true }),
    enumerable: false,
    configurable: true,
  });
}

const telemetry = core.createLazyLoader("lumi:/lumi/serving/telemetry.ts");
const openTelemetry = core.createLazyLoader("lumi:/lumi/serving/open_telemetry.ts");
defineTelemetry("lumi.telemetry", () => (telemetry() as typeof import("./serving/telemetry.ts")).telemetry);
defineTelemetry(
  "opentelemetry.js.api.1",
  () => (openTelemetry() as typeof import("./serving/open_telemetry.ts")).openTelemetry,
);

function finish(namespace: Record<string, unknown>): Promise<void> {
  switch (session().context.mode) {
    case "test":
      return runTests();
    case "script":
    case "worker":
      endOfProgram.isReached = true;
      return Promise.resolve();
    case "call":
      return callDefault(namespace);
    case "serve":
      return (serving() as typeof import("./serving.ts")).serveCalls(namespace);
    default: {
      const published = publishOutputs(namespace);
      published.then(() => endOfProgram.isReached = true, () => {});
      return published;
    }
  }
}

/** Tells the program that nothing is left to run; it may go on. */
function idleInProgram(): IdleReport {
  const report = idle(session());
  if (!report.progress) heldFailures.throwAll();
  const isOver = !report.progress && report.awaited.length === 0 && report.waiting.length === 0;
  if (isOver && endOfProgram.isReached) report.progress = endOfProgram.tell();
  return report;
}

heldFailures.install({
  later: (callback, milliseconds) => void core.createTimer(callback, milliseconds, undefined, false, false),
  end: (error) => core.reportUnhandledException(error),
  takeUnhandled: (error) => endOfProgram.takeUnhandled(error, Promise.resolve()),
});
endOfProgram.holdFailure = (error) => heldFailures.take(error);
core.setUnhandledPromiseRejectionHandler((promise, reason) =>
  endOfProgram.holdFailure(reason) || endOfProgram.takeUnhandled(reason, promise)
);

const hooks: HostHooks = {
  unknown,
  markerPrototype: Marker.prototype,
  finish,
  serveStored: (...call) => (kept() as typeof import("./dynamic/stored_provider.ts")).serveStored(...call),
  drainTicks: () => {
    if (!core.hasTickScheduled()) return;
    core.runMicrotasks();
    core.runNextTicks();
  },
  idle: () => StallWatch.idle() ?? idleInProgram(),
  installMocha: () => (mocha() as typeof import("../pulumi/mocha.ts")).installMocha(),
};

(globalThis as unknown as { __lumi: HostHooks }).__lumi = hooks;
warmUp(hooks);
