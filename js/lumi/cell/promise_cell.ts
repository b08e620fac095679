// Values that a promise settles later.

import { Cell } from "./cell.ts";
import { Failure } from "../data/failure.ts";

const promiseThen = Promise.prototype.then;

/** Whether a value is a native promise or has a callable `then`. */
export function isThenable(value: object): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown }).then === "function";
}

export class PromiseCell extends Cell {
  /** `resolve` settles the cell with what the promise resolves to, which may be a promise, too. */
  constructor(promise: PromiseLike<unknown>, resolve: (cell: Cell, value: unknown) => void) {
    super();
    const settle = (value: unknown) => resolve(this, value);
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
