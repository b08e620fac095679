// Classes that extend several: their order is that of C3, as in Python.

import { PyTypeError } from "./errors.ts";
import { PyObject } from "./values.ts";

/** The classes of whose members an object of a class has the first. */
function orderOf(of: any): any[] {
  return Object.hasOwn(of, "$mro") ? of.$mro : [of];
}

/** Merges orders, so that each keeps its own. */
function merged(orders: any[][]): any[] {
  const found: any[] = [];
  let left = orders.filter((it) => it.length > 0);
  while (left.length > 0) {
    const next = left.map((it) => it[0]).find((it) => !left.some((other) => other.slice(1).includes(it)));
    if (next === undefined) {
      const names = left.map((it) => it[0].$name ?? it[0].name).join(", ");
      throw new PyTypeError(`Cannot create a consistent method resolution order (MRO) for bases ${names}`);
    }
    found.push(next);
    left = left.map((it) => it.filter((other) => other !== next)).filter((it) => it.length > 0);
  }
  return found;
}

/**
 * A class that extends others. `make` makes it of the class before it; a class whose own order of
 * superclasses differs is made again.
 */
export function derived(make: any, bases: any[]): any {
  const all = merged([...bases.map(orderOf), bases]);
  const native = all.filter((it) => it.$make === undefined && it !== PyObject);
  if (native.length > 1) throw new PyTypeError("multiple bases have instance lay-out conflict");
  const order = [...all.filter((it) => it.$make !== undefined), ...(native.length > 0 ? native : [PyObject])];
  let base = order[order.length - 1];
  for (let at = order.length - 2; at >= 0; at--) {
    const one = order[at];
    const rest = order.slice(at);
    const own = orderOf(one);
    const isSame = own.length === rest.length && own.every((it, index) => it === rest[index]);
    checkNative(one, native[0]);
    base = isSame ? one : one.$make(base);
  }
  const result = make(base);
  result.$make = make;
  result.$mro = [result, ...order];
  return result;
}

/** A class of TypeScript calls no `__init__` of a class in Python that stands before it. */
function checkNative(one: any, native: any): void {
  if (native === undefined || native.$python === true || !Object.hasOwn(one, "$init")) return;
  if (orderOf(one).includes(native)) return;
  throw new PyTypeError(
    `'${one.$name}' has an __init__, so that no class extends it and ${native.name}: set its attributes in the class itself`,
  );
}
