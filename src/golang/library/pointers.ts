// Pointers to values that are no structs or arrays; methods as values; assertions.

import { copied } from "./aggregates.ts";
import { at, item, put, putItem, type Slice } from "./collections.ts";
import { errorType, Panic } from "./panics.ts";
import { Boxed, is, isAggregate, lacking, methodOf, type Type } from "./types.ts";

class Pointer {
  read: any;
  write: any;

  constructor(read: any, write: any) {
    this.read = read;
    this.write = write;
  }
}

export function reference(read: any, write: any): Pointer {
  return new Pointer(read, write);
}

export function cell(value: any): Pointer {
  let content = value;
  return new Pointer(() => content, (it: any) => {
    content = it;
  });
}

export function field(object: any, name: string): Pointer {
  if (object === null) return load(null);
  return new Pointer(() => object[name], (it: any) => {
    object[name] = it;
  });
}

export function element(of: Slice | null, index: any): Pointer {
  at(of, index);
  return new Pointer(() => at(of, index), (it: any) => put(of, index, it));
}

export function itemPointer(of: any[], index: any): Pointer {
  item(of, index);
  return new Pointer(() => item(of, index), (it: any) => putItem(of, index, it));
}

/** The value that a pointer points to; a nil pointer has none. */
export function load(pointer: any): any {
  return pointer.read();
}

export function store(pointer: any, value: any): void {
  pointer.write(value);
}

/** A method with its receiver. */
export function bound(method: any, receiver: any): any {
  return (...values: any[]) => method(receiver, ...values);
}

export function boundMethod(value: any, name: string): any {
  return methodOf(value, name);
}

export function methodExpression(name: string): any {
  return (value: any, ...values: any[]) => methodOf(value, name)(...values);
}

/** Calls a method of a value of an interface. */
export function invoke(value: any, name: string, ...values: any[]): any {
  return value.type.methods.get(name)[0](value.value)(...values);
}

const assertionErrorType: Type = errorType("*runtime.TypeAssertionError", "");

/** `value.(type)` */
export function asserted(value: Boxed | null, type: Type): any {
  if (is(value, type)) return content(value, type);
  const found = value === null ? "nil" : value.type.name;
  const missing = value === null ? undefined : lacking(value.type, type);
  const text = type.kind === "interface"
    ? value === null ? `interface conversion: interface is nil, not ${type.name}` : `interface conversion: ${found} is not ${type.name}: missing method ${missing}`
    : `interface conversion: interface {} is ${found}, not ${type.name}`;
  throw new Panic(new Boxed(assertionErrorType, text), text);
}

export function tested(value: Boxed | null, type: Type, other: any): any[] {
  return is(value, type) ? [content(value, type), true] : [other, false];
}

function content(value: any, type: Type): any {
  if (type.kind === "interface") return value;
  return isAggregate(type) ? copied(type, value.value) : value.value;
}
