// The state behind a Property: a small state machine instead of a native promise, because programs
// have many values, and values carry secretness, dependencies and holes.

import { type Dependencies, joinDependencies } from "../data/dependencies.ts";
import { Failure } from "../data/failure.ts";
import { hasHole } from "../data/holes.ts";
import { unknown } from "../protocol/ops.ts";
import { enqueue, type Listener } from "./microtask_queue.ts";
import type { Setting } from "./setting.ts";

export const State = { Pending: 0, Settled: 1, Failed: 2 } as const;
export type State = (typeof State)[keyof typeof State];

/** The key under which every Property returns its cell. */
export const CELL = Symbol("lumi.cell");

/** The source of a pending cell: one cell, or a collection of several. */
export interface Source {
  pendingCells(): readonly Cell[];
  /** Pending and settled cells. */
  allCells(): readonly Cell[];
}

export class Cell implements Listener, Source {
  state: State = State.Pending;
  isSecret = false;
  /** Whether it is secret only because of members of its value; see secret_members.ts. */
  isSecretInParts = false;
  /** Whether `unsecret` opened the value, or one that it was made of. */
  isOpened = false;
  /** Settled: data without Properties inside, possibly with `unknown`. Failed: a Failure. */
  value: unknown = undefined;
  dependencies: Dependencies = null;
  /** Pending: the source of the value. Settled: the cell that a hole in the value comes from. */
  source: Source | null = null;
  private listeners: Listener | Listener[] | null = null;
  private isWhole: boolean | undefined = undefined;
  /** The Property of this cell, created on first use. */
  facade: object | null = null;

  get isPending(): boolean {
    return this.state === State.Pending;
  }

  /** Whether the cell is settled and has no hole at any depth. */
  get isKnown(): boolean {
    return (this.isWhole ??= !hasHole(this.value));
  }

  get failure(): Failure {
    return this.value as Failure;
  }

  settle(value: unknown): void {
    if (this.state !== State.Pending) return;
    this.state = State.Settled;
    this.value = value;
    this.source = null;
    this.wake();
  }

  /** Settles with a hole that comes from `origin`. */
  settleHole(origin: Cell | null): void {
    if (this.state !== State.Pending) return;
    this.settle(unknown);
    this.source = origin;
  }

  fail(failure: Failure): void {
    if (this.state !== State.Pending) return;
    this.state = State.Failed;
    this.value = failure;
    this.source = null;
    this.wake();
  }

  /** Settles like `other`; secretness and dependencies are merged. */
  follow(other: Cell): void {
    if (other === this) {
      this.fail(new Failure(new TypeError("a Property cannot be resolved with itself")));
    } else if (other.isPending) {
      this.source = other;
      other.subscribe(this);
    } else {
      this.take(other);
    }
  }

  notify(cell: Cell): void {
    this.take(cell);
  }

  subscribe(listener: Listener): void {
    if (this.state !== State.Pending) {
      enqueue(listener, this);
    } else if (this.listeners === null) {
      this.listeners = listener;
    } else if (Array.isArray(this.listeners)) {
      this.listeners.push(listener);
    } else {
      this.listeners = [this.listeners, listener];
    }
  }

  /** The cell that a hole in this cell's value comes from; null if it has no name. */
  get origin(): Cell | null {
    return this.source as Cell | null;
  }

  /** The place of `origin` for messages: the serial of a resource (or -1) and an output path. */
  place(): { serial: number; path: string } | null {
    return null;
  }

  /** The setting of the configuration whose value this is. */
  setting(): Setting | null {
    return null;
  }

  /** The kind of a source that may never settle; see idle.ts. */
  get backing(): "promise" | "deferred" | null {
    return null;
  }

  allCells(): readonly Cell[] {
    return [this];
  }

  pendingCells(): readonly Cell[] {
    return this.isPending ? [this] : [];
  }

  absorb(other: Cell): void {
    if (other.isSecret) this.isSecret = true;
    if (other.isOpened) this.isOpened = true;
    this.dependencies = joinDependencies(this.dependencies, other.dependencies);
  }

  private take(other: Cell): void {
    if (this.state !== State.Pending) return;
    if (!this.isSecret) this.isSecretInParts = other.isSecretInParts;
    this.absorb(other);
    if (other.state === State.Failed) return this.fail(other.failure);
    const origin = other.origin;
    this.settle(other.value);
    this.source = origin;
  }

  private wake(): void {
    const listeners = this.listeners;
    if (listeners === null) return;
    this.listeners = null;
    if (Array.isArray(listeners)) {
      for (const listener of listeners) enqueue(listener, this);
    } else {
      enqueue(listeners, this);
    }
  }
}

export function cellOf(value: unknown): Cell | undefined {
  // Some Properties are callable; see method_names.ts.
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return undefined;
  return (value as { [CELL]?: Cell })[CELL];
}
