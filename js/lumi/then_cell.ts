// `property.then(callback)`: runs the callback on a known value, and takes over what it answers.

import { resolveInto } from "./resolve_into.ts";
import { Cell, State } from "./cell.ts";
import { Failure } from "./failure.ts";

type Callback = (value: unknown) => unknown;

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
    try {
      resolveInto(this, callback(value));
    } catch (error) {
      this.fail(new Failure(error));
    }
  }
}
