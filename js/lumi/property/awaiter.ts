// `await property`: the engine calls `then` with two native functions, which get the value. If the
// value stays unknown they are never called, and the awaited cell is recorded.

import { type Cell, State } from "../cell/cell.ts";
import type { Listener } from "../cell/microtask_queue.ts";
import { session } from "../session/session.ts";

type Resolver = (value: unknown) => void;

const functionText = Function.prototype.toString;
const nativeText = "function () { [native code] }";

/**
 * Whether a function is a native resolver, as `await`, `Promise.resolve` and `new Promise` pass.
 */
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
