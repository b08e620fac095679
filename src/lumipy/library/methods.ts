// The methods of built-in types.

import { Property, Resource } from "lumi";

import { bytesMethods } from "./types/bytes.ts";
import { counterMethods, orderedMethods } from "./types/making_dicts.ts";
import { dictMethods } from "./types/dict_methods.ts";
import { raised, StopIteration } from "./errors.ts";
import { dict } from "./hashing.ts";
import { listMethods } from "./types/list_methods.ts";
import { setMethods } from "./types/set_methods.ts";
import { stringMethods } from "./types/string_methods.ts";
import { methodsOf } from "./types/number_methods.ts";
import {
  bare,
  Bytes,
  Dict,
  isList,
  isNumber,
  isObject,
  MakingDict,
  PySet,
  Range,
  Slice,
  Tuple,
  View,
} from "./values.ts";

const changes = ["add", "clear", "discard", "pop", "remove", "update", "difference_update", "intersection_update",
  "symmetric_difference_update"];
const frozenMethods: any = Object.fromEntries(Object.entries(setMethods).filter(([name]) => !changes.includes(name)));

/** The table of the methods of a value, by their Python names. */
function tableOf(value: any): any {
  if (typeof value === "string") return stringMethods;
  if (isNumber(value)) return methodsOf(value);
  if (value === null || typeof value !== "object") return undefined;
  if (value instanceof MakingDict && value.kind === "Counter") return counterMethods;
  if (value instanceof MakingDict && value.kind === "OrderedDict") return orderedMethods;
  if (value instanceof Dict) return dictMethods;
  if (isObject(value) || Property.isInstance(value)) return undefined;
  if (isList(value)) return listMethods;
  if (value instanceof Bytes) return bytesMethods;
  if (!(value instanceof Resource) && typeof value.next === "function") return generatorMethods;
  if (value instanceof PySet) return value.isFrozen ? frozenMethods : setMethods;
  return value instanceof Tuple ? { index: listMethods.index, count: listMethods.count } : undefined;
}

/** Whether a value is of a built-in type, whose methods are all attributes that it has. */
export function isBuiltin(value: any): boolean {
  return tableOf(value) !== undefined;
}

/** The result of a step of a generator; at its end it is a StopIteration. */
function stepped(step: any): any {
  if (step.done !== true) return step.value;
  const isEmpty = step.value === null || step.value === undefined;
  throw isEmpty ? new StopIteration() : new StopIteration(step.value);
}

const generatorMethods: any = {
  send: ["value, /", (of: any, value: any) => stepped(of.next(value))],
  throw: ["error, /", (of: any, error: any) => stepped(of.throw(raised(error)))],
  close: ["", (of: any) => void of.return(null)],
  __next__: ["", (of: any) => stepped(of.next())],
};

const tables: Record<string, any> = {
  str: stringMethods,
  list: listMethods,
  dict: dictMethods,
  set: setMethods,
  bytes: bytesMethods,
};

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
export function builtinMethod(of: any, name: string): any {
  const given = bare(of) !== of && of[name] === undefined ? bare(of) : of;
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
