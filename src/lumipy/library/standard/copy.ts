// The module `copy`.

import { Property, Resource } from "lumi";

import { define, invoke } from "../calls.ts";
import { dict, put, setOf } from "../hashing.ts";
import { Dict, isList, isObject, MakingDict, PySet, Tuple } from "../values.ts";

/** A copy whose elements `part` makes of those of the value. */
function copied(value: any, part: (value: any) => any): any {
  if (Property.isInstance(value) || value instanceof Resource) return value;
  if (isList(value)) return value.map(part);
  if (value instanceof Dict) return copiedDict(value, part);
  if (value instanceof PySet) return value.isFrozen ? value : setOf(value.entries.values());
  if (isObject(value)) return copiedObject(value, part);
  if (value instanceof Tuple) {
    const items = value.items.map(part);
    return items.every((it, at) => it === value.items[at]) ? value : new Tuple(items);
  }
  return value;
}

function copiedDict(value: Dict, part: (value: any) => any): Dict {
  if (!(value instanceof MakingDict)) {
    return dict(Array.from(value.entries.values()).map(([key, it]) => [key, part(it)]));
  }
  const made = new MakingDict(value.kind, value.make);
  for (const [key, it] of value.entries.values()) put(made, key, part(it));
  return made;
}

function copiedObject(value: any, part: (value: any) => any): any {
  const { $class: of } = value;
  if (of.$members !== undefined || of.$python !== true || value instanceof Error) return value;
  if (typeof value.__copy__ === "function") return invoke(value, "__copy__", []);
  const fields = of.$fields;
  if (value instanceof Tuple) return new of(...value.items.map(part));
  if (fields === undefined) return withoutCall(value, of, part);
  const parameters: string[] = of.$parameters;
  const made = new of(...parametersOf(of).map((it) => part(value[it])));
  for (const name of fields) {
    if (!parameters.includes(name) && of.$frozen !== true) made[name] = part(value[name]);
  }
  return made;
}

/** The parameters of `__init__` of a dataclass, in their order. */
function parametersOf(of: any): string[] {
  return of.$init.split(", ").filter((it: string) => it !== "*").map((it: string) => it.replace("=", ""));
}

/** A copy of an object whose `__init__` may take anything. */
function withoutCall(value: any, of: any, part: (value: any) => any): any {
  const made = new (class extends of {
    __init__(): any {
      return null;
    }
  })();
  for (const [name, it] of Object.entries(value)) made[name] = part(it);
  return made;
}

const deep = (value: any): any => copied(value, deep);

export const copy = {
  $name: "copy",
  copy: define("copy", "x, /", (value: any) => copied(value, (it) => it)),
  deepcopy: define("deepcopy", "x, memo=, /", deep),
};
