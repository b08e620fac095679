// Values that settle later, by a native promise or by the program (`Property.pending`).

import { resolveInto } from "./resolve_into.ts";
import { Cell } from "./cell.ts";
import { Failure } from "../data/failure.ts";

const promiseThen = Promise.prototype.then;

/** Whether a value is a native promise or has a callable `then`. */
export function isThenable(value: object): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown }).then === "function";
}

export class PromiseCell extends Cell {
  constructor(promise: PromiseLike<unknown>) {
    super();
    const settle = (value: unknown) => resolveInto(this, value);
    const fail = (error: unknown) => {
      // The cell may have settled as a hole when nothing else could run; a late error is dropped.
      if (this.isPending) this.fail(new Failure(error));
    };
    if (promise instanceof Promise) Reflect.apply(promiseThen, promise, [settle, fail]);
    else promise.then(settle, fail);
  }

  override get backing(): "promise" | null {
    return this.source === null ? "promise" : null;
  }
}

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
