// What the package errors needs to know of types.

import { isComparable, setTarget } from "./aggregates.ts";
import { panic } from "./panics.ts";
import { Boxed, is, stringType } from "./types.ts";

export function comparable_(error: Boxed): boolean {
  return isComparable(error.type);
}

/** Gives the variable that `target` points to an error, if that has its type. */
export function assignTo(error: Boxed, target: Boxed): boolean {
  if (target.type.kind !== "pointer" || target.value === null) panic(new Boxed(stringType, "errors: target must be a non-nil pointer"));
  const wanted = target.type.elem;
  if (!is(error, wanted)) return false;
  setTarget(wanted, target.value, wanted.kind === "interface" ? error : error.value);
  return true;
}
