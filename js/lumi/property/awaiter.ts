// `await property`: the engine calls `then` with two of its own functions. They get the value;
// if it stays unknown they are never called, and what is waited for is remembered.

import { type Cell, State } from "../cell/cell.ts";
import type { Listener } from "../cell/microtask_queue.ts";
import { session } from "../session/session.ts";

type Resolver = (value: unknown) => void;

const functionText = Function.prototype.toString;
const nativeText = "function () { [native code] }";

/** True for the functions that `await`, `Promise.resolve` and `new Promise` pass around. */
export function isNativeResolver(value: unknown): value is Resolver {
  return typeof value === "function" && value.name === "" &&
    Reflect.apply(functionText, value, []) === nativeText;
}

export class Awaiter implements Listener {
  private readonly session = session();

  constructor(readonly cell: Cell, private readonly resolve: Resolver, private readonly reject: unknown) {
    this.session.awaiters.add(this);
    cell.subscribe(this);
  }

  notify(cell: Cell): void {
    this.session.awaiters.delete(this);
    if (cell.state === State.Failed) {
      if (typeof this.reject !== "function") return;
      cell.failure.handle();
      this.reject(cell.failure.error);
    } else if (cell.isKnown) {
      this.session.unseen.resume(cell.dependencies);
      this.resolve(cell.value);
    } else {
      this.session.awaited.push(cell);
    }
  }
}
