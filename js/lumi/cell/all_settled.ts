// A cell that continues when several others have settled, with any value.

import { type Cell, type Source, State } from "./cell.ts";
import type { Listener } from "./microtask_queue.ts";

export class AllSettled implements Listener, Source {
  private open = 0;

  private constructor(
    private readonly target: Cell,
    private readonly cells: readonly Cell[],
    private readonly done: () => void,
  ) {}

  /** Calls `done` when all cells are settled; fails `target` if one of them fails. */
  static for(target: Cell, cells: readonly Cell[], done: () => void): void {
    new AllSettled(target, cells, done).start();
  }

  allCells(): readonly Cell[] {
    return this.cells;
  }

  pendingCells(): readonly Cell[] {
    return this.cells.filter((cell) => cell.isPending);
  }

  notify(cell: Cell): void {
    this.open--;
    if (!this.target.isPending) return;
    if (cell.state === State.Failed) this.fail(cell);
    else if (this.open === 0) this.done();
  }

  private fail(cell: Cell): void {
    this.target.absorb(cell);
    this.target.fail(cell.failure);
  }

  private start(): void {
    for (const cell of this.cells) {
      if (cell.state === State.Failed) return this.fail(cell);
      if (cell.state === State.Settled) continue;
      this.open++;
      cell.subscribe(this);
    }
    if (this.open === 0) this.done();
    else this.target.source = this;
  }
}
