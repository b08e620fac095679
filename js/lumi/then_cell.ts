// `property.then(callback)`: runs the callback on a known value, and takes over what it answers.

import { resolveInto } from "./resolve_into.ts";
import { Cell, State } from "./cell.ts";
import { Failure } from "./failure.ts";

type Callback = (value: unknown) => unknown;

/** The secret values that callbacks which run have been given, the innermost last. */
const given: unknown[] = [];

/** The secret values that the code which runs was given in the clear, by `then`. */
export function givenSecrets(): readonly unknown[] {
  return given.length === 0 ? NONE : given.slice();
}

const NONE: readonly unknown[] = [];

export class ThenCell extends Cell {
  private isCalled = false;

  constructor(
    parent: Cell,
    private callback: Callback | null,
    private recover: Callback | null,
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
      if (recover === null) return this.fail(cell.failure);
      cell.failure.handle();
      return this.call(recover, cell.failure.error);
    }
    this.absorb(cell);
    if (callback === null) return super.notify(cell);
    try {
      if (!cell.isKnown) return this.settleHole(cell.origin);
    } catch (error) {
      return this.fail(new Failure(error));
    }
    this.call(callback, cell.value);
  }

  private call(callback: Callback, value: unknown): void {
    const isSecret = this.isSecret;
    if (isSecret) given.push(value);
    let answer;
    try {
      answer = callback(value);
    } catch (error) {
      return this.fail(new Failure(error));
    } finally {
      if (isSecret) given.pop();
    }
    try {
      resolveInto(this, answer);
    } catch (error) {
      this.fail(new Failure(error));
    }
  }
}
