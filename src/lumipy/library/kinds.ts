// Whether values are of types.

import { PyTypeError } from "./errors.ts";
import { TypeUnion } from "./operators.ts";
import { bare, PyObject, Tuple } from "./values.ts";

const message = "isinstance() arg 2 must be a type, a tuple of types, or a union";

/** `isinstance(value, of)` */
export function isOf(value: any, of: any): boolean {
  if (of instanceof Tuple) return of.items.some((it) => isOf(value, it));
  if (of instanceof TypeUnion) return of.types.some((it) => isOf(value, it));
  if (of === null) return value === null || value === undefined;
  if (typeof of !== "function") throw new PyTypeError(message);
  if (of.$is !== undefined) return of.$is(value) || (bare(value) !== value && of.$is(bare(value)));
  if (of === PyObject) return true;
  if (of.$signature !== undefined) throw new PyTypeError(message);
  return value instanceof of || (value instanceof PyObject && (value as any).$class.$mro?.includes(of) === true);
}

/** `issubclass(value, of)` of classes that the program declares: `probe` makes no object. */
export function isBelow(value: any, of: any): boolean {
  if (of instanceof Tuple) return of.items.some((it) => isBelow(value, it));
  if (typeof value !== "function" || typeof of !== "function") {
    throw new PyTypeError("issubclass() arg 1 must be a class");
  }
  if (value === of || of === PyObject || value.$mro?.includes(of) === true) return true;
  const parents: any[] = value.$parents ?? [];
  return parents.some((it) => isBelow(it, of));
}
