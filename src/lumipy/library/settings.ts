// Configuration: its methods as Python has them.

import { Property } from "lumi";

import { dict } from "./hashing.ts";

const types: Record<string, string> = { int: "Number", float: "Number", bool: "Boolean", object: "Object" };

/** The name of a method of TypeScript, such as `requireSecretNumber`; undefined if `name` is none that Python has. */
function methodOf(name: string): string | undefined {
  const match = /^(get|require)(_secret)?(?:_(int|float|bool|object))?$/.exec(name);
  if (match === null) return undefined;
  const [, verb, secret, type = ""] = match;
  return `${verb}${secret === undefined ? "" : "Secret"}${types[type] ?? ""}`;
}

/** The value of `config.name(key, default)`; undefined if it is no method that reads. */
export function setting(config: any, name: string, args: any[], named: any[]): any {
  const method = methodOf(name);
  if (method === undefined) return undefined;
  const byName = (wanted: string) => named.find(([it]) => it === wanted)?.[1];
  const key = args[0] ?? byName("key");
  const normal = args[1] ?? byName("default") ?? null;
  const value = config[method](key);
  if (value === undefined || value === null) return normal;
  return Property.isInstance(value) ? value : ofPython(value);
}

/** Objects as dicts. */
function ofPython(value: any): any {
  if (Array.isArray(value)) return value.map(ofPython);
  if (typeof value !== "object" || value === null) return value;
  return dict(Object.entries(value).map(([key, it]) => [key, ofPython(it)]));
}
