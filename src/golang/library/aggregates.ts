// Structs and arrays, which are copied where they are assigned; equality.

import { fault } from "./panics.ts";
import { Boxed, isAggregate, type Type } from "./types.ts";

export function copied(type: Type, value: any): any {
  if (type.kind === "array") {
    if (!isAggregate(type.elem)) return value.slice();
    return value.map((it: any) => copied(type.elem, it));
  }
  const result: any = {};
  for (const field of type.fields) {
    const inner = value[field.member];
    result[field.member] = isAggregate(field.type) ? copied(field.type, inner) : inner;
  }
  return result;
}

/** Gives a struct or an array the content of another one. */
export function assign(type: Type, to: any, from: any): void {
  const copy = copied(type, from);
  if (type.kind === "array") {
    for (let at = 0; at < type.length; at++) {
      if (isAggregate(type.elem)) assign(type.elem, to[at], copy[at]);
      else to[at] = copy[at];
    }
    return;
  }
  for (const field of type.fields) {
    if (isAggregate(field.type)) assign(field.type, to[field.member], copy[field.member]);
    else to[field.member] = copy[field.member];
  }
}

/** Gives the variable that a pointer points to a value. */
export function setTarget(type: Type, pointer: any, value: any): void {
  if (isAggregate(type)) assign(type, pointer, value);
  else pointer.write(value);
}

export function zero(type: Type): any {
  switch (type.kind) {
    case "bool":
      return false;
    case "string":
      return "";
    case "array":
      return Array.from({ length: type.length }, () => zero(type.elem));
    case "struct": {
      const result: any = {};
      for (const field of type.fields) result[field.member] = zero(field.type);
      return result;
    }
    case "slice":
    case "map":
    case "pointer":
    case "func":
    case "interface":
      return null;
    default:
      return 0;
  }
}

/** The items of an array, with zero values after them. */
export function filled(type: Type, items: any[]): any[] {
  while (items.length < type.length) items.push(zero(type.elem));
  return items;
}

export function equal(type: Type, left: any, right: any): boolean {
  if (type.kind === "array") return left.every((it: any, at: number) => equal(type.elem, it, right[at]));
  if (type.kind === "struct") {
    return type.fields.every((it) => it.name === "_" || equal(it.type, left[it.member], right[it.member]));
  }
  if (type.kind === "interface") return same(left, right);
  if (type.kind === "pointer" && !isAggregate(type.elem) && left !== right && left !== null && right !== null) {
    fault(`LumiGo does not compare pointers of type ${type.name}`);
  }
  return left === right;
}

/** Whether values of interfaces are equal. */
export function same(left: Boxed | null, right: Boxed | null): boolean {
  if (left === null || right === null) return left === right;
  if (left.type !== right.type) return false;
  if (!isComparable(left.type)) fault(`comparing uncomparable type ${left.type.name}`);
  return equal(left.type, left.value, right.value);
}

export function isComparable(type: Type): boolean {
  if (type.kind === "slice" || type.kind === "map" || type.kind === "func") return false;
  if (type.kind === "array") return isComparable(type.elem);
  return type.kind !== "struct" || type.fields.every((it) => isComparable(it.type));
}

const identities: WeakMap<any, number> = new WeakMap();
let identityCount: number = 0;

/** A text that is equal for equal values: the key of a map. */
export function hashed(type: Type, value: any): string {
  switch (type.kind) {
    case "string":
      return `${value.length}:${value}`;
    case "array":
      return `[${value.map((it: any) => hashed(type.elem, it)).join()}]`;
    case "struct":
      return `{${type.fields.map((it) => hashed(it.type, value[it.member])).join()}}`;
    case "interface":
      if (value === null) return "nil";
      if (!isComparable(value.type)) fault(`hash of unhashable type ${value.type.name}`);
      return `${value.type.number}(${hashed(value.type, value.value)})`;
    case "pointer": {
      if (value === null) return "nil";
      // Each use of `&` makes another pointer.
      if (!isAggregate(type.elem)) fault(`LumiGo does not compare pointers of type ${type.name}`);
      const known = identities.get(value);
      if (known !== undefined) return `*${known}`;
      identityCount += 1;
      identities.set(value, identityCount);
      return `*${identityCount}`;
    }
    default:
      return String(value === 0 ? 0 : value);
  }
}
