// The methods of built-in types.

import { Property } from "lumi";

import { dictMethods } from "./dict_methods.ts";
import { listMethods } from "./list_methods.ts";
import { setMethods } from "./set_methods.ts";
import { stringMethods } from "./string_methods.ts";
import { methodsOf } from "./number_methods.ts";
import { Dict, isList, isNumber, isObject, PySet, Tuple } from "./values.ts";

/** The table of the methods of a value, by their Python names. */
function tableOf(value: any): any {
  if (typeof value === "string") return stringMethods;
  if (isNumber(value)) return methodsOf(value);
  if (value === null || typeof value !== "object") return undefined;
  if (value instanceof Dict) return dictMethods;
  if (isObject(value) || Property.isInstance(value)) return undefined;
  if (isList(value)) return listMethods;
  if (value instanceof PySet) return setMethods;
  return value instanceof Tuple ? { index: listMethods.index, count: listMethods.count } : undefined;
}

/** A method of a value of a built-in type, with its signature; undefined if it has none of that name. */
export function builtinMethod(value: any, name: string): any {
  const table = tableOf(value);
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
