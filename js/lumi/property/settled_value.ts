// `value`: a Property's value as a promise, for tests. Unlike `await`, it rejects for a hole.

import { resolveInto } from "../cell/resolve_into.ts";
import { Cell, State } from "../cell/cell.ts";
import type { Unwrapped } from "./property_types.ts";

/** The value of a Property, or of data that contains Properties. Rejects if it is unknown. */
export function value<T>(property: T): Promise<Unwrapped<T>> {
  const cell = new Cell();
  resolveInto(cell, property);
  return new Promise((resolve, reject) => {
    cell.subscribe({
      notify() {
        if (cell.state === State.Failed) {
          cell.failure.handle();
          reject(cell.failure.error);
        } else if (cell.isKnown) {
          resolve(cell.value as Unwrapped<T>);
        } else {
          const path = cell.origin?.place()?.path;
          reject(
            new Error(`the value is unknown${path === undefined ? "" : `: it comes from output "${path}"`}`),
          );
        }
      },
    });
  });
}
