// Operators and iteration.

import { concat, Property } from "lumi";

import { caught, OverflowError, PyTypeError, RuntimeError, StopIteration, ValueError } from "./errors.ts";
import { addTo, dict, equal, keyOf, kindOf, put, setOf } from "./hashing.ts";
import { areNumbers, bits, divide, floorDivide, index, modulo, negative, power, result } from "./numbers.ts";
import { percent } from "./percent.ts";
import {
  bare,
  Bytes,
  characters,
  Dict,
  isFloat,
  isList,
  isNumber,
  isObject,
  isPlain,
  numberOf,
  PySet,
  Range,
  Tuple,
  View,
} from "./values.ts";

const dunders: Record<string, string> = {
  "+": "add",
  "-": "sub",
  "*": "mul",
  "/": "truediv",
  "//": "floordiv",
  "%": "mod",
  "**": "pow",
  "&": "and",
  "|": "or",
  "^": "xor",
  "<<": "lshift",
  ">>": "rshift",
  "@": "matmul",
};

const reflected: Record<string, string> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };
const comparisons: Record<string, string> = { "<": "__lt__", "<=": "__le__", ">": "__gt__", ">=": "__ge__" };

/** The value of a method that says that it does not know an operand. */
export const NotImplemented: any = { kind: "NotImplemented" };

function refused(operator: string, left: any, right: any): any {
  known(left, "number");
  known(right, "number");
  return new PyTypeError(
    `unsupported operand type(s) for ${operator === "**" ? "** or pow()" : operator}: '${kindOf(left)}' and '${
      kindOf(right)
    }'`,
  );
}

/** Throws a TypeError for an output, whose value is known only after deployment. */
export function known(value: any, what: string): void {
  if (Property.isInstance(value)) {
    throw new PyTypeError(`an output has no ${what} before it is deployed: use apply(), or an f-string for text`);
  }
}

export function binary(operator: string, given: any, other: any): any {
  if (areNumbers(given, other)) return arithmetic(operator, given, other);
  // A text shows a member of an enumeration as such.
  const isFormat = operator === "%" && typeof given === "string";
  const [left, right] = [bare(given), isFormat ? other : bare(other)];
  if (left !== given || right !== other) return binary(operator, left, right);
  if (operator === "|" && (isType(left) || isType(right))) return new TypeUnion([left, right]);
  if (left instanceof Tuple && right instanceof Tuple && operator === "+") return sum(left, right);
  if (!isFormat && (isObject(left) || isObject(right))) return dispatched(operator, left, right);
  switch (operator) {
    case "+":
      return sum(left, right);
    case "*":
      return repeated(left, right);
    case "%":
      if (typeof left === "string") return percent(left, right);
      break;
    case "|":
      if (left instanceof Dict && right instanceof Dict) {
        return dict([...left.entries.values(), ...right.entries.values()]);
      }
      break;
    default:
  }
  const sets = "-&|^".includes(operator) && isSetLike(left) && isSetLike(right);
  if (sets) return combined(operator, left, right);
  throw refused(operator, left, right);
}

/** A union of types: `int | None`. */
export class TypeUnion {
  readonly types: any[];
  constructor(types: any[]) {
    this.types = types;
  }
}

function isType(value: any): boolean {
  return value instanceof TypeUnion || (typeof value === "function" && value.$name !== undefined);
}

function arithmetic(operator: string, left: any, right: any): any {
  switch (operator) {
    case "+":
      return result(numberOf(left) + numberOf(right), left, right);
    case "-":
      return result(numberOf(left) - numberOf(right), left, right);
    case "*":
      return result(numberOf(left) * numberOf(right), left, right);
    case "/":
      return divide(left, right);
    case "//":
      return floorDivide(left, right);
    case "%":
      return modulo(left, right);
    case "**":
      return power(left, right);
    default:
      if (operator === "@" || isFloat(left) || isFloat(right)) throw refused(operator, left, right);
      return bits(operator, left, right);
  }
}

function dispatched(operator: string, left: any, right: any): any {
  const name = dunders[operator] ?? "";
  const own = isObject(left) ? left[`__${name}__`] : undefined;
  if (typeof own === "function") {
    const value = left[`__${name}__`](right);
    if (value !== NotImplemented) return value;
  }
  const other = isObject(right) ? right[`__r${name}__`] : undefined;
  if (typeof other === "function") {
    const value = right[`__r${name}__`](left);
    if (value !== NotImplemented) return value;
  }
  throw refused(operator, left, right);
}

function sum(left: any, right: any): any {
  if (typeof left === "string" && typeof right === "string") return left + right;
  if (Property.isInstance(left) || Property.isInstance(right)) {
    const fits = (it: any) => typeof it === "string" || Property.isInstance(it);
    if (fits(left) && fits(right)) return concat(left, right);
  }
  if (isList(left) && isList(right)) return [...left, ...right];
  if (left instanceof Bytes && right instanceof Bytes) return new Bytes(left.text + right.text);
  if (left instanceof Tuple && right instanceof Tuple) return new Tuple([...left.items, ...right.items]);
  if (typeof left === "string") throw new PyTypeError(`can only concatenate str (not "${kindOf(right)}") to str`);
  if (isList(left)) throw new PyTypeError(`can only concatenate list (not "${kindOf(right)}") to list`);
  if (left instanceof Tuple) throw new PyTypeError(`can only concatenate tuple (not "${kindOf(right)}") to tuple`);
  throw refused("+", left, right);
}

/** The largest number of elements of a repeated sequence. */
const LARGEST = 2 ** 27;

function repeated(left: any, right: any): any {
  if (left instanceof Bytes) return new Bytes(repeated(left.text, right));
  const isSequence = (it: any) => typeof it === "string" || isList(it) || it instanceof Tuple;
  const [sequence, count] = isSequence(left) ? [left, right] : [right, left];
  if (!isSequence(sequence)) throw refused("*", left, right);
  const times = Math.max(0, index(count, `can't multiply sequence by non-int of type '${kindOf(count)}'`));
  const items = sequence instanceof Tuple ? sequence.items : sequence;
  if (items.length * times > LARGEST) throw new OverflowError("the repeated sequence is too long");
  if (typeof items === "string") return items.repeat(times);
  const all: any[] = [];
  for (let round = 0; round < times; round++) all.push(...items);
  return sequence instanceof Tuple ? new Tuple(all) : all;
}

function isSetLike(value: any): boolean {
  return value instanceof PySet || (value instanceof View && value.name !== "dict_values");
}

function asSet(value: any): PySet {
  return value instanceof PySet ? value : setOf(value.items);
}

export function combined(operator: string, left: any, right: any): PySet {
  const [a, b] = [asSet(left), asSet(right)];
  const found = new PySet(a.isFrozen);
  for (const [hash, item] of a.entries) {
    const both = b.entries.has(hash);
    if (operator === "|" || both === (operator === "&")) found.entries.set(hash, item);
  }
  if (operator === "|" || operator === "^") {
    for (const [hash, item] of b.entries) if (!a.entries.has(hash)) found.entries.set(hash, item);
  }
  return found;
}

/** `target operator= value`, where a list or a set changes itself. */
export function augmented(operator: string, left: any, right: any): any {
  if (operator === "+" && isList(left)) {
    left.push(...iterate(right));
    return left;
  }
  if (operator === "*" && isList(left)) {
    const all = repeated(left, right);
    left.splice(0, left.length, ...all);
    return left;
  }
  if (operator === "|" && left instanceof Dict && right instanceof Dict) {
    for (const [key, value] of right.entries.values()) put(left, key, value);
    return left;
  }
  if (left instanceof PySet && !left.isFrozen && isSetLike(right)) {
    const all = combined(operator, left, right);
    left.entries.clear();
    for (const it of all.entries.values()) addTo(left, it);
    return left;
  }
  const own = isObject(left) ? left[`__i${dunders[operator]}__`] : undefined;
  return typeof own === "function" ? left[`__i${dunders[operator]}__`](right) : binary(operator, left, right);
}

export function unary(operator: string, value: any): any {
  if (isObject(value)) {
    const name = operator === "-" ? "__neg__" : operator === "+" ? "__pos__" : "__invert__";
    if (typeof value[name] === "function") return value[name]();
  }
  known(value, "number");
  if (!isNumber(value)) throw new PyTypeError(`bad operand type for unary ${operator}: '${kindOf(value)}'`);
  if (operator === "-") return negative(value);
  if (operator === "+") return typeof value === "boolean" ? Number(value) : value;
  if (isFloat(value)) throw new PyTypeError("bad operand type for unary ~: 'float'");
  return -numberOf(value) - 1;
}

export function compare(operator: string, given: any, against: any): boolean {
  if (areNumbers(given, against)) return ordered(operator, numberOf(given), numberOf(against));
  const [left, right] = [bare(given), bare(against)];
  if (left !== given || right !== against) return compare(operator, left, right);
  if (left instanceof Bytes && right instanceof Bytes) return compare(operator, left.text, right.text);
  if (typeof left === "string" && typeof right === "string") return ordered(operator, textOrder(left, right), 0);
  if (left instanceof Tuple && right instanceof Tuple) return sequences(operator, left.items, right.items);
  if (isList(left) && isList(right)) return sequences(operator, left, right);
  if (isSetLike(left) && isSetLike(right)) return inclusion(operator, asSet(left), asSet(right));
  const method = comparisons[operator] ?? "";
  if (isObject(left) && typeof left[method] === "function") return truth(left[method](right));
  const other = comparisons[reflected[operator] ?? ""] ?? "";
  if (isObject(right) && typeof right[other] === "function") return truth(right[other](left));
  if (isObject(left) && isObject(right) && left.$class.$order === true && left.$class === right.$class) {
    const fields = (it: any) => it.$class.$compared.map((field: any) => it[field]);
    return sequences(operator, fields(left), fields(right));
  }
  const derived = totalOrder(operator, left, right);
  if (derived !== null) return derived;
  known(left, "order");
  known(right, "order");
  throw new PyTypeError(`'${operator}' not supported between instances of '${kindOf(left)}' and '${kindOf(right)}'`);
}

/** The order of a class with `@total_ordering`, from the one comparison that it has. */
function totalOrder(operator: string, left: any, right: any): boolean | null {
  if (!isObject(left) || left.$class.$total !== true) return null;
  const isLess = operator.startsWith("<");
  const withEqual = operator.length === 2;
  if (typeof left.__lt__ === "function") {
    const less = truth(left.__lt__(right));
    if (isLess) return less || (withEqual && equal(left, right));
    return !less && (withEqual || !equal(left, right));
  }
  if (typeof left.__gt__ === "function") {
    const more = truth(left.__gt__(right));
    if (!isLess) return more || (withEqual && equal(left, right));
    return !more && (withEqual || !equal(left, right));
  }
  if (typeof left.__le__ === "function") {
    const least = truth(left.__le__(right));
    if (isLess) return least && (withEqual || !equal(left, right));
    return withEqual ? !least || equal(left, right) : !least;
  }
  if (typeof left.__ge__ !== "function") return null;
  const most = truth(left.__ge__(right));
  if (!isLess) return most && (withEqual || !equal(left, right));
  return withEqual ? !most || equal(left, right) : !most;
}

function ordered(operator: string, left: number, right: number): boolean {
  if (operator === "<") return left < right;
  if (operator === "<=") return left <= right;
  return operator === ">" ? left > right : left >= right;
}

/** The order of two texts by their code points. */
function textOrder(left: string, right: string): number {
  if (isPlain(left) && isPlain(right)) return left < right ? -1 : left > right ? 1 : 0;
  const [a, b] = [characters(left), characters(right)];
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const difference = (a[at]?.codePointAt(0) ?? 0) - (b[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function sequences(operator: string, left: any[], right: any[]): boolean {
  const size = Math.min(left.length, right.length);
  for (let at = 0; at < size; at++) {
    if (!equal(left[at], right[at])) return compare(operator, left[at], right[at]);
  }
  return ordered(operator, left.length, right.length);
}

function inclusion(operator: string, left: PySet, right: PySet): boolean {
  if (operator.startsWith(">")) return inclusion(operator === ">" ? "<" : "<=", right, left);
  const all = Array.from(left.entries.keys()).every((it) => right.entries.has(it));
  return all && (operator === "<=" || left.entries.size < right.entries.size);
}

export function truth(value: any): boolean {
  if (typeof value === "boolean") return value;
  if (value === null || value === undefined) return false;
  if (typeof value === "string") return value !== "";
  if (isNumber(value)) return numberOf(value) !== 0;
  if (isList(value)) return value.length > 0;
  if (typeof value === "function") return true;
  known(value, "truth value");
  if (bare(value) !== value) return truth(bare(value));
  if (isObject(value) && !(value instanceof Tuple)) {
    if (typeof value.__bool__ === "function") return value.__bool__();
    return typeof value.__len__ === "function" ? value.__len__() !== 0 : true;
  }
  const size = sizeOf(value);
  return size === undefined || size > 0;
}

/** The number of elements of a collection. */
export function sizeOf(value: any): number | undefined {
  if (typeof value === "string") return isPlain(value) ? value.length : characters(value).length;
  if (isList(value)) return value.length;
  if (value instanceof Tuple || value instanceof View) return value.items.length;
  if (value instanceof Dict || value instanceof PySet) return value.entries.size;
  if (value instanceof Range) return value.size;
  if (value instanceof Bytes) return value.text.length;
  return undefined;
}

/** `item in container` */
export function within(given: any, of: any): boolean {
  const [item, container] = [bare(given), bare(of)];
  if (container instanceof Bytes) {
    return container.text.includes(item instanceof Bytes ? item.text : String.fromCharCode(numberOf(item)));
  }
  if (typeof container === "string") {
    if (typeof item === "string") return container.includes(item);
    throw new PyTypeError(`'in <string>' requires string as left operand, not ${kindOf(item)}`);
  }
  if (container instanceof Dict || container instanceof PySet) return container.entries.has(keyOf(item));
  if (container instanceof Range && isNumber(item)) {
    const at = (numberOf(item) - container.start) / container.step;
    return Number.isInteger(at) && at >= 0 && at < container.size;
  }
  if (isObject(container) && typeof container.__contains__ === "function") return truth(container.__contains__(item));
  known(container, "members");
  if (isNumber(container)) {
    throw new PyTypeError(`argument of type '${kindOf(container)}' is not iterable`);
  }
  for (const it of iterate(container)) if (equal(it, item)) return true;
  return false;
}

/** The elements that a `for` loop goes through. */
export function iterate(value: any): any {
  if (isList(value)) return value;
  if (typeof value === "string") return characters(value);
  if (value instanceof Tuple || value instanceof View) return value.items;
  if (value instanceof Dict) return keysInOrder(value);
  if (value instanceof PySet) return Array.from(value.entries.values());
  if (value instanceof Range) return steps(value);
  if (value instanceof Bytes) return Array.from(value.text, (it) => it.charCodeAt(0));
  if (typeof value === "function" && Array.isArray(value.$members)) return value.$members;
  if (bare(value) !== value) return iterate(bare(value));
  known(value, "elements");
  if (isObject(value)) {
    if (typeof value.__iter__ === "function") {
      const own = value.__iter__();
      return own === value ? advanced(value) : iterate(own);
    }
    if (typeof value.__next__ === "function") return advanced(value);
    throw new PyTypeError(`'${kindOf(value)}' object is not iterable`);
  }
  if (typeof value === "object" && value !== null && !isNumber(value)) {
    return typeof value.next === "function" ? lasting(value) : Object.keys(value);
  }
  throw new PyTypeError(`'${kindOf(value)}' object is not iterable`);
}

/** The values of a generator, which goes on after a loop that is left. */
function lasting(generator: any): any {
  return {
    next: () => generator.next(),
    [Symbol.iterator](): any {
      return this;
    },
  };
}

function* keysInOrder(dict: Dict): any {
  const size = dict.entries.size;
  for (const [key] of dict.entries.values()) {
    yield key;
    if (dict.entries.size !== size) throw new RuntimeError("dictionary changed size during iteration");
  }
}

function* steps(range: Range): any {
  for (let at = 0; at < range.size; at++) yield range.start + at * range.step;
}

function* advanced(value: any): any {
  for (;;) {
    let item: any;
    try {
      item = value.__next__();
    } catch (error) {
      if (caught(error) instanceof StopIteration) return;
      throw error;
    }
    yield item;
  }
}

export function listOf(value: any): any[] {
  return Array.from(iterate(value));
}

/** The parts of what is taken apart by `count` targets; with `rest` at a place all that is left. */
export function unpack(value: any, count: number, rest = -1): any[] {
  const isNone = value === null || value === undefined || isNumber(value) || typeof value === "function";
  if (isNone) throw new PyTypeError(`cannot unpack non-iterable ${kindOf(value)} object`);
  const items = listOf(value);
  if (rest >= 0) {
    if (items.length < count - 1) {
      throw new ValueError(`not enough values to unpack (expected at least ${count - 1}, got ${items.length})`);
    }
    const after = items.length - (count - 1 - rest);
    return [...items.slice(0, rest), items.slice(rest, after), ...items.slice(after)];
  }
  if (items.length < count) {
    throw new ValueError(`not enough values to unpack (expected ${count}, got ${items.length})`);
  }
  if (items.length > count) throw new ValueError(`too many values to unpack (expected ${count})`);
  return items;
}
