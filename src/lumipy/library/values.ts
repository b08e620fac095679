// The values of Python that JavaScript does not have.

import { Property } from "lumi";

/** A float whose value is whole: other floats are numbers, as whole numbers are ints. */
export class Float {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

export function float(value: number): any {
  return Number.isInteger(value) ? new Float(value) : value;
}

export class Tuple {
  readonly items: any[];
  constructor(items: any[]) {
    this.items = items;
  }
}

export function tuple(...items: any[]): Tuple {
  return new Tuple(items);
}

/** A dict: its entries by the text or number that stands for a key. */
export class Dict {
  readonly entries: Map<any, [any, any]> = new Map();
}

/** Bytes, as a text with a character for each. */
export class Bytes {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export class PySet {
  readonly entries: Map<any, any> = new Map();
  readonly isFrozen: boolean;
  constructor(isFrozen = false) {
    this.isFrozen = isFrozen;
  }
}

export class Range {
  readonly start: number;
  readonly stop: number;
  readonly step: number;
  readonly size: number;
  constructor(start: number, stop: number, step: number) {
    this.start = start;
    this.stop = stop;
    this.step = step;
    this.size = Math.max(0, Math.ceil((stop - start) / step));
  }
}

/** The keys, values or items of a dict. */
export class View {
  readonly name: string;
  readonly items: any[];
  constructor(name: string, items: any[]) {
    this.name = name;
    this.items = items;
  }
}

/** The slice of a subscript. */
export class Slice {
  readonly start: any;
  readonly stop: any;
  readonly step: any;
  constructor(start: any, stop: any, step: any) {
    this.start = start;
    this.stop = stop;
    this.step = step;
  }
}

const failures: { of: ((message: string) => Error) | null } = { of: null };

/** Sets the function that makes errors of types. */
export function setFailures(of: (message: string) => Error): void {
  failures.of = of;
}

function abstractError(name: string, open: string[]): Error {
  const methods = open.length === 1 ? `method ${open[0]}` : `methods ${open.join(", ")}`;
  const message = `Can't instantiate abstract class ${name} with abstract ${methods}`;
  return failures.of === null ? new TypeError(message) : failures.of(message);
}

/** The base of all classes of a program. */
export class PyObject {
  static $init = "";
  static $name = "object";
  static $python = true;
  static $__setattr__ = "value, name, to, /";
  static __setattr__(value: any, name: string, to: any): any {
    value[name] = to;
    return null;
  }
  constructor(...args: any[]) {
    const open = (this as any).$class.$abstract;
    if (open !== undefined && open.length > 0) throw abstractError((this as any).$class.$name, open);
    (this as any).__init__(...args);
  }
  __init__(): any {
    return null;
  }
  get $class(): any {
    return PyObject;
  }
}

/** A dict that makes what it does not have: `defaultdict` and `Counter`. */
export class MakingDict extends Dict {
  readonly kind: string;
  make: any;
  constructor(kind: string, make: any) {
    super();
    this.kind = kind;
    this.make = make;
  }
}

export function isFloat(value: any): boolean {
  return value instanceof Float || (typeof value === "number" && !Number.isInteger(value));
}

/** Whether a value is an int or a float, or a truth value, which is an int. */
export function isNumber(value: any): boolean {
  return typeof value === "number" || typeof value === "boolean" || value instanceof Float;
}

export function numberOf(value: any): number {
  return value instanceof Float ? value.value : Number(value);
}

/** Whether a value is a list; an output can be one once it is known. */
export function isList(value: any): boolean {
  return Array.isArray(value) && !Property.isInstance(value);
}

/** Whether code of the program declares the class of an object. */
export function isObject(value: any): boolean {
  if (typeof value !== "object" || value === null || Property.isInstance(value)) return false;
  if (value instanceof PyObject) return true;
  // Resources answer any name that they do not have with an output, or an error.
  return "$class" in value;
}

/** The text or number that a member of an enumeration is as well; any other value is itself. */
export function bare(value: any): any {
  return value instanceof PyObject && (value as any).$mixed === true ? (value as any).value : value;
}

/** The characters of a text: code points. */
export function characters(text: string): string[] {
  return Array.from(text);
}

/** Whether each character of a text is one unit of UTF-16. */
export function isPlain(text: string): boolean {
  return !/[\ud800-\udfff]/.test(text);
}

/** A callback that declares no resources, so that a plan is complete without its call. */
export function asConversion(callback: any): any {
  callback.$isConversion = true;
  return callback;
}
