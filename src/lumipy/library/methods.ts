// The methods of built-in types.

import { Property, Resource } from "lumi";

import { dictMethods } from "./dict_methods.ts";
import { dict } from "./hashing.ts";
import { listMethods } from "./list_methods.ts";
import { setMethods } from "./set_methods.ts";
import { stringMethods } from "./string_methods.ts";
import { methodsOf } from "./number_methods.ts";
import { Dict, isList, isNumber, isObject, PySet, Range, Slice, Tuple, View } from "./values.ts";

const changes = ["add", "clear", "discard", "pop", "remove", "update", "difference_update", "intersection_update",
  "symmetric_difference_update"];
const frozenMethods: any = Object.fromEntries(Object.entries(setMethods).filter(([name]) => !changes.includes(name)));

/** The table of the methods of a value, by their Python names. */
function tableOf(value: any): any {
  if (typeof value === "string") return stringMethods;
  if (isNumber(value)) return methodsOf(value);
  if (value === null || typeof value !== "object") return undefined;
  if (value instanceof Dict) return dictMethods;
  if (isObject(value) || Property.isInstance(value)) return undefined;
  if (isList(value)) return listMethods;
  if (value instanceof PySet) return value.isFrozen ? frozenMethods : setMethods;
  return value instanceof Tuple ? { index: listMethods.index, count: listMethods.count } : undefined;
}

/** Whether a value is of a built-in type, whose methods are all attributes that it has. */
export function isBuiltin(value: any): boolean {
  return tableOf(value) !== undefined;
}

const tables: Record<string, any> = { str: stringMethods, list: listMethods, dict: dictMethods, set: setMethods };

/** Whether a built-in type has a method of this name. */
export function isMethodOf(type: string, name: string): boolean {
  return Object.hasOwn(tables, type) && Object.hasOwn(tables[type], name);
}

/** The methods that an object of TypeScript has as a dict does. */
const readers = ["copy", "get", "items", "keys", "values"];

/** Whether a value without methods of its own is an object of TypeScript that has no member of this name. */
function isReadable(value: any, name: string): boolean {
  return typeof value === "object" && value !== null && readers.includes(name) && !Property.isInstance(value) &&
    !(value instanceof Resource) && !(value instanceof Range || value instanceof View || value instanceof Slice) &&
    !isObject(value) && value[name] === undefined && typeof value.next !== "function";
}

/** A method of a value of a built-in type, with its signature; undefined if it has none of that name. */
export function builtinMethod(given: any, name: string): any {
  let value = given;
  let table = tableOf(given);
  if (table === undefined && isReadable(given, name)) {
    value = dict(Object.entries(given));
    table = dictMethods;
  }
  if (table === undefined || !Object.hasOwn(table, name)) return undefined;
  const [signature, method] = table[name];
  const bound = (...args: any[]) => {
    const result = method(value, ...args);
    return result === undefined ? null : result;
  };
  (bound as any).$signature = signature;
  (bound as any).$label = name;
  return bound;
}
