// Subscripts: elements, slices and entries.

import { Property } from "lumi";

import { IndexError, KeyError, PyTypeError, ValueError } from "./errors.ts";
import { keyOf, kindOf, put, required } from "./hashing.ts";
import { index } from "./numbers.ts";
import { listOf } from "./operators.ts";
import { bare, Bytes, characters, Dict, isList, isNumber, isObject, isPlain, Range, Slice, Tuple } from "./values.ts";

function placeOf(value: any, size: number, kind: string, message = `${kind} index out of range`): number {
  const place = index(value, `${kind} indices must be integers or slices, not ${kindOf(value)}`);
  const at = place < 0 ? place + size : place;
  if (at < 0 || at >= size) throw new IndexError(message);
  return at;
}

/** The place of an element that is assigned or deleted. */
function assignedPlace(value: any, size: number): number {
  return placeOf(value, size, "list", "list assignment index out of range");
}

/** `of[key]` */
export function item(given: any, key: any): any {
  const of = bare(given);
  if (isList(of)) return key instanceof Slice ? sliced(of, key) : of[placeOf(key, of.length, "list")];
  if (typeof of === "string") return textItem(of, key);
  if (of instanceof Dict) return required(of, key);
  if (of instanceof Tuple) {
    if (key instanceof Slice) return new Tuple(sliced(of.items, key));
    return of.items[placeOf(key, of.items.length, "tuple")];
  }
  if (of instanceof Range) {
    if (key instanceof Slice) return slicedRange(of, key);
    return of.start + placeOf(key, of.size, "range object") * of.step;
  }
  if (of instanceof Bytes) {
    if (key instanceof Slice) return new Bytes(sliced(Array.from(of.text), key).join(""));
    return of.text.charCodeAt(placeOf(key, of.text.length, "bytes", "index out of range"));
  }
  if (typeof of === "function") return typeItem(of, key);
  if (isObject(of)) {
    if (typeof of.__getitem__ === "function") return of.__getitem__(key);
    throw new PyTypeError(`'${kindOf(of)}' object is not subscriptable`);
  }
  if (Property.isInstance(of)) return (of as any)[key];
  if (typeof of !== "object" || of === null || isNumber(of) || typeof of.next === "function") {
    throw new PyTypeError(`'${kindOf(of)}' object is not subscriptable`);
  }
  return foreignItem(of, key);
}

/** `Stage["DEV"]`, a member of an enumeration; `list[str]` is what `list` is. */
function typeItem(of: any, key: any): any {
  if (Array.isArray(of.$members)) {
    const found = of.$names.get(key);
    if (found === undefined) throw new KeyError(key);
    return found;
  }
  if (of.$name === undefined && of.$isType !== true) {
    throw new PyTypeError(`'${kindOf(of)}' object is not subscriptable`);
  }
  return of;
}

function foreignItem(of: any, key: any): any {
  const value = of[key];
  if (value === undefined) throw new KeyError(key);
  return value;
}

function textItem(of: string, key: any): any {
  if (isPlain(of)) {
    if (!(key instanceof Slice)) return of.charAt(placeOf(key, of.length, "string"));
    const [start, stop, step] = bounds(key, of.length);
    if (step === 1) return of.slice(start, Math.max(start, stop));
  }
  const all = characters(of);
  if (key instanceof Slice) return sliced(all, key).join("");
  return all[placeOf(key, all.length, "string")];
}

/** The first place, the place after the last one, and the step of a slice. */
function bounds(slice: Slice, size: number): [number, number, number] {
  const message = "slice indices must be integers or None or have an __index__ method";
  const part = (value: any, normal: number, low: number, high: number) => {
    if (value === null || value === undefined) return normal;
    const place = index(value, message);
    return Math.min(Math.max(place < 0 ? place + size : place, low), high);
  };
  const step = slice.step === null || slice.step === undefined ? 1 : index(slice.step, message);
  if (step === 0) throw new ValueError("slice step cannot be zero");
  if (step > 0) return [part(slice.start, 0, 0, size), part(slice.stop, size, 0, size), step];
  return [part(slice.start, size - 1, -1, size - 1), part(slice.stop, -1, -1, size - 1), step];
}

function places(slice: Slice, size: number): number[] {
  const [start, stop, step] = bounds(slice, size);
  const found: number[] = [];
  for (let at = start; step > 0 ? at < stop : at > stop; at += step) found.push(at);
  return found;
}

function sliced(items: any[], slice: Slice): any[] {
  return places(slice, items.length).map((at) => items[at]);
}

function slicedRange(range: Range, slice: Slice): Range {
  const [start, stop, step] = bounds(slice, range.size);
  const at = (place: number) => range.start + place * range.step;
  return new Range(at(start), at(stop), range.step * step);
}

/** `of[key] = value` */
export function setItem(of: any, key: any, value: any): void {
  if (of instanceof Dict) return put(of, key, value);
  if (isList(of)) {
    if (key instanceof Slice) return setSlice(of, key, value);
    of[assignedPlace(key, of.length)] = value;
    return;
  }
  if (isObject(of) && typeof of.__setitem__ === "function") {
    of.__setitem__(key, value);
    return;
  }
  throw new PyTypeError(`'${kindOf(of)}' object does not support item assignment`);
}

function setSlice(of: any[], key: Slice, value: any): void {
  const items = listOf(value);
  const [start, stop, step] = bounds(key, of.length);
  if (step === 1) {
    of.splice(start, Math.max(0, stop - start), ...items);
    return;
  }
  const found = places(key, of.length);
  if (found.length !== items.length) {
    throw new ValueError(
      `attempt to assign sequence of size ${items.length} to extended slice of size ${found.length}`,
    );
  }
  found.forEach((at, number) => {
    of[at] = items[number];
  });
}

/** `del of[key]` */
export function deleteItem(of: any, key: any): void {
  if (of instanceof Dict) {
    if (!of.entries.delete(keyOf(key))) throw new KeyError(key);
    return;
  }
  if (isList(of)) {
    const gone = key instanceof Slice ? places(key, of.length) : [assignedPlace(key, of.length)];
    gone.sort((a, b) => b - a).forEach((at) => of.splice(at, 1));
    return;
  }
  if (isObject(of) && typeof of.__delitem__ === "function") {
    of.__delitem__(key);
    return;
  }
  throw new PyTypeError(`'${kindOf(of)}' object doesn't support item deletion`);
}
