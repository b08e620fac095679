// `with`: what it enters and leaves.

import { find, invoke } from "./calls.ts";
import { caught, PyTypeError } from "./errors.ts";
import { kindOf } from "./hashing.ts";
import { truth } from "./operators.ts";

/** The value that `as` names. */
export function enter(manager: any): any {
  if (find(manager, "__enter__") === undefined || find(manager, "__exit__") === undefined) {
    throw new PyTypeError(`'${kindOf(manager)}' object does not support the context manager protocol`);
  }
  return invoke(manager, "__enter__", []);
}

/** Leaves after code that has ended, or goes on elsewhere. */
export function leave(manager: any): void {
  invoke(manager, "__exit__", [null, null, null]);
}

/** Leaves after an exception, and returns whether that has been dealt with. */
export function leaveWith(manager: any, thrown: any): boolean {
  const error = caught(thrown);
  return truth(invoke(manager, "__exit__", [error.$class, error, null]));
}
