// The patterns of `match`.

import { find } from "./calls.ts";
import { PyTypeError } from "./errors.ts";
import { dict, lookUp } from "./hashing.ts";
import { isOf } from "./kinds.ts";
import { Bytes, Dict, Float, isList, isObject, PySet, Range, Tuple, View } from "./values.ts";
import { Property, Resource } from "lumi";

/** Whether a value is None, True or False. */
export function same(value: any, single: any): boolean {
  return single === null ? value === null || value === undefined : value === single;
}

/** The elements of a sequence of `count`; with `star` at a place all that are left over. */
export function matchSequence(value: any, count: number, star = -1): any {
  const isSequence = isList(value) || value instanceof Tuple || value instanceof Range;
  if (!isSequence) return null;
  const items = value instanceof Tuple ? value.items : value instanceof Range ? numbers(value) : value;
  if (star < 0) return items.length === count ? items : null;
  if (items.length < count - 1) return null;
  const after = items.length - (count - 1 - star);
  return [...items.slice(0, star), items.slice(star, after), ...items.slice(after)];
}

function numbers(range: Range): any[] {
  return Array.from({ length: range.size }, (_, at) => range.start + at * range.step);
}

function isPlain(value: any): boolean {
  return typeof value === "object" && value !== null && !isList(value) && !(value instanceof Tuple) &&
    !isObject(value) && !Property.isInstance(value) && !(value instanceof Dict || value instanceof PySet) &&
    !(value instanceof Range || value instanceof Bytes || value instanceof Float || value instanceof View) &&
    !(value instanceof Resource) && typeof value.next !== "function";
}

/** The values of keys, or null if a key is missing. */
export function matchMapping(value: any, keys: any[]): any {
  if (!(value instanceof Dict) && !isPlain(value)) return null;
  const found = keys.map((it) => value instanceof Dict ? lookUp(value, it) : value[it]);
  return found.some((it) => it === undefined) ? null : found;
}

/** The entries of a dict whose keys are others. */
export function otherEntries(value: any, keys: any[]): Dict {
  const all = value instanceof Dict ? value : dict(Object.entries(value));
  const result = dict(Array.from(all.entries.values()));
  const gone = dict(keys.map((it) => [it, true]));
  gone.entries.forEach((_, key) => result.entries.delete(key));
  return result;
}

/** The attributes of an object of a class, by their places and names. */
export function matchClass(value: any, of: any, count: number, names: string[]): any {
  if (!isOf(value, of)) return null;
  let byPlace: string[] = [];
  if (count > 0 && of.$isBuiltin === true) {
    if (count > 1) throw new PyTypeError(`${of.$name}() accepts 1 positional sub-pattern (${count} given)`);
    return names.length === 0 ? [value] : null;
  }
  if (count > 0) {
    byPlace = of.__match_args__?.items ?? of.$parameters ?? of.$shown ?? [];
    if (byPlace.length < count) {
      const plural = byPlace.length === 1 ? "" : "s";
      throw new PyTypeError(`${of.$name}() accepts ${byPlace.length} positional sub-pattern${plural} (${count} given)`);
    }
  }
  const found = [...byPlace.slice(0, count), ...names].map((it) => find(value, it));
  return found.some((it) => it === undefined) ? null : found;
}
