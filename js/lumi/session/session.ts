// Everything one evaluation of a program has in common. A run has one session; every mocked run
// inside a test has its own, so that tests do not see each other's resources.

import type { Cell } from "../cell/cell.ts";
import type { ConfigEntry, Monitor } from "../protocol/monitor.ts";
import { nativeMonitor } from "../protocol/monitor.ts";
import type { RunContext } from "../protocol/ops.ts";
import { Plan } from "./plan.ts";
import type { ResourceState } from "../resource/resource_state.ts";
import type { PendingWork } from "../cell/pending_slot.ts";
import { Unseen } from "../cell/unseen.ts";

export class Session {
  /** By serial. */
  readonly resources: ResourceState[] = [];
  /** What has been asked for, but waits for values. */
  readonly waiting = new Set<PendingWork>();
  /** Who awaits a Property that is not settled. */
  readonly awaiters = new Set<{ readonly cell: Cell }>();
  /** Holes that the program awaits. */
  readonly awaited: Cell[] = [];
  /** Promises were taken as unknown, as what they wait for is. */
  hasPromisesTaken = false;
  /** What a plan does not see, and what resources hang on that it would not. */
  readonly unseen = new Unseen();
  private knownContext: RunContext | null = null;
  private knownPlan: Plan | null | undefined = undefined;
  private knownConfig: Record<string, ConfigEntry> | null = null;

  constructor(readonly monitor: Monitor) {}

  get context(): RunContext {
    return (this.knownContext ??= this.monitor.context());
  }

  /** Null if registrations have to be answered by the monitor. */
  get plan(): Plan | null {
    return this.knownPlan === undefined ? this.knownPlan = this.newPlan() : this.knownPlan;
  }

  private newPlan(): Plan | null {
    return this.context.plans === true ? new Plan(this.monitor) : null;
  }

  get config(): Record<string, ConfigEntry> {
    return (this.knownConfig ??= this.monitor.config());
  }
}

let current = new Session(nativeMonitor);

export function session(): Session {
  return current;
}

/** Makes `next` the session and answers the one before. */
export function enterSession(next: Session): Session {
  const before = current;
  current = next;
  return before;
}
