// The methods of lists; `index` and `count` are those of tuples, too.

import { IndexError, ValueError } from "../errors.ts";
import { equal, kindOf } from "../hashing.ts";
import { index } from "../numbers.ts";
import { compare, listOf, truth } from "../operators.ts";
import { repr } from "../text.ts";
import { Tuple } from "../values.ts";

function itemsOf(value: any): any[] {
  return value instanceof Tuple ? value.items : value;
}

function place(list: any[], value: any, start: number, end: number): number {
  const items = itemsOf(list);
  const bound = (at: number) => at < 0 ? Math.max(0, at + items.length) : at;
  for (let at = bound(start); at < Math.min(items.length, bound(end)); at++) if (equal(items[at], value)) return at;
  return -1;
}

/** Sorts in place, and keeps the order of equal elements. */
export function sort(list: any[], key: any = null, reverse: any = false): void {
  const pairs = list.map((it) => [key === null ? it : callKey(key, [it]), it]);
  const order = (a: any, b: any) => compare("<", a[0], b[0]) ? -1 : compare("<", b[0], a[0]) ? 1 : 0;
  const sorted = truth(reverse) ? pairs.sort((a, b) => order(b, a)) : pairs.sort(order);
  sorted.forEach(([, it], at) => {
    list[at] = it;
  });
}

const caller: { call: ((f: any, args: any[]) => any) | null } = { call: null };

/** Sets the function that calls functions of Python. */
export function setCaller(call: (f: any, args: any[]) => any): void {
  caller.call = call;
}

function callKey(f: any, args: any[]): any {
  return caller.call === null ? f(...args) : caller.call(f, args);
}

export const listMethods: any = {
  append: ["value, /", (list: any[], value: any) => void list.push(value)],
  extend: ["values, /", (list: any[], values: any) => void list.push(...listOf(values))],
  insert: ["at, value, /", (list: any[], at: any, value: any) => {
    list.splice(index(at, `'${kindOf(at)}' object cannot be interpreted as an integer`), 0, value);
  }],
  pop: ["at=, /", (list: any[], at = -1) => {
    if (list.length === 0) throw new IndexError("pop from empty list");
    const place = at < 0 ? at + list.length : at;
    if (place < 0 || place >= list.length) throw new IndexError("pop index out of range");
    return list.splice(place, 1)[0];
  }],
  remove: ["value, /", (list: any[], value: any) => {
    const at = place(list, value, 0, list.length);
    if (at < 0) throw new ValueError("list.remove(x): x not in list");
    list.splice(at, 1);
  }],
  clear: ["", (list: any[]) => void list.splice(0, list.length)],
  copy: ["", (list: any[]) => [...list]],
  reverse: ["", (list: any[]) => void list.reverse()],
  sort: ["*, key=, reverse=", sort],
  index: ["value, start=, end=, /", (list: any, value: any, start = 0, end = Infinity) => {
    const at = place(list, value, start, end);
    if (at >= 0) return at;
    throw new ValueError(list instanceof Tuple ? "tuple.index(x): x not in tuple" : `${repr(value)} is not in list`);
  }],
  count: ["value, /", (list: any, value: any) => itemsOf(list).filter((it) => equal(it, value)).length],
};
