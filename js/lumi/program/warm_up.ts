// Runs a small program while the startup snapshot is made. V8 compiles functions on their first
// call, and the snapshot keeps compiled code, which shortens every start. The program has its own
// session, which is dropped.

import { interpolate } from "../property/combinators.ts";
import { Config } from "./config.ts";
import { CustomResource } from "../resource/custom_resource.ts";
import { type Monitor, nativeMonitor } from "../protocol/monitor.ts";
import { type HostHooks, type Registered, type RunContext, type Serial, unknown } from "../protocol/ops.ts";
import { enterSession, Session } from "../session/session.ts";

const context: RunContext = {
  project: "warm-up",
  stack: "warm-up",
  dryRun: true,
  plans: true,
  directory: "/",
  args: [],
  mode: "program",
};

const registered: Registered = { id: unknown, outputs: null, complete: false };

/** Answers like the native monitor in a plan, before ops exist. */
class WarmUpMonitor implements Monitor {
  private next: Serial = 0;

  context = () => context;
  config = () => ({});
  declare = () => this.next++;
  urn = () => "urn:lumi:warm-up::warm-up::index::lumi:index:Extra::extra";
  register = () => Promise.resolve(registered);
  read = () => Promise.resolve(registered);
  plan = () => {};
  registerOutputs = () => Promise.resolve();
  invoke = () => Promise.resolve(unknown);
  call = () => Promise.resolve(unknown);
  setOutputs = () => {};
  log = () => {};
  assetHash = () => "";
}

class Extra extends CustomResource {
  constructor(name: string, size: unknown) {
    const tags = { name, sizes: [1, size], more: { on: true, off: null } };
    super("lumi:index:Extra", name, { size, tags });
  }
}

/** The program ends within the microtasks that follow. */
export function warmUp({ finish, idle }: HostHooks): void {
  const before = enterSession(new Session(new WarmUpMonitor()));
  try {
    new Config().get("size");
    const first = new Extra("first", 1);
    const second = new Extra("second", first.id);
    const third = new CustomResource<{ url: string }>("lumi:index:Extra", "third", {}, { dependsOn: [second] });
    void finish({ id: third.id, url: interpolate`https://${third.url}` });
    idle();
    askStandIns();
  } finally {
    enterSession(before);
  }
}

/**
 * Calls the ops that a small program needs. Stubs answer (src/host/build); their answers are
 * ignored.
 */
function askStandIns(): void {
  const { context, declare, plan, setOutputs } = nativeMonitor;
  context();
  declare("", "", 0, 0, []);
  plan!("");
  setOutputs({}, []);
}
