// What the host loads: everything programs can import, and the hooks it calls itself.

import "./index.ts";
import "./testing.ts";
import { idle } from "./idle.ts";
import { type HostHooks, Marker, unknown } from "./ops.ts";
import { session } from "./session.ts";
import { publishOutputs } from "./stack_outputs.ts";
import { StallWatch } from "./stall_watch.ts";
import { runTests } from "./test_runner.ts";

function isTest(): boolean {
  return session().context.mode === "test";
}

const hooks: HostHooks = {
  unknown,
  markerPrototype: Marker.prototype,
  finish: (namespace) => isTest() ? runTests() : publishOutputs(namespace),
  idle: () => StallWatch.idle() ?? idle(session()),
};

(globalThis as unknown as { __lumi: HostHooks }).__lumi = hooks;
