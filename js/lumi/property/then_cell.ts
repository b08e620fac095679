// `property.then(callback)`: runs the callback on a known value, and settles with its result.

import { resolveInto } from "../cell/resolve_into.ts";
import { Cell, State } from "../cell/cell.ts";
import { type Dependencies, joinDependencies } from "../data/dependencies.ts";
import { Failure } from "../data/failure.ts";
import { session } from "../session/session.ts";
import type { Unseen } from "../cell/unseen_code.ts";

type Callback = (value: unknown) => unknown;

/** The secret values that running callbacks were given, innermost last. */
const given: unknown[] = [];

/** The secret values that `then` gave the running code in clear. */
export function givenSecrets(): readonly unknown[] {
  return given.length === 0 ? NONE : given.slice();
}

const NONE: readonly unknown[] = [];

export class ThenCell extends Cell {
  private isCalled = false;
  private readonly unseen: Unseen = session().unseen;
  /** The dependencies of the callback that called `then`. */
  private readonly outer: Dependencies = this.unseen.running;

  /** `own` is the function of the program that the callback runs, or null. */
  constructor(
    parent: Cell,
    private callback: Callback | null,
    private recover: Callback | null,
    private readonly own: Callback | null = callback,
  ) {
    super();
    this.source = parent;
    parent.subscribe(this);
  }

  override notify(cell: Cell): void {
    if (this.isCalled) return super.notify(cell);
    this.isCalled = true;
    this.source = null;
    const { callback, recover } = this;
    this.callback = this.recover = null;
    if (!this.isPending) return;
    if (cell.state === State.Failed) {
      if (this.own !== null && session().context.continuesOnError === true) this.unseen.skipFailed(this.own, cell);
      if (recover === null) {
        this.absorb(cell);
        return this.fail(cell.failure);
      }
      cell.failure.handle();
      return this.call(recover, cell.failure.error, this.outer);
    }
    this.absorb(cell);
    if (callback === null) return super.notify(cell);
    try {
      if (!cell.isKnown) {
        if (this.own !== null) this.unseen.skip(this.own, cell);
        return this.settleHole(cell.origin);
      }
    } catch (error) {
      return this.fail(new Failure(error));
    }
    this.call(callback, cell.value, joinDependencies(this.outer, cell.dependencies));
  }

  private call(callback: Callback, value: unknown, causes: Dependencies): void {
    const { unseen } = this;
    const before = unseen.running;
    unseen.running = causes;
    try {
      const answer = this.answerOf(callback, value);
      // An asynchronous callback resumes after this function has returned.
      if (causes !== null && answer instanceof Promise) unseen.resume(causes);
      resolveInto(this, answer);
    } catch (error) {
      this.fail(new Failure(error));
    } finally {
      unseen.running = before;
    }
  }

  /** Runs the callback; a secret value counts as given until it returns. */
  private answerOf(callback: Callback, value: unknown): unknown {
    if (!this.isSecret) return callback(value);
    given.push(value);
    try {
      return callback(value);
    } finally {
      given.pop();
    }
  }
}
