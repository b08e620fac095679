// The module `collections`.

import { define } from "../calls.ts";
import { pairsOf } from "../types/dict_methods.ts";
import { IndexError, PyTypeError, ValueError } from "../errors.ts";
import { equal, put } from "../hashing.ts";
import { count } from "../types/making_dicts.ts";
import { namedtuple } from "../named_tuples.ts";
import { iterate, listOf } from "../operators.ts";
import { repr } from "../text.ts";
import { type Dict, isNumber, MakingDict, PyObject } from "../values.ts";
import { annotation } from "./typing.ts";

/** A class of dicts: `make` is called for a new one. */
function dictClass(name: string, signature: string, make: any): any {
  const made = define(name, signature, make);
  made.$name = name;
  made.$isBuiltin = true;
  made.$is = (value: any) => value instanceof MakingDict && value.kind === name;
  return made;
}

function fill(result: Dict, values: any, named: any): any {
  for (const [key, value] of values === undefined ? [] : pairsOf(values)) put(result, key, value);
  for (const [key, value] of named.entries.values()) put(result, key, value);
  return result;
}

const defaultdict = dictClass("defaultdict", "default_factory=, values=, /, **named",
  (make: any = null, values: any, named: any) => {
    if (make !== null && typeof make !== "function") throw new PyTypeError("first argument must be callable or None");
    return fill(new MakingDict("defaultdict", make), values, named);
  });

const OrderedDict = dictClass("OrderedDict", "values=, /, **named",
  (values: any, named: any) => fill(new MakingDict("OrderedDict", null), values, named));

const Counter = dictClass("Counter", "values=, /, **named", (values: any, named: any) => {
  const result = new MakingDict("Counter", 0);
  if (values !== undefined) count(result, values);
  count(result, named);
  return result;
});

class deque extends PyObject {
  static override $init = "values=, maxlen=";
  static override $name = "deque";
  declare items: any[];
  declare maxlen: any;
  override __init__(values: any = [], most: any = null): any {
    this.items = [...listOf(values)];
    this.maxlen = most;
    this.limit(true);
    return null;
  }
  /** Removes elements that are too many, at the beginning or the end. */
  limit(atStart: boolean): void {
    if (this.maxlen === null) return;
    while (this.items.length > this.maxlen) atStart ? this.items.shift() : this.items.pop();
  }
  get $append(): string {
    return "value, /";
  }
  append(value: any): any {
    this.items.push(value);
    this.limit(true);
    return null;
  }
  get $appendleft(): string {
    return "value, /";
  }
  appendleft(value: any): any {
    this.items.unshift(value);
    this.limit(false);
    return null;
  }
  get $pop(): string {
    return "";
  }
  pop(): any {
    if (this.items.length === 0) throw new IndexError("pop from an empty deque");
    return this.items.pop();
  }
  get $popleft(): string {
    return "";
  }
  popleft(): any {
    if (this.items.length === 0) throw new IndexError("pop from an empty deque");
    return this.items.shift();
  }
  get $extend(): string {
    return "values, /";
  }
  extend(values: any): any {
    for (const it of listOf(values)) this.append(it);
    return null;
  }
  get $extendleft(): string {
    return "values, /";
  }
  extendleft(values: any): any {
    for (const it of listOf(values)) this.appendleft(it);
    return null;
  }
  get $rotate(): string {
    return "steps=, /";
  }
  rotate(steps = 1): any {
    const size = this.items.length;
    if (size === 0) return null;
    const at = ((-steps % size) + size) % size;
    this.items.push(...this.items.splice(0, at));
    return null;
  }
  get $clear(): string {
    return "";
  }
  clear(): any {
    this.items.splice(0, this.items.length);
    return null;
  }
  get $remove(): string {
    return "value, /";
  }
  remove(value: any): any {
    const at = this.items.findIndex((it) => equal(it, value));
    if (at < 0) throw new ValueError(`deque.remove(x): x not in deque`);
    this.items.splice(at, 1);
    return null;
  }
  get $reverse(): string {
    return "";
  }
  reverse(): any {
    this.items.reverse();
    return null;
  }
  get $count(): string {
    return "value, /";
  }
  count(value: any): number {
    return this.items.filter((it) => equal(it, value)).length;
  }
  __len__(): number {
    return this.items.length;
  }
  __iter__(): any {
    return this.items;
  }
  __contains__(value: any): boolean {
    return this.items.some((it) => equal(it, value));
  }
  __getitem__(at: any): any {
    const place = isNumber(at) && Number(at) < 0 ? Number(at) + this.items.length : Number(at);
    if (!(place >= 0 && place < this.items.length)) throw new IndexError("deque index out of range");
    return this.items[place];
  }
  __setitem__(at: any, value: any): void {
    const place = Number(at) < 0 ? Number(at) + this.items.length : Number(at);
    if (!(place >= 0 && place < this.items.length)) throw new IndexError("deque index out of range");
    this.items[place] = value;
  }
  __eq__(other: any): boolean {
    return other instanceof deque && equal(this.items, other.items);
  }
  __reversed__(): any {
    return iterate([...this.items].reverse());
  }
  __repr__(): string {
    const most = this.maxlen === null ? "" : `, maxlen=${this.maxlen}`;
    return `deque(${repr(this.items)}${most})`;
  }
  override get $class(): any {
    return deque;
  }
}

export const collections = {
  $name: "collections",
  Counter,
  OrderedDict,
  abc: annotation,
  defaultdict,
  deque,
  namedtuple,
};
