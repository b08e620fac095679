// The state behind a Property: a small machine of our own instead of a native promise, because
// a program has many more values than promises, and values know things promises do not.

import { type Dependencies, joinDependencies } from "../data/dependencies.ts";
import { Failure } from "../data/failure.ts";
import { hasHole } from "../data/holes.ts";
import { unknown } from "../protocol/ops.ts";
import { enqueue, type Listener } from "./microtask_queue.ts";

export const State = { Pending: 0, Settled: 1, Failed: 2 } as const;
export type State = (typeof State)[keyof typeof State];

/** Answers its cell on every Property; nothing else has a member of this name. */
export const CELL = Symbol("lumi.cell");

/** What a pending cell waits for: one cell, or a collection of several. */
export interface Source {
  pendingCells(): readonly Cell[];
  /** Pending and settled cells. */
  allCells(): readonly Cell[];
}

export class Cell implements Listener, Source {
  state: State = State.Pending;
  isSecret = false;
  /** Settled: a tree with no Property inside, in which `unknown` may stand. Failed: a Failure. */
  value: unknown = undefined;
  dependencies: Dependencies = null;
  /** Pending: what it waits for. Settled: the cell that a hole in it would come from. */
  source: Source | null = null;
  private listeners: Listener | Listener[] | null = null;
  private isWhole: boolean | undefined = undefined;
  /** The Property that shows this cell, made when first asked for. */
  facade: object | null = null;

  get isPending(): boolean {
    return this.state === State.Pending;
  }

  /** Settled and without any hole, deep inside included. */
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

  /** Settles as a hole that came from `origin`. */
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

  /** Settles as `other` is or will be; its secretness and dependencies come on top. */
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

  /** Where a hole in this cell's value comes from; null if that place has no name. */
  get origin(): Cell | null {
    return this.source as Cell | null;
  }

  /** How `origin` is named to the user: the serial of a resource (or -1) and an output path. */
  place(): { serial: number; path: string } | null {
    return null;
  }

  /** What a user could do about a cell that is never settled; see idle.ts. */
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
    this.dependencies = joinDependencies(this.dependencies, other.dependencies);
  }

  private take(other: Cell): void {
    if (this.state !== State.Pending) return;
    if (other.state === State.Failed) return this.fail(other.failure);
    this.absorb(other);
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
  // Some Properties can be called; see method_names.ts.
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return undefined;
  return (value as { [CELL]?: Cell })[CELL];
}
