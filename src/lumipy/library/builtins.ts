// The functions and types that every program has.

import { bytesOf, decode } from "./types/bytes.ts";
import { attribute, call, define, deleteAttribute, find, setAttribute } from "./calls.ts";
import { OverflowError, PyTypeError, StopIteration, ValueError } from "./errors.ts";
import { pairsOf } from "./types/dict_methods.ts";
import { textOf } from "./foreign.ts";
import { format as formatValue } from "./formats.ts";
import { addTo, dict as dictOf, keyOf, kindOf, put } from "./hashing.ts";
import { isBelow, isOf } from "./kinds.ts";
import { sort } from "./types/list_methods.ts";
import { fixed, floorDivide, index, int as exact, modulo, power, powerModulo } from "./numbers.ts";
import { binary, compare, iterate, known, listOf, sizeOf, truth } from "./operators.ts";
import { repr as reprOf, text } from "./text.ts";
import {
  bare,
  Bytes,
  Dict,
  float as floatOf,
  isFloat,
  isList,
  isNumber,
  isObject,
  numberOf,
  PyObject,
  PySet,
  Range,
  Tuple,
} from "./values.ts";

const pending: { text: string } = { text: "" };

export const print = define("print", "*values, sep=, end=", (values: any, sep: any = " ", end: any = "\n") => {
  for (const it of values.items) known(it, "text");
  const all = values.items.map(text).join(sep ?? " ") + (end ?? "\n");
  const lines = (pending.text + all).split("\n");
  pending.text = lines.pop() ?? "";
  for (const line of lines) console.log(line);
  return null;
});

/** Prints the text after the last end of a line. */
export function flush(): void {
  if (pending.text !== "") console.log(pending.text);
  pending.text = "";
}

/** A built-in type: `make` is called for a new value, and `is` tells whether a value is of the type. */
function type_(name: string, signature: string, make: any, is: (value: any) => boolean): any {
  const result = define(name, signature, make);
  result.$name = name;
  result.$isBuiltin = true;
  result.$is = is;
  return result;
}

export const len = define("len", "value, /", (value: any) => {
  if (isObject(value) && typeof value.__len__ === "function") return value.__len__();
  if (bare(value) !== value) return len(bare(value));
  if (typeof value === "function" && value.$members !== undefined) return value.$members.length;
  known(value, "length");
  const size = sizeOf(value);
  if (size !== undefined) return size;
  if (
    isObject(value) || typeof value !== "object" || value === null || isNumber(value) ||
    typeof value.next === "function"
  ) {
    throw new PyTypeError(`object of type '${kindOf(value)}' has no len()`);
  }
  return Object.keys(value).length;
});

export const str = type_("str", "value=, encoding=, errors=",
  (value: any = "", encoding?: string) =>
    encoding === undefined || !(value instanceof Bytes) ? textOf(value) : decode(value, encoding),
  (it) => typeof it === "string");
export const bool = type_("bool", "value=, /", (value: any = false) => truth(value), (it) => typeof it === "boolean");
export const int = type_("int", "value=, base=", (value: any = 0, base?: any) => whole(value, base),
  (it) => typeof it === "boolean" || (typeof it === "number" && !isFloat(it)));
export const float = type_("float", "value=, /", (value: any = 0) => floating(value), isFloat);
export const list = type_("list", "values=, /", (values: any = []) => [...listOf(values)], (it) => isList(it));
export const tuple = type_("tuple", "values=, /", (values: any = []) => new Tuple([...listOf(values)]),
  (it) => it instanceof Tuple);
export const dict = type_("dict", "values=, /, **named", (values: any, named: any) => {
  const result = dictOf(values === undefined ? [] : pairsOf(values));
  for (const [key, value] of named.entries.values()) put(result, key, value);
  return result;
}, (it) => it instanceof Dict);
export const set = type_("set", "values=, /", (values: any = []) => setOf(values, false),
  (it) => it instanceof PySet && !it.isFrozen);
export const frozenset = type_("frozenset", "values=, /", (values: any = []) => setOf(values, true),
  (it) => it instanceof PySet && it.isFrozen);
export const bytes = type_("bytes", "value=, encoding=, /", bytesOf, (it) => it instanceof Bytes);
export const range = type_("range", "start, stop=, step=, /", (start: any, stop?: any, step: any = 1) => {
  const part = (it: any) => index(it, `'${kindOf(it)}' object cannot be interpreted as an integer`);
  if (part(step) === 0) throw new ValueError("range() arg 3 must not be zero");
  return stop === undefined ? new Range(0, part(start), 1) : new Range(part(start), part(stop), part(step));
}, (it) => it instanceof Range);
export const object = PyObject;

dict.$methods = {
  fromkeys: define("fromkeys", "values, value=, /",
    (values: any, value: any = null) => dictOf(listOf(values).map((it) => [it, value]))),
};
bytes.$methods = {
  fromhex: define("fromhex", "text, /", (value: string) => {
    const pairs = value.replace(/\s/g, "").match(/../g) ?? [];
    return new Bytes(pairs.map((it) => String.fromCharCode(parseInt(it, 16))).join(""));
  }),
};
str.$methods = { maketrans: define("maketrans", "x, y=, z=, /", translation) };

/** The table of `str.translate`: by code points. */
function translation(from: any, to?: any, without: any = ""): any {
  if (to === undefined) {
    return dictOf(pairsOf(from).map(([key, it]: any) => [typeof key === "string" ? key.codePointAt(0) : key, it]));
  }
  const [before, after] = [Array.from(from as string), Array.from(to as string)];
  if (before.length !== after.length) {
    throw new ValueError("the first two maketrans arguments must have equal length");
  }
  const pairs: any[] = before.map((it, at) => [it.codePointAt(0), after[at]?.codePointAt(0)]);
  return dictOf([...pairs, ...Array.from(without as string).map((it) => [it.codePointAt(0), null])]);
}

function setOf(values: any, isFrozen: boolean): PySet {
  const result = new PySet(isFrozen);
  for (const it of iterate(values)) addTo(result, it);
  return result;
}

function whole(given: any, base: any): number {
  const value = given instanceof Bytes ? decode(given) : bare(given);
  if (typeof value === "string") return wholeOf(value, base === undefined ? 10 : base);
  if (base !== undefined) throw new PyTypeError("int() can't convert non-string with explicit base");
  if (isObject(value) && typeof value.__int__ === "function") return value.__int__();
  if (!isNumber(value)) {
    known(value, "number");
    throw new PyTypeError(
      `int() argument must be a string, a bytes-like object or a real number, not '${kindOf(value)}'`,
    );
  }
  const number = numberOf(value);
  if (Number.isNaN(number)) throw new ValueError("cannot convert float NaN to integer");
  if (!Number.isFinite(number)) throw new OverflowError("cannot convert float infinity to integer");
  return exact(Math.trunc(number));
}

function wholeOf(value: string, base: number): number {
  const digits = value.trim().toLowerCase().replace(/(?<=[0-9a-z])_(?=[0-9a-z])/g, "");
  const match = /^([+-]?)(0[xob])?([0-9a-z]+)$/.exec(digits);
  const fail = () => new ValueError(`invalid literal for int() with base ${base}: ${reprOf(value)}`);
  if (match === null) throw fail();
  const [, sign = "", prefix, rest = ""] = match;
  const named = prefix === "0x" ? 16 : prefix === "0o" ? 8 : prefix === "0b" ? 2 : 10;
  if (prefix !== undefined && base !== 0 && base !== named) throw fail();
  const radix = base === 0 ? named : base;
  let number = 0;
  for (const it of rest) {
    const digit = parseInt(it, 36);
    if (!(digit < radix)) throw fail();
    number = exact(number * radix + digit);
  }
  return sign === "-" && number !== 0 ? -number : number;
}

function floating(value: any): any {
  if (typeof value === "string") {
    const plain = value.trim().toLowerCase().replace(/(?<=\d)_(?=\d)/g, "");
    const special = /^([+-]?)(?:(inf|infinity)|(nan))$/.exec(plain);
    if (special !== null) return special[3] === undefined ? (special[1] === "-" ? -Infinity : Infinity) : NaN;
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/.test(plain)) {
      throw new ValueError(`could not convert string to float: ${reprOf(value)}`);
    }
    return floatOf(Number(plain));
  }
  if (isObject(value) && typeof value.__float__ === "function") return value.__float__();
  if (isNumber(value)) return floatOf(numberOf(value));
  known(value, "number");
  throw new PyTypeError(`float() argument must be a string or a real number, not '${kindOf(value)}'`);
}

export const repr = define("repr", "value, /", (value: any) => reprOf(value));
export const format = define("format", "value, spec=, /", (value: any, spec = "") => formatValue(value, spec));
export const abs = define("abs", "value, /", (value: any) => {
  if (isObject(value) && typeof value.__abs__ === "function") return value.__abs__();
  if (!isNumber(value)) throw new PyTypeError(`bad operand type for abs(): '${kindOf(value)}'`);
  return isFloat(value) ? floatOf(Math.abs(numberOf(value))) : Math.abs(Number(value));
});
export const round = define("round", "number, ndigits=", (value: any, digits: any = null) => {
  if (isObject(value) && typeof value.__round__ === "function") {
    return value.__round__(...(digits === null ? [] : [digits]));
  }
  if (!isNumber(value)) throw new PyTypeError(`type ${kindOf(value)} doesn't define __round__ method`);
  const number = numberOf(value);
  if (digits === null) {
    if (Number.isNaN(number)) throw new ValueError("cannot convert float NaN to integer");
    if (!Number.isFinite(number)) throw new OverflowError("cannot convert float infinity to integer");
    return whole(isFloat(value) ? floatOf(Number(fixed(number, 0))) : value, undefined);
  }
  if (digits >= 0) {
    // Floats from 2^52 on are whole.
    const isExact = !Number.isFinite(number) || Math.abs(number) >= 2 ** 52;
    return isFloat(value) ? floatOf(isExact ? number : Number(fixed(number, digits))) : Number(value);
  }
  const scale = 10 ** -digits;
  const rounded = Number(fixed(number / scale, 0)) * scale;
  return isFloat(value) ? floatOf(rounded) : exact(rounded);
});
export const divmod = define("divmod", "a, b, /", (a: any, b: any) => new Tuple([floorDivide(a, b), modulo(a, b)]));
export const pow = define("pow", "base, exp, mod=", (a: any, b: any, mod: any = null) => {
  if (mod === null) return power(a, b);
  if (isFloat(a) || isFloat(b) || isFloat(mod) || !isNumber(mod)) {
    throw new PyTypeError("pow() 3rd argument not allowed unless all arguments are integers");
  }
  return powerModulo(numberOf(a), numberOf(b), numberOf(mod));
});
export const sum = define("sum", "values, /, start=", (values: any, start: any = 0) => {
  let total = start;
  for (const it of iterate(values)) total = binary("+", total, it);
  return total;
});
export const any = define("any", "values, /", (values: any) => {
  for (const it of iterate(values)) if (truth(it)) return true;
  return false;
});
export const all = define("all", "values, /", (values: any) => {
  for (const it of iterate(values)) if (!truth(it)) return false;
  return true;
});

function best(name: string, operator: string): any {
  return define(name, "*values, key=, default=", (values: any, key: any = null, normal?: any) => {
    const items = values.items.length === 1 ? iterate(values.items[0]) : values.items;
    let found: any;
    let foundKey: any;
    for (const it of items) {
      const own = key === null ? it : call(key, [it]);
      if (found === undefined || compare(operator, own, foundKey)) [found, foundKey] = [it, own];
    }
    if (found === undefined && normal === undefined) throw new ValueError(`${name}() arg is an empty sequence`);
    return found === undefined ? normal : found;
  });
}

export const min = best("min", "<");
export const max = best("max", ">");
export const sorted = define("sorted", "values, /, *, key=, reverse=",
  (values: any, key: any = null, reverse: any = false) => {
    const items = [...listOf(values)];
    sort(items, key, reverse);
    return items;
  });
export const reversed = define("reversed", "values, /", (values: any) => {
  if (isObject(values) && typeof values.__reversed__ === "function") return values.__reversed__();
  return walked([...listOf(values)].reverse());
});

function* walked(items: any): any {
  yield* items;
}

export const iter = define("iter", "values, /", (values: any) => walked(iterate(values)));
export const next = define("next", "iterator, default=, /", (iterator: any, normal?: any) => {
  if (isObject(iterator) && typeof iterator.__next__ === "function") return iterator.__next__();
  if (typeof iterator !== "object" || iterator === null || typeof iterator.next !== "function") {
    throw new PyTypeError(`'${kindOf(iterator)}' object is not an iterator`);
  }
  const step = iterator.next();
  if (!step.done) return step.value;
  if (normal === undefined) throw new StopIteration();
  return normal;
});

function* counted(values: any, start: number): any {
  let at = start;
  for (const it of iterate(values)) {
    yield new Tuple([at, it]);
    at += 1;
  }
}

function* zipped(all: any[], strict: boolean): any {
  const sources = all.map((it) => walked(iterate(it)));
  if (sources.length === 0) return;
  for (;;) {
    const items: any[] = [];
    for (const [at, source] of sources.entries()) {
      const step = source.next();
      if (step.done) {
        const others = strict ? sources.slice(at + 1).map((it) => it.next().done) : [];
        if (strict && (at > 0 || others.includes(false))) {
          const wrong = at > 0 ? at : others.indexOf(false) + 1;
          const before = wrong === 1 ? "argument 1" : `arguments 1-${wrong}`;
          throw new ValueError(`zip() argument ${wrong + 1} is ${at > 0 ? "shorter" : "longer"} than ${before}`);
        }
        return;
      }
      items.push(step.value);
    }
    yield new Tuple(items);
  }
}

function* mapped(f: any, all: any[]): any {
  if (all.length === 1) {
    for (const it of iterate(all[0])) yield call(f, [it]);
    return;
  }
  for (const it of zipped(all, false)) yield call(f, it.items);
}

function* filtered(f: any, values: any): any {
  for (const it of iterate(values)) if (truth(f === null ? it : call(f, [it]))) yield it;
}

export const enumerate = define("enumerate", "values, start=", (values: any, start = 0) => counted(values, start));
export const zip = define("zip", "*values, strict=",
  (values: any, strict: any = false) => zipped(values.items, truth(strict)));
export const map = define("map", "function, *values", (f: any, values: any) => mapped(f, values.items));
export const filter = define("filter", "function, values, /", (f: any, values: any) => filtered(f, values));

export const isinstance = define("isinstance", "value, class, /", isOf);
export const issubclass = define("issubclass", "class, of, /", isBelow);

const NoneType = type_("NoneType", "", () => null, (it) => it === null || it === undefined);
const types: Record<string, any> = { NoneType, bytes, str, bool, int, float, list, tuple, dict, set, frozenset, range };

export const type = define("type", "value, /", (value: any) => {
  if (isObject(value)) return value.$class;
  const name = kindOf(value);
  return types[name] ?? { $name: name };
});

export const callable = define("callable", "value, /",
  (value: any) => typeof value === "function" || typeof value?.__call__ === "function");
export const hasattr = define("hasattr", "value, name, /", (value: any, name: any) => find(value, name) !== undefined);
export const getattr = define("getattr", "value, name, default=, /", (value: any, name: any, normal?: any) => {
  if (normal === undefined) return attribute(value, name);
  const found = find(value, name);
  return found === undefined ? normal : found;
});
export const setattr = define("setattr", "value, name, to, /", (value: any, name: any, to: any) => {
  setAttribute(value, name, to);
  return null;
});
export const delattr = define("delattr", "value, name, /", (value: any, name: any) => {
  deleteAttribute(value, name);
  return null;
});
export const hash = define("hash", "value, /", (value: any) => {
  keyOf(value);
  throw new PyTypeError("LumiPy has no hash(): hashes differ from run to run in Python");
});

function radix(name: string, prefix: string, base: number): any {
  return define(name, "number, /", (value: any) => {
    const number = index(value, `'${kindOf(value)}' object cannot be interpreted as an integer`);
    return `${number < 0 ? "-" : ""}${prefix}${Math.abs(number).toString(base)}`;
  });
}

export const bin = radix("bin", "0b", 2);
export const oct = radix("oct", "0o", 8);
export const hex = radix("hex", "0x", 16);
export const chr = define("chr", "code, /", (code: any) => {
  const number = index(code, `'${kindOf(code)}' object cannot be interpreted as an integer`);
  if (number < 0 || number > 0x10ffff) throw new ValueError("chr() arg not in range(0x110000)");
  return String.fromCodePoint(number);
});
export const ord = define("ord", "text, /", (value: any) => {
  if (typeof value !== "string") throw new PyTypeError(`ord() expected string of length 1, but ${kindOf(value)} found`);
  const size = Array.from(value).length;
  if (size !== 1) throw new PyTypeError(`ord() expected a character, but string of length ${size} found`);
  return value.codePointAt(0);
});
