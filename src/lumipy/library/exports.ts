// Values of a library on their way to programs, which may be in another language.

import { Property } from "lumi";

import { isBound, prepare } from "./calls.ts";
import { PyTypeError } from "./errors.ts";
import { camel, plain } from "./foreign.ts";
import { Dict, isObject } from "./values.ts";

/** A value of a library as programs see it: what functions return are plain values. */
export function exported(value: any): any {
  if (typeof value !== "function") return plain(value);
  if (value.$signature === undefined) return value;
  const isVariadic = /\*\w/.test(value.$signature);
  const result: any = isVariadic
    ? (...args: any[]) => exported(value(...(isBound(value.$signature, args) ? args : ofTypeScript(value, args))))
    : (...args: any[]) => exported(value(...args));
  result.$label = value.$label;
  result.$signature = value.$signature;
  return result;
}

/**
 * The arguments of a function with `*args` or `**named` that TypeScript calls: those by position, and last an object with those that have
 * names, if the function takes such.
 */
function ofTypeScript(callee: any, args: any[]): any[] {
  const signature: string = callee.$signature;
  const takesNames = signature.includes("**") || /\*\w*, /.test(signature);
  const last = args[args.length - 1];
  const hasNames = takesNames && typeof last === "object" && last !== null && !Array.isArray(last) &&
    !(last instanceof Dict) && !isObject(last) && !Property.isInstance(last);
  if (!hasNames) return prepare(callee, args);
  const known = signature.split(", ").map((it) => it.replace("=", ""));
  const named = Object.entries(last).filter(([, value]) => value !== undefined).map((
    [name, value],
  ) => [known.find((it) => camel(it) === name) ?? name, value]);
  return prepare(callee, args.slice(0, -1), named);
}

/** A class of another package that a class extends. Names of members of classes in Python are not those of TypeScript. */
export function extended(base: any): void {
  if (typeof base !== "function" || base.$python !== true) return;
  throw new PyTypeError(
    `a class cannot extend '${base.$name}' of another package, a class in Python that extends none of TypeScript: ` +
      "keep an object of it in an attribute",
  );
}
