// The built-in objects as they are before any program runs. A program may replace every property of
// every built-in prototype; Lumi's own code must not fail, misbehave or leak data because of that.
// The build (src/host/build/harden) rewrites all other modules to use this one, and appends a
// function for each method name that they call. This module itself is not rewritten: it uses only
// captured functions.

const { apply, getPrototypeOf } = Reflect;
const { bind, call } = Function.prototype;

/** Converts a method to a function whose first parameter is `this`. */
const uncurry = apply(bind, bind, [call]) as (method: unknown) => (...args: any[]) => any;
const getter = (prototype: object, name: PropertyKey) => uncurry(Object.getOwnPropertyDescriptor(prototype, name)!.get);

const arrayPrototype = Array.prototype;
const mapPrototype = Map.prototype;
const setPrototype = Set.prototype;
const weakMapPrototype = WeakMap.prototype;
const weakSetPrototype = WeakSet.prototype;
const promisePrototype = Promise.prototype;
const regExpPrototype = RegExp.prototype;
const datePrototype = Date.prototype;
const typedArrayPrototype = getPrototypeOf(Uint8Array.prototype)!;
const { isView } = ArrayBuffer;

/**
 * Freezes a property that V8 or deno_core reads whenever a promise is awaited or an op is called.
 */
function lock(holder: object, name: PropertyKey): void {
  const { value, get, enumerable } = Object.getOwnPropertyDescriptor(holder, name)!;
  const what = get === undefined ? { value, writable: false } : { get };
  Object.defineProperty(holder, name, { ...what, enumerable, configurable: false });
}
lock(promisePrototype, "constructor");
lock(Promise, Symbol.species);
// deno_core calls asynchronous ops through it, with the ops as `this`.
lock(Function.prototype, "call");
// Accessors of byte arrays, which every loop over bytes reads.
for (const name of ["buffer", "byteLength", "byteOffset", "length"]) lock(typedArrayPrototype, name);
lock(ArrayBuffer.prototype, "byteLength");

const entriesOfMap = uncurry(mapPrototype.entries);
const valuesOfSet = uncurry(setPrototype.values);
const charactersOf = uncurry(String.prototype[Symbol.iterator]);
const sizeOfMap = getter(mapPrototype, "size");
const sizeOfSet = getter(setPrototype, "size");
const isGlobal = getter(regExpPrototype, "global");
const execute = uncurry(regExpPrototype.exec);
const replaceText = uncurry(String.prototype.replace);
const substring = uncurry(String.prototype.substring);
const sliceText = uncurry(String.prototype.slice);
/** Unlike `slice`, it makes an array without asking the list for a constructor. */
const copyOfList = uncurry(arrayPrototype.toSpliced);
const concatText = uncurry(String.prototype.concat);
const sliceBytes = uncurry((typedArrayPrototype as Uint8Array).slice);
const mapBytes = uncurry((typedArrayPrototype as Uint8Array).map);
const filterBytes = uncurry((typedArrayPrototype as Uint8Array).filter);
const thenOf = uncurry(promisePrototype.then);
const addToSet = uncurry(setPrototype.add);
const putIntoMap = uncurry(mapPrototype.set);

const generatorPrototype = getPrototypeOf(function* () {}.prototype) as Generator;

/** The next step of a generator. */
export const $advance = uncurry(generatorPrototype.next) as <Y, R, N>(
  it: Generator<Y, R, N>,
  answer: unknown,
) => IteratorResult<Y, R>;
/** The next step of a generator in which an error is thrown. */
export const $fail = uncurry(generatorPrototype.throw) as <Y, R, N>(
  it: Generator<Y, R, N>,
  error: unknown,
) => IteratorResult<Y, R>;

/** The built-in iterators, with their own `next`. */
const iterators = [[][Symbol.iterator](), new Map().entries(), new Set().values(), ""[Symbol.iterator]()].map(
  (it) => ({ prototype: getPrototypeOf(it), next: uncurry((getPrototypeOf(it) as Iterator<unknown>).next) }),
);
const [ofArray, ofMap, ofSet, ofText] = iterators as [Kind, Kind, Kind, Kind];
type Kind = (typeof iterators)[number];

/** An iterator whose methods no program can replace; each step is the iterator itself. */
interface Cursor {
  list: ArrayLike<unknown>;
  index: number;
  value: unknown;
  done: boolean;
}

function ListCursor(this: Cursor, list: ArrayLike<unknown>) {
  this.list = list;
  this.index = 0;
  this.value = undefined;
  this.done = false;
}
ListCursor.prototype = {
  __proto__: null,
  [Symbol.iterator]() {
    return this;
  },
  next(this: Cursor) {
    if (this.index < this.list.length) {
      this.value = this.list[this.index++];
    } else {
      this.value = undefined;
      this.done = true;
    }
    return this;
  },
};

interface Steps {
  iterator: unknown;
  advance: (iterator: unknown) => IteratorResult<unknown>;
  value: unknown;
  done: boolean;
}

function StepCursor(this: Steps, iterator: unknown, advance: Steps["advance"]) {
  this.iterator = iterator;
  this.advance = advance;
  this.value = undefined;
  this.done = false;
}
StepCursor.prototype = {
  __proto__: null,
  [Symbol.iterator]() {
    return this;
  },
  next(this: Steps) {
    const { advance } = this;
    const step = advance(this.iterator);
    this.value = step.value;
    this.done = step.done === true;
    return this;
  },
};

const Lists = ListCursor as unknown as new (list: ArrayLike<unknown>) => Iterable<unknown>;
const Stepping = StepCursor as unknown as new (iterator: unknown, next: Steps["advance"]) => Iterable<unknown>;

/**
 * The iterable for `for...of` and spread: built-in collections by captured methods, other values
 * unchanged.
 */
export function $safe(it: any): any {
  if (typeof it === "string") return new Stepping(charactersOf(it), ofText.next);
  if (typeof it !== "object" || it === null) return it;
  const prototype = getPrototypeOf(it);
  if (prototype === arrayPrototype || isView(it)) return new Lists(it);
  if (prototype === mapPrototype) return new Stepping(entriesOfMap(it), ofMap.next);
  if (prototype === setPrototype) return new Stepping(valuesOfSet(it), ofSet.next);
  if (prototype === ofMap.prototype) return new Stepping(it, ofMap.next);
  if (prototype === ofSet.prototype) return new Stepping(it, ofSet.next);
  if (prototype === ofArray.prototype) return new Stepping(it, ofArray.next);
  return it;
}

const $Map = Map;
const $Set = Set;
const Object_ = Object;

const objectPrototype = Object.prototype;
const { defineProperty, hasOwn } = Object;

/**
 * Whether assigning `key`, which `it` does not have, may call a setter that a program added to a
 * prototype.
 */
function isTrapped(it: object, key: PropertyKey): boolean {
  return getPrototypeOf(arrayPrototype) !== objectPrototype || key in it;
}

function define(it: object, key: PropertyKey, value: unknown): void {
  defineProperty(it, key, {
    __proto__: null,
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  } as PropertyDescriptor);
}

function append(list: unknown[], item: unknown): void {
  const at = list.length;
  if (isTrapped(list, at)) define(list, at, item);
  else list[at] = item;
}

/** Apart from other assignments, so that V8 compiles it for typed arrays. */
function putElement(it: Record<PropertyKey, unknown>, key: PropertyKey, value: unknown): unknown {
  it[key] = value;
  return value;
}

/**
 * `it[key] = value` without setters of prototypes for arrays and plain objects; an ordinary
 * assignment for other values.
 */
export function $put(it: any, key: any, value: any): any {
  // Programs cannot put setters before the elements of typed arrays. Loops over bytes need this to be fast.
  if (isView(it)) return putElement(it as any, key, value);
  const prototype = typeof it === "object" && it !== null ? getPrototypeOf(it) : null;
  const isPlain = prototype === arrayPrototype || (prototype === objectPrototype && key !== "__proto__");
  if (isPlain && !hasOwn(it, key) && isTrapped(it, key)) define(it, key, value);
  else it[key] = value;
  return value;
}

/**
 * Whether an assignment to `it` may call a setter that a program added: `it` is an array or a plain object. The build
 * asks this before it lets a module assign to a member by itself.
 */
export function $isPlain(it: any): boolean {
  if (typeof it !== "object" || it === null) return false;
  const prototype = getPrototypeOf(it);
  return prototype === objectPrototype || prototype === arrayPrototype;
}

/** `it.push(item)`, as streams are called with each chunk. */
export function $pushOne(it: any, item: any): any {
  if (!isArray(it)) return it.push(item);
  append(it, item);
  return it.length;
}

export function $push(it: any, ...items: any[]): any {
  if (!isArray(it)) return apply(it.push, it, items);
  for (let index = 0; index < items.length; index++) append(it, items[index]);
  return it.length;
}

/** Throws like reading a member. */
function absent(it: undefined | null): never {
  throw new TypeError_(`Cannot read properties of ${it}`);
}
const TypeError_ = TypeError;

/** `new Map(entries)` without calling a replaced `set`. */
export function $newMap(entries: any): Map<unknown, unknown> {
  const map = new $Map();
  if (entries === undefined || entries === null) return map;
  for (const entry of $safe(entries)) putIntoMap(map, entry[0], entry[1]);
  return map;
}

export function $newSet(values: any): Set<unknown> {
  const set = new $Set();
  if (values === undefined || values === null) return set;
  for (const value of $safe(values)) addToSet(set, value);
  return set;
}

/** The member `size` of a collection or of any other value. */
export function $size(it: any): any {
  if (typeof it === "object" && it !== null) {
    const prototype = getPrototypeOf(it);
    if (prototype === mapPrototype) return sizeOfMap(it);
    if (prototype === setPrototype) return sizeOfSet(it);
  }
  return it.size;
}

// Array constructors that do not read `constructor`.

function isArray(it: any): it is unknown[] {
  return typeof it === "object" && it !== null && getPrototypeOf(it) === arrayPrototype;
}

/** The position of an index, which may count from the end, in a list. */
function place(index: any, length: number, absent: number): number {
  if (index === undefined) return absent;
  const whole = +index;
  if (whole < 0) return whole + length < 0 ? 0 : whole + length;
  return whole > length ? length : whole;
}

export function $map(it: any, callback: any, self?: any): any {
  if (!isArray(it)) return isTyped(it) ? mapBytes(it, callback, self) : it.map(callback, self);
  const made: unknown[] = [];
  for (let index = 0; index < it.length; index++) append(made, apply(callback, self, [it[index], index, it]));
  return made;
}

export function $filter(it: any, callback: any, self?: any): any {
  if (!isArray(it)) return isTyped(it) ? filterBytes(it, callback, self) : it.filter(callback, self);
  const made: unknown[] = [];
  for (let index = 0; index < it.length; index++) {
    const item = it[index];
    if (apply(callback, self, [item, index, it])) append(made, item);
  }
  return made;
}

export function $flatMap(it: any, callback: any): any {
  if (!isArray(it)) return it.flatMap(callback);
  return flattened($map(it, callback), 1);
}

export function $flat(it: any, depth: any = 1): any {
  return isArray(it) ? flattened(it, depth) : it.flat(depth);
}

function flattened(list: unknown[], depth: number): unknown[] {
  const made: unknown[] = [];
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    if (!isArray(item) || depth < 1) {
      append(made, item);
      continue;
    }
    const inner = depth > 1 ? flattened(item, depth - 1) : item;
    for (let at = 0; at < inner.length; at++) append(made, inner[at]);
  }
  return made;
}

export function $slice(it: any, from?: any, to?: any): any {
  if (typeof it === "string") return sliceText(it, from, to);
  if (!isArray(it)) return isTyped(it) ? sliceBytes(it, from, to) : it.slice(from, to);
  if (from === undefined && to === undefined) return copyOfList(it);
  const made: unknown[] = [];
  const end = place(to, it.length, it.length);
  for (let index = place(from, it.length, 0); index < end; index++) append(made, it[index]);
  return made;
}

export function $concat(it: any, ...others: any[]): any {
  if (typeof it === "string") return apply(concatText, undefined, [it, ...new Lists(others) as any]);
  if (!isArray(it)) return apply(it.concat, it, others);
  const made: unknown[] = $slice(it);
  for (let index = 0; index < others.length; index++) {
    const other = others[index];
    if (!isArray(other)) append(made, other);
    else for (let at = 0; at < other.length; at++) append(made, other[at]);
  }
  return made;
}

export function $splice(it: any, from: any, count?: any, ...items: any[]): any {
  if (!isArray(it)) return apply(it.splice, it, [from, count, ...new Lists(items) as any]);
  const start = place(from, it.length, 0);
  const rest = it.length - start;
  const removed = count === undefined ? rest : count < 0 ? 0 : count > rest ? rest : +count;
  const taken: unknown[] = $slice(it, start, start + removed);
  const after: unknown[] = $slice(it, start + removed);
  it.length = start;
  for (let index = 0; index < items.length; index++) append(it, items[index]);
  for (let index = 0; index < after.length; index++) append(it, after[index]);
  return taken;
}

function isTyped(it: any): boolean {
  // A Buffer has its own methods.
  return isView(it) && getPrototypeOf(getPrototypeOf(it)!) === typedArrayPrototype;
}

export function $test(it: any, text: any): any {
  if (typeof it !== "object" || getPrototypeOf(it) !== regExpPrototype) return it.test(text);
  return execute(it, text) !== null;
}

/** The number that one or two digits after `$` are, and how many they are: none where there is no such group. */
function groupAt(text: string, at: number, count: number): [number: number, digits: number] {
  const digit = (index: number) => text[index]! >= "0" && text[index]! <= "9" ? +text[index]! : -1;
  const first = at < text.length ? digit(at) : -1;
  const second = at + 1 < text.length ? digit(at + 1) : -1;
  if (first < 0) return [0, 0];
  if (second >= 0 && first * 10 + second >= 1 && first * 10 + second < count) return [first * 10 + second, 2];
  return first >= 1 && first < count ? [first, 1] : [0, 0];
}

/** A replacement text with what `$$`, `$&`, "$`", `$'`, `$1` and `$<name>` stand for. */
function expanded(by: string, found: any, it: string): string {
  const { index: start, groups } = found;
  const end = start + found[0].length;
  let made = "";
  for (let at = 0; at < by.length; at++) {
    const next = by[at] === "$" ? by[at + 1] : undefined;
    const [number, digits] = next === undefined ? [0, 0] : groupAt(by, at + 1, found.length);
    const close = next === "<" && groups !== undefined ? closing(by, at + 2) : -1;
    if (digits > 0) made += found[number] ?? "";
    else if (close >= 0) made += groups[substring(by, at + 2, close)] ?? "";
    else if (next === "$") made += "$";
    else if (next === "&") made += found[0];
    else if (next === "`") made += substring(it, 0, start);
    else if (next === "'") made += substring(it, end);
    else {
      made += by[at];
      continue;
    }
    at = close >= 0 ? close : at + (digits || 1);
  }
  return made;
}

/** The place of the next ">" in a text; -1 if there is none. */
function closing(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (text[at] === ">") return at;
  return -1;
}

/** `it.replace(pattern, by)`. */
export function $replace(it: any, pattern: any, by: any): any {
  if (typeof it !== "string") return it.replace(pattern, by);
  if (typeof pattern !== "object" || getPrototypeOf(pattern) !== regExpPrototype) return replaceText(it, pattern, by);
  const everywhere = isGlobal(pattern);
  let made = "";
  let at = 0;
  if (everywhere) pattern.lastIndex = 0;
  for (;;) {
    const found = execute(pattern, it);
    if (found === null) break;
    const whole: string = found[0];
    const start: number = found.index;
    const groups: unknown[] = $concat($slice(found), start, it, ...(found.groups === undefined ? [] : [found.groups]));
    const text = typeof by === "function" ? apply(by, undefined, groups) : expanded(`${by}`, found, it);
    made += substring(it, at, start) + text;
    at = start + whole.length;
    if (!everywhere) break;
    if (whole === "") pattern.lastIndex++;
  }
  return made + substring(it, at);
}

export function $then(it: any, settled?: any, failed?: any): any {
  return isPromise(it) ? thenOf(it, settled, failed) : it.then(settled, failed);
}

export function $catch(it: any, failed?: any): any {
  return isPromise(it) ? thenOf(it, undefined, failed) : it.catch(failed);
}

function isPromise(it: any): boolean {
  return typeof it === "object" && it !== null && getPrototypeOf(it) === promisePrototype;
}

// Functions that the build appends to this module use these.
export { absent, datePrototype, Object_, weakMapPrototype, weakSetPrototype };
