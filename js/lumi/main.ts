// What the host loads: everything programs can import, and the hooks it calls itself.
//
// Folders are layers, and each uses only those above it here (`tests/it/sdk_layers.rs`):
//
// protocol    the native functions, and the monitor that stands before them
// data        plain data, places in it, failures; no values that come later
// cell        values that come later
// session     what one evaluation has in common, and resources that only are planned
// property    what programs hold of such values; assets, functions, comparison
// resource    resources, their options and their registration
// program     configuration, invokes, outputs of the stack, and what a program waits for
// testing     mocked runs and the runner of tests
// std, closures, dynamic    separate packages, loaded when a program asks for them
//
// The nouns, from the inside out:
// - A Cell (cell.ts) is a value that may come later, with its secretness and dependencies. Its
//   kinds differ in where the value comes from: a promise, a callback, a member, an output. A
//   Listener is told, through one queue (microtask_queue.ts), when a cell is settled. `resolveInto` and PropertyCollector
//   put whatever a program made into a cell; a Failure is why there is no value.
// - A Property (property.ts) is the proxy of a cell that programs hold. A Resource (resource.ts)
//   is the proxy of a class instance, and a ResourceState what the SDK knows about it.
// - A Flattening turns values into the host's data and leaves Gaps where values are missing. A
//   PendingOperation goes on when they are filled: Registration, ComponentOutputs, StackOutputs, Invocation.
// - A Session is one evaluation of a program and owns what waits. It speaks to a Monitor: the
//   native one in a run, MockMonitor in a test.
// - When nothing can run, `idle` takes what waits behind a hole as unknown, or explains the stall.

import "./index.ts";
import "./testing.ts";
import "./program/promise_text.ts";
import { callDefault } from "./program/call.ts";
import { idle } from "./program/idle.ts";
import { type HostHooks, Marker, unknown } from "./protocol/ops.ts";
import { warmUp } from "./program/warm_up.ts";
import { session } from "./session/session.ts";
import { publishOutputs } from "./program/stack_outputs.ts";
import { StallWatch } from "./program/stall_watch.ts";
import { runTests } from "./testing/test_runner.ts";
import { core } from "../web/ops.ts";

const kept = core.createLazyLoader("lumi:/lumi/dynamic/kept.ts");
const serving = core.createLazyLoader("lumi:/lumi/serving.ts");

function finish(namespace: Record<string, unknown>): Promise<void> {
  switch (session().context.mode) {
    case "test":
      return runTests();
    case "call":
      return callDefault(namespace);
    case "serve":
      return (serving() as typeof import("./serving.ts")).serveCalls(namespace);
    default:
      return publishOutputs(namespace);
  }
}

const hooks: HostHooks = {
  unknown,
  markerPrototype: Marker.prototype,
  finish,
  serveKept: (...call) => (kept() as typeof import("./dynamic/kept.ts")).serveKept(...call),
  idle: () => StallWatch.idle() ?? idle(session()),
};

(globalThis as unknown as { __lumi: HostHooks }).__lumi = hooks;
warmUp(hooks);
