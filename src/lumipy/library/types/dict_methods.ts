// The methods of dicts.

import { KeyError } from "../errors.ts";
import { dict, keyOf, keys, lookUp, put } from "../hashing.ts";
import { listOf, unpack } from "../operators.ts";
import { Dict, isList, Tuple, View } from "../values.ts";

function pairs(of: Dict): any[] {
  return Array.from(of.entries.values());
}

/** The pairs of a dict, or of pairs. */
export function pairsOf(value: any): any[] {
  if (value instanceof Dict) return pairs(value);
  const isPlain = typeof value === "object" && value !== null && !isList(value) &&
    !(value instanceof Tuple) && !(value instanceof View) && typeof value.next !== "function" &&
    value.$class === undefined;
  if (isPlain && value.entries === undefined) return Object.entries(value);
  return listOf(value).map((it) => unpack(it, 2));
}

export const dictMethods: any = {
  get: ["key, default=, /", (of: Dict, key: any, normal: any = null) => {
    const value = lookUp(of, key);
    return value === undefined ? normal : value;
  }],
  keys: ["", (of: Dict) => new View("dict_keys", keys(of))],
  values: ["", (of: Dict) => new View("dict_values", pairs(of).map((it) => it[1]))],
  items: ["", (of: Dict) => new View("dict_items", pairs(of).map(([key, value]) => new Tuple([key, value])))],
  pop: ["key, default=, /", (of: Dict, key: any, normal?: any) => {
    const value = lookUp(of, key);
    if (value === undefined) {
      if (normal === undefined) throw new KeyError(key);
      return normal;
    }
    of.entries.delete(keyOf(key));
    return value;
  }],
  popitem: ["", (of: Dict) => {
    const last = pairs(of).pop();
    if (last === undefined) throw new KeyError("popitem(): dictionary is empty");
    of.entries.delete(keyOf(last[0]));
    return new Tuple(last);
  }],
  setdefault: ["key, default=, /", (of: Dict, key: any, normal: any = null) => {
    const value = lookUp(of, key);
    if (value !== undefined) return value;
    put(of, key, normal);
    return normal;
  }],
  update: ["other=, /, **named", (of: Dict, other: any, named: Dict) => {
    const all = other === undefined ? [] : pairsOf(other);
    for (const [key, value] of [...all, ...pairs(named)]) put(of, key, value);
  }],
  clear: ["", (of: Dict) => of.entries.clear()],
  copy: ["", (of: Dict) => dict(pairs(of))],
};
