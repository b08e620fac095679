// Slices and maps.

import { copied, hashed } from "./aggregates.ts";
import { fault, plainFault } from "./panics.ts";
import type { Type } from "./types.ts";

/** A part of an array; `null` is a slice without one. */
export class Slice {
  array: any[];
  offset: number;
  length: number;
  capacity: number;

  constructor(array: any[], offset: number, length: number, capacity: number) {
    this.array = array;
    this.offset = offset;
    this.length = length;
    this.capacity = capacity;
  }
}

export function slice(items: any[]): Slice {
  return new Slice(items, 0, items.length, items.length);
}

export function length(of: Slice | null): number {
  return of === null ? 0 : of.length;
}

export function capacity(of: Slice | null): number {
  return of === null ? 0 : of.capacity;
}

/** The elements of a slice. */
export function items(of: Slice | null): any[] {
  return of === null ? [] : of.array.slice(of.offset, of.offset + of.length);
}

function outOfRange(at: any, size: number): never {
  fault(`index out of range [${at}]` + (at < 0 ? "" : ` with length ${size}`));
}

export function at(of: Slice | null, index: any): any {
  if (of === null || !(index >= 0 && index < of.length)) outOfRange(index, length(of));
  return of.array[of.offset + index];
}

export function put(of: Slice | null, index: any, value: any): void {
  if (of === null || !(index >= 0 && index < of.length)) outOfRange(index, length(of));
  of.array[of.offset + index] = value;
}

export function item(of: any[], index: any): any {
  if (!(index >= 0 && index < of.length)) outOfRange(index, of.length);
  return of[index];
}

export function putItem(of: any[], index: any, value: any): void {
  if (!(index >= 0 && index < of.length)) outOfRange(index, of.length);
  of[index] = value;
}

export function sliceOf(array: any[]): Slice {
  return new Slice(array, 0, array.length, array.length);
}

export function sliced(of: Slice | null, low: any, high: any, max: any): Slice | null {
  const full = capacity(of);
  const limit = max ?? full;
  const to = high ?? length(of);
  const from = low ?? 0;
  if (!(limit >= 0 && limit <= full)) fault(`slice bounds out of range [::${limit}] with capacity ${full}`);
  if (!(to >= 0 && to <= limit)) {
    fault(max === null ? `slice bounds out of range [:${to}]` + (to < 0 ? "" : ` with capacity ${full}`) : `slice bounds out of range [:${to}:${limit}]`);
  }
  if (!(from >= 0 && from <= to)) fault(`slice bounds out of range [${from}:` + (from < 0 ? "]" : `${to}]`));
  if (of === null) return null;
  if (of.offset + to > of.array.length) fault("LumiGo has no elements behind those that append has added");
  return new Slice(of.array, of.offset + from, to - from, limit - from);
}

/** The capacity of a slice that append makes. */
function grown(old: number, needed: number): number {
  if (needed > old * 2) return needed;
  if (old < 256) return old * 2;
  let found = old;
  while (found < needed) found += Math.floor((found + 768) / 4);
  return found;
}

function room(of: Slice | null, count: number): Slice {
  const size = length(of);
  if (of !== null && size + count <= of.capacity) return new Slice(of.array, of.offset, size + count, of.capacity);
  return new Slice(items(of), 0, size + count, grown(capacity(of), size + count));
}

export function append(of: Slice | null, ...added: any[]): Slice | null {
  if (added.length === 0) return of;
  const result = room(of, added.length);
  const start = result.offset + result.length - added.length;
  for (let index = 0; index < added.length; index++) result.array[start + index] = added[index];
  return result;
}

export function appendSlice(of: Slice | null, other: Slice | null, type: Type | null): Slice | null {
  const added = items(other);
  if (added.length === 0) return of;
  const result = room(of, added.length);
  const start = result.offset + result.length - added.length;
  for (let index = 0; index < added.length; index++) {
    result.array[start + index] = type === null ? added[index] : copied(type, added[index]);
  }
  return result;
}

export function copy(to: Slice | null, from: Slice | null, type: Type | null): number {
  const count = Math.min(length(to), length(from));
  const source = items(from);
  for (let index = 0; index < count; index++) put(to, index, type === null ? source[index] : copied(type, source[index]));
  return count;
}

function checkedSize(size: any, limit: any): void {
  if (!(size >= 0 && size <= 2 ** 30)) fault("makeslice: len out of range");
  if (!(limit >= size && limit <= 2 ** 30)) fault("makeslice: cap out of range");
}

export function makeSlice(value: any, size: any, limit: any = size): Slice {
  checkedSize(size, limit);
  return new Slice(Array.from({ length: limit }, () => value), 0, size, limit);
}

export function makeAggregates(value: any, size: any, limit: any = size): Slice {
  checkedSize(size, limit);
  return new Slice(Array.from({ length: limit }, () => value()), 0, size, limit);
}

export function clearSlice(of: Slice | null, value: any): void {
  for (let index = 0; index < length(of); index++) put(of, index, value());
}

/** A map, in the order in which keys were added. */
export class GoMap {
  /** The type of keys that JavaScript does not compare as Go does. */
  hash: Type | null;
  pairs: Map<any, any> = new Map();

  constructor(hash: Type | null) {
    this.hash = hash;
  }
}

export function mapOf(hash: Type | null, entries: any[]): GoMap {
  const map = new GoMap(hash);
  for (const [key, value] of entries) putEntry(map, key, value);
  return map;
}

function keyOf(map: GoMap, key: any): any {
  return map.hash === null ? key : hashed(map.hash, key);
}

/** The value of a key; `undefined` if there is none. */
export function entry(map: GoMap | null, key: any): any {
  if (map === null) return undefined;
  const found = map.pairs.get(keyOf(map, key));
  return found === undefined ? undefined : found[1];
}

export function entryWithPresence(map: GoMap | null, key: any, other: any): any[] {
  const found = map === null ? undefined : map.pairs.get(keyOf(map, key));
  return found === undefined ? [other, false] : [found[1], true];
}

export function putEntry(map: GoMap | null, key: any, value: any): void {
  if (map === null) plainFault("assignment to entry in nil map");
  const own = keyOf(map, key);
  const found = map.pairs.get(own);
  if (found === undefined) map.pairs.set(own, [key, value]);
  else found[1] = value;
}

export function deleteEntry(map: GoMap | null, key: any): void {
  if (map !== null) map.pairs.delete(keyOf(map, key));
}

export function clearMap(map: GoMap | null): void {
  if (map !== null) map.pairs.clear();
}

export function size(map: GoMap | null): number {
  return map === null ? 0 : map.pairs.size;
}

/** The keys and values, also those that a loop adds. */
export function entries(map: GoMap | null): any {
  return map === null ? [] : map.pairs.values();
}
