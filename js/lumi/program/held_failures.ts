// The failures of a preview, held until nothing can run any more: what does not depend on them is planned as well, and
// the errors do not depend on which provider answers first.

import { type FailureReport, markHeld, setReporter } from "../data/failure.ts";
import { session } from "../session/session.ts";
import { calls } from "../session/track_registration.ts";

/** The time in milliseconds for timers, servers and connections that run on after the last answer of the engine. */
const grace = 5000;
/** The most causes of an error that are looked at. */
const mostCauses = 20;

/** The parts of the runtime that it needs. */
export interface Host {
  /** Calls back once; a pending call does not keep the program running. */
  later(callback: () => void, milliseconds: number): void;
  /** Ends the program with an error. */
  end(error: unknown): void;
  /** Answers whether the program itself listens to errors that nothing handles. */
  takeUnhandled(error: unknown): boolean;
}

class HeldFailures {
  private readonly reports = new Map<object, unknown>();
  /** All errors of failures, handled or not. */
  private readonly known = new WeakSet<object>();
  private isTimed = false;
  private host!: Host;

  /** Takes the failures of previews from now on. */
  install(host: Host): void {
    this.host = host;
    const direct = setReporter((error) => {
      if (!isHeldRun()) return direct(error);
      if (typeof error === "object" && error !== null) this.known.add(error);
      return this.hold(error);
    });
  }

  /** Holds a rejection of the program that comes from a failure; answers whether it does. */
  take(reason: unknown): boolean {
    if (!isHeldRun() || !causesOf(reason).some((it) => this.known.has(it))) return false;
    this.hold(reason);
    return true;
  }

  hold(error: unknown): FailureReport {
    const key = {};
    this.reports.set(key, error);
    this.time();
    return { revoke: () => this.reports.delete(key) };
  }

  /** Throws the failures that nothing handled, as one error; called when nothing else can run. */
  throwAll(): void {
    const error = this.error();
    if (error !== null) throw error;
  }

  private error(): AggregateError | null {
    const all = distinct([...this.reports.values()]);
    this.reports.clear();
    const errors = all.filter((it) => !this.host.takeUnhandled(it));
    if (errors.length === 0) return null;
    const error = new AggregateError(errors, `${errors.length} errors that nothing handled`);
    markHeld(error);
    return error;
  }

  private time(): void {
    if (this.isTimed) return;
    this.isTimed = true;
    const { answered } = calls;
    this.host.later(() => {
      this.isTimed = false;
      if (this.reports.size === 0) return;
      if (calls.open > 0 || calls.answered !== answered) return this.time();
      const error = this.error();
      if (error !== null) this.host.end(error);
    }, grace);
  }
}

export const heldFailures = new HeldFailures();

/** Whether the engine plans the program: nothing is made, so nothing has to stop at a failure. */
export function isHeldRun(): boolean {
  const { context } = session();
  return context.dryRun && context.plans !== true && context.mode === "program";
}

/** An error and its causes. */
function causesOf(error: unknown): object[] {
  const found: object[] = [];
  for (let cause = error; cause instanceof Error && found.length < mostCauses; cause = cause.cause) found.push(cause);
  return found;
}

/** Each error once, without those that another one has caused. */
function distinct(errors: readonly unknown[]): unknown[] {
  const all = new Set(errors);
  return [...all].filter((error) => !causesOf(error).slice(1).some((it) => all.has(it)));
}
