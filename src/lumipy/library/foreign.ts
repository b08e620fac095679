// Values on their way to Lumi and to modules in TypeScript, and outputs in texts.

import { all, concat, Property } from "lumi";

import { PyTypeError } from "./errors.ts";
import { converted, format } from "./formats.ts";
import { keys, kindOf, required } from "./hashing.ts";
import { text } from "./text.ts";
import { asConversion, bare, Bytes, Dict, Float, isList, isObject, PySet, Range, Tuple, View } from "./values.ts";

const names: Map<string, string> = new Map();

/** The name that the SDK gives to what Python calls `snake_case`. */
export function camel(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  if (name === name.toUpperCase()) return name;
  const result = name.replace(/(?<=[a-zA-Z0-9])_+([a-zA-Z0-9])/g, (_, letter) => letter.toUpperCase()).replace(
    /(?<=.)_$/,
    "",
  );
  names.set(name, result);
  return result;
}

/** A value as modules in TypeScript know it. */
export function plain(value: any): any {
  if (value instanceof Float) return value.value;
  if (bare(value) !== value) return bare(value);
  if (isList(value)) return value.map(plain);
  if (value instanceof Promise && !Property.isInstance(value)) return value.then(plain);
  if (typeof value === "function") return callback(value);
  if (value instanceof Tuple || value instanceof View) return value.items.map(plain);
  if (value instanceof Dict) return plainObject(value);
  if (value instanceof PySet) return Array.from(value.entries.values()).map(plain);
  if (value instanceof Range) return Array.from({ length: value.size }, (_, at) => value.start + at * value.step);
  if (value instanceof Bytes) {
    throw new PyTypeError("an input cannot be bytes: decode them, or write them as base64");
  }
  // The value of a member of an enumeration.
  if (isObject(value) && value.$class.$members !== undefined) return plain(value.value);
  if (isObject(value) && value.$class.$fields !== undefined) {
    const entries = value.$class.$fields.map((it: any) => [camel(it), plain(value[it])]);
    return Object.fromEntries(entries.filter(([, it]: any) => it !== null));
  }
  return value;
}

function plainObject(dict: Dict): any {
  const entries = Array.from(dict.entries.values()).map(([key, value]) => {
    if (typeof key !== "string") throw new PyTypeError(`a name of an input must be a str, not ${kindOf(key)}`);
    return [key, plain(value)];
  });
  return Object.fromEntries(entries);
}

/** A function of Python as a callback of TypeScript. */
function callback(value: any): any {
  if (typeof value !== "function") return plain(value);
  if (value.$signature === undefined) return value;
  return (...args: any[]) => plain(value(...args.map((it) => it === undefined ? null : it)));
}

/** Arguments of a function or class in TypeScript: those with names are one object, and `opts` comes after it. */
export function foreignArguments(args: any[], named: any[]): any[] {
  const found = args.map(callback);
  const inputs = named.filter(([name]) => name !== "opts" && name !== "props");
  const props = named.find(([name]) => name === "props");
  const options = named.find(([name]) => name === "opts");
  if (inputs.length > 0) {
    const entries = inputs.map(([name, value]) => [camel(name), plain(value)]);
    const object = Object.fromEntries(entries.filter(([, value]) => value !== null));
    const last = found[found.length - 1];
    const isObjectLast = props !== undefined || args[args.length - 1] instanceof Dict;
    if (isObjectLast) found[found.length - 1] = { ...last, ...object };
    else found.push(object);
  } else if (props !== undefined) {
    found.push(plain(props[1]) ?? {});
  } else if (options !== undefined && !(args[args.length - 1] instanceof Dict)) {
    found.push({});
  }
  if (options !== undefined && options[1] !== null) found.push(options[1]);
  return found;
}

/** `lumi.ResourceOptions(...)` */
export function ResourceOptions(named: any): any {
  return plainOptions(keys(named).map((it) => [it, required(named, it)]));
}
ResourceOptions.$signature = "**options";
ResourceOptions.$label = "ResourceOptions";

/** `ResourceOptions.merge(first, second)`: lists of both, and other options of the second one. */
export function mergedOptions(first: any, second: any): any {
  const result: any = { ...first };
  for (const [name, value] of Object.entries(second ?? {})) {
    const before = result[name];
    result[name] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
  }
  return result;
}
mergedOptions.$signature = "first, second, /";
mergedOptions.$label = "merge";

/** The value that `await` waits for. */
export function awaited(value: any): any {
  return isList(value) ? Promise.all(value) : value;
}

/** The value that was waited for. */
export function settled(value: any): any {
  return value === undefined ? null : value;
}

function plainOptions(named: any[]): any {
  const entries = named.filter(([, value]) => value !== null);
  return Object.fromEntries(entries.map(([name, value]) => [camel(name), plain(value)]));
}

/** A value of an input by name: None leaves the input out. */
export function input(value: any): any {
  const result = plain(value);
  return result === null ? undefined : result;
}

/** The text of an f-string: that of an output is an output. */
export function join(parts: any[]): any {
  return parts.some((it) => Property.isInstance(it)) ? concat(...parts) : parts.join("");
}

/** A replacement field of an f-string. */
export function field(value: any, conversion = "", spec: any = ""): any {
  if (Property.isInstance(value) || Property.isInstance(spec)) {
    if (conversion === "" && spec === "") return value;
    const formatted = asConversion(([it, how]: any) => field(it, conversion, how));
    return (all([value, spec]) as any).then(formatted);
  }
  return format(conversion === "" ? value : converted(value, conversion), spec);
}

/** `str(value)` */
export function textOf(value: any): any {
  return Property.isInstance(value) ? concat(value) : text(value);
}

/** `output.apply(own)`, where `call` calls `own`. */
export function applied(value: any, own: any, call: (value: any) => any): any {
  const callback = (it: any) => plain(call(it === undefined ? null : it));
  return value.then(own?.$isConversion === true ? asConversion(callback) : callback);
}
