// Keys of dicts and members of sets, and equality.

import { KeyError, PyTypeError } from "./errors.ts";
import {
  bare,
  Bytes,
  Dict,
  Float,
  isList,
  isNumber,
  isObject,
  MakingDict,
  numberOf,
  PySet,
  Range,
  Tuple,
  View,
} from "./values.ts";

/** The text or number that stands for a value as a key: equal values have the same one. */
export function keyOf(given: any): any {
  const value = bare(given);
  if (typeof value === "string") return value;
  if (typeof value === "number") return value === 0 ? 0 : value;
  if (typeof value === "boolean") return Number(value);
  if (value instanceof Float) return value.value === 0 ? 0 : value.value;
  if (value === null || value === undefined) return null;
  if (value instanceof Tuple) return `\u0000${JSON.stringify(value.items.map(encoded))}`;
  if (value instanceof PySet && value.isFrozen) {
    return `\u0001${JSON.stringify(Array.from(value.entries.values()).map(encoded).sort())}`;
  }
  if (value instanceof Bytes) return `\u0004${value.text}`;
  if (isObject(value)) return objectKey(value);
  if (typeof value === "function") return value;
  throw new PyTypeError(`unhashable type: '${kindOf(value)}'`);
}

/** A frozen dataclass is equal by its fields, other objects are only equal to themselves. */
function objectKey(value: any): any {
  const fields = value.$class.$fields;
  if (typeof value.__hash__ === "function") return `\u0002${JSON.stringify(encoded(value.__hash__()))}`;
  if (fields !== undefined && value.$class.$frozen === true) {
    return `\u0003${value.$class.$name}${JSON.stringify(value.$class.$compared.map((it: any) => encoded(value[it])))}`;
  }
  if (fields !== undefined || typeof value.__eq__ === "function") {
    throw new PyTypeError(`unhashable type: '${value.$class.$name}'`);
  }
  return value;
}

function encoded(value: any): any {
  const key = keyOf(value);
  if (typeof key === "string") return key.startsWith("\u0000") ? [key.slice(1)] : `s${key}`;
  if (typeof key === "number") return Number.isFinite(key) ? key : `n${key}`;
  if (key === null) return null;
  const number = identities.get(key) ?? identities.size;
  identities.set(key, number);
  return { of: number };
}

/** The numbers of objects that are parts of keys. */
const identities: Map<any, number> = new Map();

const kinds: { of: ((value: any) => string) | null } = { of: null };

/** Sets the function that names the class of a value. */
export function setKinds(of: (value: any) => string): void {
  kinds.of = of;
}

export function kindOf(value: any): string {
  return kinds.of === null ? typeof value : kinds.of(value);
}

export function dict(pairs: any[]): Dict {
  const result = new Dict();
  for (const [key, value] of pairs) put(result, key, value);
  return result;
}

export function put(dict: Dict, key: any, value: any): void {
  const hash = keyOf(key);
  const entry = dict.entries.get(hash);
  if (entry === undefined) dict.entries.set(hash, [key, value]);
  else entry[1] = value;
}

export function lookUp(dict: Dict, key: any): any {
  const entry = dict.entries.get(keyOf(key));
  return entry === undefined ? undefined : entry[1];
}

export function required(dict: Dict, key: any): any {
  const entry = dict.entries.get(keyOf(key));
  if (entry !== undefined) return entry[1];
  if (!(dict instanceof MakingDict) || dict.make === null) throw new KeyError(key);
  if (dict.kind === "Counter") return 0;
  const made = makers.call === null ? dict.make() : makers.call(dict.make);
  put(dict, key, made);
  return made;
}

const makers: { call: ((make: any) => any) | null } = { call: null };

/** Sets the function that calls what makes the values of dicts. */
export function setMaker(call: (make: any) => any): void {
  makers.call = call;
}

export function keys(dict: Dict): any[] {
  return Array.from(dict.entries.values()).map((it) => it[0]);
}

export function setOf(items: any): PySet {
  const result = new PySet();
  for (const it of items) addTo(result, it);
  return result;
}

export function addTo(set: PySet, item: any): void {
  const hash = keyOf(item);
  if (!set.entries.has(hash)) set.entries.set(hash, item);
}

export function equal(left: any, right: any): boolean {
  if (left === right) return true;
  if (isNumber(left) && isNumber(right)) return numberOf(left) === numberOf(right);
  if (left === null || left === undefined) return right === null || right === undefined;
  if (bare(left) !== left || bare(right) !== right) return equal(bare(left), bare(right));
  if (typeof left !== "object" && typeof right !== "object") return false;
  if (isObject(left) && typeof left.__eq__ === "function") return isTrue(left.__eq__(right));
  if (isObject(right) && typeof right.__eq__ === "function") return isTrue(right.__eq__(left));
  if (isList(left)) return isList(right) && allEqual(left, right);
  if (left instanceof Tuple) return right instanceof Tuple && allEqual(left.items, right.items);
  if (left instanceof Dict) return right instanceof Dict && sameEntries(left, right);
  if (left instanceof Bytes) return right instanceof Bytes && left.text === right.text;
  if (left instanceof PySet) return right instanceof PySet && sameMembers(left, right);
  if (left instanceof View) return right instanceof View && sameMembers(setOf(left.items), setOf(right.items));
  if (left instanceof Range) {
    return right instanceof Range && left.size === right.size &&
      (left.size === 0 || left.start === right.start && (left.size === 1 || left.step === right.step));
  }
  return isObject(left) && isObject(right) && sameFields(left, right);
}

/** Whether the answer of `__eq__` says that values are equal: a number counts, `NotImplemented` says nothing. */
function isTrue(value: any): boolean {
  return value === true || (isNumber(value) && numberOf(value) !== 0);
}

function allEqual(left: any[], right: any[]): boolean {
  return left.length === right.length && left.every((it, index) => equal(it, right[index]));
}

function sameEntries(left: Dict, right: Dict): boolean {
  if (left.entries.size !== right.entries.size) return false;
  for (const [hash, [, value]] of left.entries) {
    const other = right.entries.get(hash);
    if (other === undefined || !equal(value, other[1])) return false;
  }
  return true;
}

function sameMembers(left: PySet, right: PySet): boolean {
  return left.entries.size === right.entries.size &&
    Array.from(left.entries.keys()).every((it) => right.entries.has(it));
}

function sameFields(left: any, right: any): boolean {
  const fields = left.$class.$fields;
  return fields !== undefined && left.$class === right.$class &&
    left.$class.$compared.every((it: any) => equal(left[it], right[it]));
}
