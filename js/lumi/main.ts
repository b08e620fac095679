// What the host loads: everything programs can import, and the hooks it calls itself.
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
import { callDefault } from "./call.ts";
import { idle } from "./idle.ts";
import { type HostHooks, Marker, unknown } from "./ops.ts";
import { warmUp } from "./warm_up.ts";
import { session } from "./session.ts";
import { publishOutputs } from "./stack_outputs.ts";
import { StallWatch } from "./stall_watch.ts";
import { runTests } from "./test_runner.ts";
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
