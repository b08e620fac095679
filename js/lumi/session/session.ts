// The state of one evaluation of a program. A run has one session; every mocked run in a test has
// its own, so that tests are isolated.

import type { Cell } from "../cell/cell.ts";
import type { ConfigEntry, Monitor } from "../protocol/monitor.ts";
import { nativeMonitor } from "../protocol/monitor.ts";
import type { RunContext } from "../protocol/ops.ts";
import { Plan } from "./plan.ts";
import type { DeclaredResource } from "./declared_resource.ts";
import { Trial } from "./trial.ts";
import type { PendingWork } from "../cell/pending_slot.ts";
import { Unseen } from "../cell/unseen_code.ts";

export class Session {
  /** The index is the serial. */
  readonly resources: DeclaredResource[] = [];
  /** Operations that wait for values. */
  readonly waiting = new Set<PendingWork>();
  /** Awaits of unsettled Properties. */
  readonly awaiters = new Set<{ readonly cell: Cell }>();
  /** Holes that the program awaits. */
  readonly awaited: Cell[] = [];
  /** Whether pending promises were treated as unknown because they wait for holes. */
  hasPromisesTaken = false;
  /** Code that a plan does not see, and the dependencies of what it declares. */
  readonly unseen = new Unseen();
  /** The functions that the engine calls before and after steps, by name. */
  readonly hooks = new Map<string, (args: unknown) => unknown>();
  private isUnrepeatable = false;
  private usesPlannedOutputs = false;
  private knownContext: RunContext | null = null;
  private knownPlan: Plan | null | undefined = undefined;
  private knownTrial: Trial | null | undefined = undefined;
  private knownConfig: Record<string, ConfigEntry> | null = null;

  constructor(readonly monitor: Monitor) {}

  get context(): RunContext {
    return (this.knownContext ??= this.monitor.context());
  }

  /** Tells the engine that a deployment of the program may differ from its plan. */
  noteUnrepeatable(): void {
    if (this.isUnrepeatable) return;
    this.isUnrepeatable = true;
    this.monitor.noteUnrepeatable?.();
  }

  /** Takes note that the program has used the planned outputs of a change, which its deployment may answer otherwise. */
  notePlannedOutputs(): void {
    if (this.usesPlannedOutputs) return;
    this.usesPlannedOutputs = true;
    this.monitor.notePlannedOutputs?.();
  }

  /** Null if the monitor must answer registrations. */
  get plan(): Plan | null {
    return this.knownPlan === undefined ? this.knownPlan = this.newPlan() : this.knownPlan;
  }

  private newPlan(): Plan | null {
    return this.context.plans === true ? new Plan(this.monitor) : null;
  }

  /** Null unless unknown outputs have made-up values. */
  get trial(): Trial | null {
    return this.knownTrial === undefined ? this.knownTrial = this.newTrial() : this.knownTrial;
  }

  private newTrial(): Trial | null {
    const { tried } = this.context;
    return tried === undefined ? null : new Trial(tried);
  }

  get config(): Record<string, ConfigEntry> {
    return (this.knownConfig ??= this.monitor.config());
  }
}

let current = new Session(nativeMonitor);

export function session(): Session {
  return current;
}

/** Replaces the current session and returns the previous one. */
export function enterSession(next: Session): Session {
  const before = current;
  current = next;
  return before;
}
