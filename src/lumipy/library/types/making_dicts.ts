// The methods of `Counter` and `OrderedDict`.

import { dictMethods, pairsOf } from "./dict_methods.ts";
import { KeyError } from "../errors.ts";
import { keyOf, lookUp, put } from "../hashing.ts";
import { iterate } from "../operators.ts";
import { Dict, MakingDict, Tuple } from "../values.ts";

/** Adds the amounts of a dict, or one for each element of anything else. */
export function count(of: Dict, values: any, sign = 1): void {
  const isDict = values instanceof Dict;
  for (const it of isDict ? pairsOf(values) : iterate(values)) {
    const [key, amount] = isDict ? it : [it, 1];
    put(of, key, (lookUp(of, key) ?? 0) + sign * amount);
  }
}

function ordered(of: Dict): any[] {
  return Array.from(of.entries.values()).sort((a, b) => b[1] - a[1]);
}

export const counterMethods: any = {
  ...dictMethods,
  most_common: ["n=, /", (of: Dict, most: any = null) => {
    const all = ordered(of).map((it) => new Tuple([it[0], it[1]]));
    return most === null ? all : all.slice(0, most);
  }],
  elements: ["", (of: Dict) => Array.from(of.entries.values()).flatMap(([key, times]) => Array(times).fill(key))],
  total: ["", (of: Dict) => Array.from(of.entries.values()).reduce((sum, it) => sum + it[1], 0)],
  update: ["values=, /", (of: Dict, values: any = []) => count(of, values)],
  subtract: ["values=, /", (of: Dict, values: any = []) => count(of, values, -1)],
  copy: ["", (of: Dict) => {
    const copy = new MakingDict("Counter", 0);
    count(copy, of);
    return copy;
  }],
};

export const orderedMethods: any = {
  ...dictMethods,
  move_to_end: ["key, last=", (of: Dict, key: any, last: any = true) => {
    const entry = of.entries.get(keyOf(key));
    if (entry === undefined) throw new KeyError(key);
    of.entries.delete(keyOf(key));
    if (last === true) put(of, key, entry[1]);
    else {
      const others = Array.from(of.entries.values());
      of.entries.clear();
      put(of, key, entry[1]);
      others.forEach(([name, value]) => put(of, name, value));
    }
  }],
  popitem: ["last=", (of: Dict, last: any = true) => {
    const all = Array.from(of.entries.values());
    const found = last === true ? all[all.length - 1] : all[0];
    if (found === undefined) throw new KeyError("dictionary is empty");
    of.entries.delete(keyOf(found[0]));
    return new Tuple([found[0], found[1]]);
  }],
};
