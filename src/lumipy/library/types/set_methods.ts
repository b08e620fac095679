// The methods of sets.

import { KeyError } from "../errors.ts";
import { addTo, keyOf, setOf } from "../hashing.ts";
import { combined, iterate } from "../operators.ts";
import { PySet } from "../values.ts";

function other(value: any): PySet {
  return value instanceof PySet ? value : setOf(iterate(value));
}

function all(operator: string): any {
  return ["*others", (of: PySet, others: any) => {
    const copy = setOf(of.entries.values());
    return others.items.reduce((found: any, it: any) => combined(operator, found, other(it)), copy);
  }];
}

const every = (a: PySet, b: PySet) => Array.from(a.entries.keys()).every((it) => b.entries.has(it));

export const setMethods: any = {
  add: ["value, /", (of: PySet, value: any) => addTo(of, value)],
  remove: ["value, /", (of: PySet, value: any) => {
    if (!of.entries.delete(keyOf(value))) throw new KeyError(value);
  }],
  discard: ["value, /", (of: PySet, value: any) => void of.entries.delete(keyOf(value))],
  pop: ["", (of: PySet) => {
    for (const [hash, value] of of.entries) {
      of.entries.delete(hash);
      return value;
    }
    throw new KeyError("pop from an empty set");
  }],
  clear: ["", (of: PySet) => of.entries.clear()],
  copy: ["", (of: PySet) => setOf(of.entries.values())],
  update: ["*others", (of: PySet, others: any) => {
    for (const it of others.items) for (const value of iterate(it)) addTo(of, value);
  }],
  union: all("|"),
  intersection: all("&"),
  difference: all("-"),
  symmetric_difference: all("^"),
  issubset: ["other, /", (of: PySet, it: any) => every(of, other(it))],
  issuperset: ["other, /", (of: PySet, it: any) => every(other(it), of)],
  isdisjoint: ["other, /", (of: PySet, it: any) => combined("&", of, other(it)).entries.size === 0],
};
