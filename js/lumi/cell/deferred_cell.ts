// Values that the program settles later (`Property.pending`).

import { Cell } from "./cell.ts";
import { Failure } from "../data/failure.ts";
import { resolveInto } from "./resolve_into.ts";

export class DeferredCell extends Cell {
  private isResolved = false;

  resolve(value: unknown): void {
    if (this.isResolved) return;
    this.isResolved = true;
    resolveInto(this, value);
  }

  reject(error: unknown): void {
    if (this.isResolved) return;
    this.isResolved = true;
    if (this.isPending) this.fail(new Failure(error));
  }

  override get backing(): "deferred" | null {
    return this.isResolved ? null : "deferred";
  }
}
