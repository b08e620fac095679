// Calls: arguments by position and by name, methods, and attributes.

import { Config, Property } from "lumi";

import { AttributeError, BaseException, FrozenInstanceError, PyTypeError, ValueError } from "./errors.ts";
import { applied, camel, foreignArguments } from "./foreign.ts";
import { setReader } from "./format_fields.ts";
import { dict, equal, keys, kindOf, put, required, setMaker } from "./hashing.ts";
import { setCaller } from "./types/list_methods.ts";
import { pairsOf } from "./types/dict_methods.ts";
import { builtinMethod, isBuiltin, isMethodOf } from "./methods.ts";
import { iterate } from "./operators.ts";
import { setting } from "./settings.ts";
import { item } from "./subscripts.ts";
import { repr } from "./text.ts";
import { Dict, isObject, PyObject, Range, Slice, Tuple, View } from "./values.ts";

interface Parameter {
  name: string;
  hasDefault: boolean;
  /** `positional`, `any`, `named`, `args` or `kwargs`. */
  kind: string;
}

const signatures: Map<string, Parameter[]> = new Map();

/** The parameters of a text such as `a, /, b=, *args, c=, **kwargs`. */
function parameters(signature: string): Parameter[] {
  const known = signatures.get(signature);
  if (known !== undefined) return known;
  const found: Parameter[] = [];
  let kind = "any";
  for (const part of signature.split(", ")) {
    if (part === "") continue;
    if (part === "/") found.forEach((it) => it.kind = "positional");
    else if (part === "*") kind = "named";
    else if (part.startsWith("**")) found.push({ name: part.slice(2), hasDefault: true, kind: "kwargs" });
    else if (part.startsWith("*")) {
      found.push({ name: part.slice(1), hasDefault: true, kind: "args" });
      kind = "named";
    } else found.push({ name: part.replace("=", ""), hasDefault: part.endsWith("="), kind });
  }
  signatures.set(signature, found);
  return found;
}

/** Gives a function the names of its parameters. A conversion declares no resources. */
export function define(label: string, signature: string, value: any, isConversion = false): any {
  value.$label = label;
  value.$signature = signature;
  if (isConversion) value.$isConversion = true;
  return value;
}

/** The arguments of a call in the order of the parameters: undefined where a default applies. */
function bind(label: string, signature: string, args: any[], named: any[], receivers = 0): any[] {
  if (signature === "!") {
    if (named.length > 0) throw new PyTypeError(`${label}() takes no keyword arguments`);
    return args;
  }
  const wanted = parameters(signature);
  const byPlace = wanted.filter((it) => it.kind === "positional" || it.kind === "any");
  const values = new Map<string, any>();
  byPlace.slice(0, args.length).forEach((it, at) => values.set(it.name, args[at]));
  const rest = wanted.find((it) => it.kind === "args");
  if (rest !== undefined) values.set(rest.name, new Tuple(args.slice(byPlace.length)));
  else if (args.length > byPlace.length) throw tooMany(label, byPlace, args.length, receivers);
  const others = wanted.find((it) => it.kind === "kwargs");
  const left: any[] = [];
  for (const [name, value] of named) {
    const parameter = wanted.find((it) => it.name === name && (it.kind === "any" || it.kind === "named"));
    if (parameter === undefined) {
      if (others === undefined) throw new PyTypeError(`${label}() got an unexpected keyword argument '${name}'`);
      left.push([name, value]);
    } else if (values.has(name)) {
      throw new PyTypeError(`${label}() got multiple values for argument '${name}'`);
    } else values.set(name, value);
  }
  if (others !== undefined) values.set(others.name, dict(left));
  checkMissing(label, wanted, values);
  return wanted.map((it) => values.get(it.name));
}

/** Whether arguments are those of a function with these parameters, as `bind` answers them. */
export function isBound(signature: string, args: any[]): boolean {
  const wanted = parameters(signature);
  return args.length === wanted.length && wanted.every((it, at) => {
    if (it.kind === "args") return args[at] instanceof Tuple;
    return it.kind !== "kwargs" || args[at] instanceof Dict;
  });
}

/** The receiver of a method counts as an argument. */
function tooMany(label: string, byPlace: Parameter[], more: number, receivers: number): any {
  const count = byPlace.length + receivers;
  const given = more + receivers;
  const least = byPlace.filter((it) => !it.hasDefault).length + receivers;
  const takes = least === count ? `${count}` : `from ${least} to ${count}`;
  const plural = count === 1 ? "" : "s";
  const were = given === 1 ? "was" : "were";
  return new PyTypeError(`${label}() takes ${takes} positional argument${plural} but ${given} ${were} given`);
}

function checkMissing(label: string, wanted: Parameter[], values: Map<string, any>): void {
  const missing = wanted.filter((it) => !it.hasDefault && !values.has(it.name));
  if (missing.length === 0) return;
  const byPlace = missing.filter((it) => it.kind !== "named");
  const names = (byPlace.length > 0 ? byPlace : missing).map((it) => `'${it.name}'`);
  const kind = byPlace.length > 0 ? "positional" : "keyword-only";
  const list = names.length < 3
    ? names.join(" and ")
    : `${names.slice(0, -1).join(", ")}, and ${names[names.length - 1]}`;
  const plural = names.length === 1 ? "" : "s";
  throw new PyTypeError(`${label}() missing ${names.length} required ${kind} argument${plural}: ${list}`);
}

/** The arguments of a call of a function, or of `new` of a class, in Python or TypeScript. */
export function prepare(callee: any, args: any[], named: any[] = []): any[] {
  if (callee.$init !== undefined) {
    return bind(methodLabel(callee, "__init__"), callee.$init, args, named, 1);
  }
  if (callee.$signature !== undefined) return bind(callee.$label, callee.$signature, args, named);
  return foreignArguments(args, named);
}

/** The arguments of a method of a superclass. */
export function superArguments(label: string, signature: any, args: any[], named: any[] = []): any[] {
  return typeof signature === "string" ? bind(label, signature, args, named, 1) : foreignArguments(args, named);
}

/** Ends the time in which the fields of a frozen dataclass are set. */
export function freeze(value: any): void {
  value.$ready = true;
}

function methodLabel(of: any, name: string): string {
  return `${of.$name ?? kindOf(of)}.${name}`;
}

/** `callee(*args, **named)` */
export function call(callee: any, args: any[], named: any[] = []): any {
  if (typeof callee === "function" && !Property.isInstance(callee)) {
    if (callee.$members !== undefined) return memberOfEnum(callee, args);
    const prepared = prepare(callee, args, named);
    const isClass = callee.$init !== undefined ||
      (callee.$signature === undefined && /^[A-Z]/.test(callee.name));
    return isClass ? new callee(...prepared) : known(callee(...prepared));
  }
  if (isObject(callee) && typeof callee.__call__ === "function") return invoke(callee, "__call__", args, named);
  throw new PyTypeError(`'${kindOf(callee)}' object is not callable`);
}

/** `Stage("dev")`: the member of an enumeration with a value. */
function memberOfEnum(of: any, args: any[]): any {
  const found = of.$members.find((it: any) => equal(it.value, args[0]));
  if (found !== undefined) return found;
  const other = typeof of._missing_ === "function" ? of._missing_(args[0]) : null;
  if (other !== null) return other;
  throw new ValueError(`${repr(args[0])} is not a valid ${of.$name}`);
}

setCaller(call);
setReader(attribute, item);
setMaker((make) => call(make, []));

function known(value: any): any {
  return value === undefined ? null : value;
}

/** The keyword arguments of `**value`. */
export function named(value: any): any[] {
  if (value instanceof Dict) return Array.from(value.entries.values()).map(([key, it]) => [stringKey(key), it]);
  if (typeof value === "object" && value !== null) return Object.entries(value);
  throw new PyTypeError(`argument after ** must be a mapping, not ${kindOf(value)}`);
}

function stringKey(key: any): string {
  if (typeof key === "string") return key;
  throw new PyTypeError("keywords must be strings");
}

/** The values of `*value`. */
export function spread(value: any): any[] {
  return Array.from(iterate(value));
}

/** The name of a member of an object: those of TypeScript are in camel case. */
function memberOf(of: any, name: string): string {
  const isOwn = of instanceof PyObject || of instanceof BaseException || of instanceof Tuple ||
    (isObject(of) && `$${name}` in of) || isModule(of) ||
    (typeof of === "function" && of.$python === true);
  return isOwn || name.startsWith("_") ? name : camel(name);
}

/** Whether a value is a module of the library. */
function isModule(of: any): boolean {
  return typeof of === "object" && !Property.isInstance(of) && "$name" in of;
}

/** `of.name(*args, **named)` */
export function invoke(of: any, name: string, args: any[], given: any[] = []): any {
  const own = builtinMethod(of, name);
  if (own !== undefined) return own(...bind(name, own.$signature, args, given));
  if (Property.isInstance(of) && (name === "apply" || (name === "then" && args.length === 1 && given.length === 0))) {
    return applied(of, args[0], (value) => call(args[0], [value]));
  }
  if (of instanceof Config) {
    const value = setting(of, name, args, given);
    if (value !== undefined) return value;
  }
  if (!hasMembers(of)) throw missing(of, name);
  const ofType = typeMethod(of, name);
  if (ofType !== undefined) return call(ofType, args, given);
  const member = memberOf(of, name);
  const value = isOfJavaScript(of, member) ? undefined : of[member];
  if (typeof value !== "function" || Property.isInstance(value)) {
    if (value === undefined) return invokeStatic(of, member, name, args, given);
    return call(value, args, given);
  }
  if (!Property.isInstance(of) && Object.hasOwn(of, member) && typeof of !== "function") {
    return call(value, args, given);
  }
  const signature = `$${member}` in of ? of[`$${member}`] : undefined;
  if (typeof signature !== "string") {
    if (value.$signature !== undefined || value.$init !== undefined) return call(value, args, given);
    return known(of[member](...foreignArguments(args, given)));
  }
  const owner = typeof of === "function" ? of : of.$class;
  const receivers = typeof of === "function" ? 0 : 1;
  return of[member](...bind(methodLabel(owner, name), signature, args, given, receivers));
}

/** A method of a built-in type, such as `str.lower`, whose first argument is a value of the type. */
function typeMethod(of: any, name: string): any {
  if (typeof of !== "function" || of.$isBuiltin !== true) return undefined;
  if (of.$methods !== undefined && Object.hasOwn(of.$methods, name)) return of.$methods[name];
  if (!isMethodOf(of.$name, name)) return undefined;
  return define(name, "value, /, *args, **named", (value: any, args: any, given: any) => {
    if (!of.$is(value)) {
      throw new PyTypeError(
        `descriptor '${name}' for '${of.$name}' objects doesn't apply to a '${kindOf(value)}' object`,
      );
    }
    return invoke(value, name, args.items, keys(given).map((it) => [it, required(given, it)]));
  });
}

/** A method of the class, through an object. */
function invokeStatic(of: any, member: string, name: string, args: any[], given: any[]): any {
  const owner = of.$class;
  if (owner !== undefined && !isOfJavaScript(owner, member) && owner[member] !== undefined) {
    return invoke(owner, name, args, given);
  }
  throw missing(of, name);
}

function missing(of: any, name: string): any {
  if (typeof of === "function" && of.$name !== undefined) {
    return new AttributeError(`type object '${of.$name}' has no attribute '${name}'`);
  }
  return new AttributeError(`'${kindOf(of)}' object has no attribute '${name}'`);
}

/** A method that functions have changed, with the object as their first argument. */
export function decorated(changed: any, receiver: any, args: any, given: any): any {
  const all = receiver === undefined ? args.items : [receiver, ...args.items];
  return call(changed, all, keys(given).map((it) => [it, required(given, it)]));
}

/** The value of a `cached_property`. */
export function cached(of: any, name: string, make: any): any {
  const kept = `$cached_${name}`;
  if (!Object.hasOwn(of, kept)) of[kept] = call(make, [of]);
  return of[kept];
}

/** The class of a `TypedDict`: it makes dicts. */
export function typedDict(name: string): any {
  const make = define(name, "values=, /, **named", (values: any, named: any) => {
    const result = dict(values === undefined ? [] : pairsOf(values));
    for (const [key, value] of named.entries.values()) put(result, key, value);
    return result;
  });
  make.$name = name;
  return make;
}

/** Whether a value can have members that are not methods of a built-in type. */
function hasMembers(of: any): boolean {
  return of !== null && of !== undefined && (typeof of === "object" || typeof of === "function") && !isBuiltin(of);
}

const plainObject: any = {};
const ofFunctions = ["name", "length", "prototype", "caller", "arguments", "apply", "bind", "call"];

/** Whether a member is one that JavaScript alone gives to objects or functions of Python. */
function isOfJavaScript(of: any, member: string): boolean {
  if (of instanceof Range || of instanceof Slice) return !["start", "stop", "step"].includes(member);
  if (of instanceof View) return true;
  if (typeof of === "function") {
    if (of.$python !== true && of.$signature === undefined) return false;
    return ofFunctions.includes(member) || (member in plainObject && !Object.hasOwn(of, member));
  }
  if (!isObject(of) || Object.hasOwn(of, member) || !(member in plainObject)) return false;
  return member === "constructor" || of[member] === plainObject[member];
}

/** `of.name`, or undefined. */
export function find(of: any, name: string): any {
  const own = builtinMethod(of, name);
  if (own !== undefined) return own;
  if (!hasMembers(of)) return undefined;
  const ofType = typeMethod(of, name);
  if (ofType !== undefined) return ofType;
  if (name === "__name__") return Object.hasOwn(of, "__name__") ? of.__name__ : of.$name ?? of.$label;
  if (name === "__members__" && of.$members !== undefined) {
    return dict(Array.from(of.$names.entries()) as any[]);
  }
  if (name === "__mro__" && of.$mro !== undefined) return new Tuple([...of.$mro]);
  if (name === "__class__" && of.$class !== undefined) return of.$class;
  if (name === "__doc__") return of.__doc__ ?? null;
  if (name === "__dict__" && isObject(of)) return dict(Object.entries(of).filter((it) => !it[0].startsWith("$")));
  const member = memberOf(of, name);
  if (isOfJavaScript(of, member)) return undefined;
  const isOfClass = isObject(of) && of.$class[`$value_${member}`] === true && !Object.hasOwn(of, member);
  let value = isOfClass ? of.$class[member] : of[member];
  if (value === undefined && isObject(of) && !isOfJavaScript(of.$class, member)) value = of.$class[member];
  const isMethod = typeof value === "function" && !Property.isInstance(value) && !Object.hasOwn(of, member) &&
    !isClassLike(value);
  return isMethod ? method(of, name) : value;
}

function isClassLike(value: any): boolean {
  return value.$init !== undefined || value.$signature !== undefined;
}

function method(of: any, name: string): any {
  const call = (args: any, given: any) =>
    invoke(of, name, args.items, keys(given).map((it) => [it, required(given, it)]));
  return define(name, "*args, **named", call);
}

/** `of.name` */
export function attribute(of: any, name: string): any {
  const value = find(of, name);
  if (value === undefined) {
    if (isObject(of) && typeof of.__getattr__ === "function") return of.__getattr__(name);
    throw missing(of, name);
  }
  return value;
}

/** `of.name = value` */
export function setAttribute(of: any, name: string, value: any): void {
  if (!hasMembers(of) || builtinMethod(of, name) !== undefined) throw missing(of, name);
  if (isObject(of) && of.$class.$frozen === true && of.$ready === true) {
    throw new FrozenInstanceError(`cannot assign to field '${name}'`);
  }
  const member = memberOf(of, name);
  if (!isObject(of)) {
    of[member] = value;
    return;
  }
  try {
    of[member] = value;
  } catch (error) {
    const isReadOnly = error instanceof TypeError && error.message.startsWith("Cannot set property");
    throw isReadOnly ? new AttributeError(`property '${name}' of '${kindOf(of)}' object has no setter`) : error;
  }
}

/** `del of.name` */
export function deleteAttribute(of: any, name: string): void {
  const member = memberOf(of, name);
  if (!isObject(of) || !Object.hasOwn(of, member)) throw missing(of, name);
  delete of[member];
}
