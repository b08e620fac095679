// Values as text: `str`, `repr`, and the formats of f-strings.

import { Property } from "lumi";

import { BaseException, KeyError, setWriter } from "./errors.ts";
import { setKinds } from "./hashing.ts";
import { floatText } from "./numbers.ts";
import { bytesText } from "./types/bytes_text.ts";
import {
  Bytes,
  Dict,
  Float,
  isFloat,
  isList,
  isObject,
  MakingDict,
  PySet,
  Range,
  Slice,
  Tuple,
  View,
} from "./values.ts";

/** `str(value)` of a value that is known. */
export function text(value: any): string {
  if (typeof value === "string") return value;
  if (value instanceof BaseException) {
    const own = value as any;
    return typeof own.__str__ === "function" ? own.__str__() : messageOf(own, own.args.items);
  }
  if (isObject(value) && typeof value.__str__ === "function") return value.__str__();
  return repr(value);
}

function messageOf(error: any, args: any[]): string {
  if (args.length === 0) return "";
  if (args.length > 1) return repr(new Tuple(args));
  return error instanceof KeyError ? repr(args[0]) : text(args[0]);
}

setWriter((args) => args.length > 1 ? repr(new Tuple(args)) : text(args[0]));

export function repr(value: any): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number") return isFloat(value) ? floatText(value) : `${value}`;
  if (value instanceof Float) return floatText(value.value);
  if (isList(value)) return `[${value.map(repr).join(", ")}]`;
  if (typeof value === "function") return functionText(value);
  if (isObject(value)) return objectText(value);
  return collectionText(value);
}

function collectionText(value: any): string {
  if (value instanceof Tuple) {
    const items = value.items.map(repr);
    return items.length === 1 ? `(${items[0]},)` : `(${items.join(", ")})`;
  }
  if (value instanceof Bytes) return bytesText(value);
  if (value instanceof Dict) {
    const entries = Array.from(value.entries.values()).map(([key, it]) => `${repr(key)}: ${repr(it)}`);
    const shown = `{${entries.join(", ")}}`;
    if (!(value instanceof MakingDict)) return shown;
    if (value.kind === "OrderedDict") {
      const pairs = Array.from(value.entries.values()).map(([key, it]) => `(${repr(key)}, ${repr(it)})`);
      return pairs.length === 0 ? "OrderedDict()" : `OrderedDict([${pairs.join(", ")}])`;
    }
    if (value.kind === "Counter") return entries.length === 0 ? "Counter()" : `Counter(${counted(value)})`;
    return `${value.kind}(${repr(value.make)}, ${shown})`;
  }
  if (value instanceof PySet) {
    const items = Array.from(value.entries.values()).map(repr).join(", ");
    if (value.isFrozen) return items === "" ? "frozenset()" : `frozenset({${items}})`;
    return items === "" ? "set()" : `{${items}}`;
  }
  if (value instanceof Range) {
    const bounds = `${value.start}, ${value.stop}`;
    return value.step === 1 ? `range(${bounds})` : `range(${bounds}, ${value.step})`;
  }
  if (value instanceof View) return `${value.name}([${value.items.map(repr).join(", ")}])`;
  if (value instanceof Slice) return `slice(${repr(value.start)}, ${repr(value.stop)}, ${repr(value.step)})`;
  if (typeof value.next === "function") return "<generator object>";
  const entries = Object.entries(value).map(([key, it]) => `${repr(key)}: ${repr(it)}`);
  return `{${entries.join(", ")}}`;
}

/** The entries of a `Counter`, the largest first. */
function counted(value: Dict): string {
  const pairs = Array.from(value.entries.values()).sort((a, b) => Number(b[1]) - Number(a[1]));
  return `{${pairs.map(([key, it]) => `${repr(key)}: ${repr(it)}`).join(", ")}}`;
}

function functionText(value: any): string {
  if (value.$name !== undefined) return `<class '${value.$isBuiltin === true ? "" : "__main__."}${value.$name}'>`;
  return `<function ${value.$label ?? value.name}>`;
}

function objectText(value: any): string {
  if (typeof value.__repr__ === "function") return value.__repr__();
  const name = value.$class.$name;
  if (value instanceof BaseException) {
    const items = (value as any).args.items.map(repr);
    return `${name}(${items.join(", ")})`;
  }
  const fields = value.$class.$shown;
  if (fields === undefined) return `<__main__.${name} object>`;
  return `${name}(${fields.map((it: any) => `${it}=${repr(value[it])}`).join(", ")})`;
}

const escapes: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A text in quotes, double ones only if there are single ones in it. */
function quoted(value: string): string {
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  let result = "";
  for (const it of value) {
    const code = it.codePointAt(0) ?? 0;
    if (it === quote) result += `\\${it}`;
    else if (escapes[it] !== undefined) result += escapes[it];
    else if (code < 32 || (code >= 127 && code < 161) || code === 173) result += `\\x${hex(code, 2)}`;
    else if (/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}]/u.test(it) && it !== " ") {
      result += code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
    } else result += it;
  }
  return `${quote}${result}${quote}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}

setKinds((value) => {
  if (value === null || value === undefined) return "NoneType";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "str";
  if (Property.isInstance(value)) return "Output";
  if (typeof value === "function") return value.$name === undefined ? "function" : "type";
  if (isFloat(value)) return "float";
  if (typeof value === "number") return "int";
  if (isList(value)) return "list";
  if (isObject(value)) return value.$class.$name;
  if (value instanceof Tuple) return "tuple";
  if (value instanceof MakingDict) return value.kind;
  if (value instanceof Bytes) return "bytes";
  if (value instanceof Dict) return "dict";
  if (value instanceof PySet) return value.isFrozen ? "frozenset" : "set";
  if (value instanceof Range) return "range";
  if (value instanceof View) return value.name;
  if (value instanceof Slice) return "slice";
  return typeof value.next === "function" ? "generator" : "dict";
});
