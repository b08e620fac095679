// `json`, `math`, `dataclasses`, and `Output` of Lumi.

import { all as allOf, concat, isSecret, jsonParse, jsonStringify, Property, secret, unsecret } from "lumi";

import { decode } from "./types/bytes.ts";
import { call, define, invoke } from "./calls.ts";
import { FrozenInstanceError, PyTypeError, ValueError } from "./errors.ts";
import { formatted } from "./format_fields.ts";
import { plain } from "./foreign.ts";
import { dict, keys, kindOf, put, required } from "./hashing.ts";
import { JSONDecodeError, parsed } from "./json_parser.ts";
import { floatText } from "./numbers.ts";
import { repr } from "./text.ts";
import {
  asConversion,
  bare,
  Bytes,
  Dict,
  isFloat,
  isList,
  isNumber,
  isObject,
  numberOf,
  PyObject,
  PySet,
  Tuple,
} from "./values.ts";

interface Style {
  indent: string | null;
  comma: string;
  colon: string;
  isSorted: boolean;
  isAscii: boolean;
  /** The texts of outputs: each stands as its number between two zeros. */
  outputs: any[];
  /** The function that makes other values of those that JSON does not have, or null. */
  convert: any;
}

function written(given: any, style: Style, before: string): string {
  const value = bare(given);
  if (Property.isInstance(value)) return `\u0000${style.outputs.push(jsonStringify(value)) - 1}\u0000`;
  if (value === null || value === undefined) return "null";
  if (typeof value === "boolean") return value ? "true" : "false";
  if (typeof value === "string") return quoted(value, style.isAscii);
  if (isFloat(value)) return floatText(numberOf(value)).replace(/^(-?)inf$/, "$1Infinity").replace("nan", "NaN");
  if (typeof value === "number") return `${value}`;
  const items = value instanceof Tuple ? value.items : value;
  const inner = style.indent === null ? "" : `${before}${style.indent}`;
  if (isList(items)) return framed(items.map((it) => written(it, style, inner)), "[]", style, before);
  const isPlain = typeof value === "object" && (value instanceof Dict || !isObject(value)) &&
    !(value instanceof Bytes || value instanceof PySet);
  if (!isPlain) {
    if (style.convert !== null) return written(call(style.convert, [value]), style, before);
    throw new PyTypeError(`Object of type ${kindOf(value)} is not JSON serializable`);
  }
  const pairs: any[] = value instanceof Dict ? Array.from(value.entries.values()) : Object.entries(value);
  const texts = pairs.map(([key, it]) => [keyText(key), it]);
  if (style.isSorted) texts.sort((a: any, b: any) => a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);
  const members = texts.map(([key, it]) => `${quoted(key, style.isAscii)}${style.colon}${written(it, style, inner)}`);
  return framed(members, "{}", style, before);
}

function keyText(key: any): string {
  if (typeof key === "string") return key;
  if (key === null) return "null";
  if (typeof key === "boolean") return key ? "true" : "false";
  if (isNumber(key)) return repr(key);
  throw new PyTypeError(`keys must be str, int, float, bool or None, not ${kindOf(key)}`);
}

function framed(parts: string[], frame: string, style: Style, before: string): string {
  if (parts.length === 0) return frame;
  const [open, close] = [frame.charAt(0), frame.charAt(1)];
  if (style.indent === null) return open + parts.join(style.comma) + close;
  const inner = `\n${before}${style.indent}`;
  return `${open}${inner}${parts.join(`${style.comma}${inner}`)}\n${before}${close}`;
}

function quoted(value: string, isAscii: boolean): string {
  const text = JSON.stringify(value);
  if (!isAscii) return text;
  return text.replace(/[\u007f-\uffff]/g,
    (it) => it === "\u007f" ? it : `\\u${it.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const dumps = define(
  "dumps",
  "value, *, indent=, sort_keys=, separators=, ensure_ascii=, default=, skipkeys=, allow_nan=, check_circular=",
  (
    value: any,
    indent: any = null,
    isSorted: any = false,
    separators: any = null,
    isAscii: any = true,
    convert: any = null,
  ): any => {
    const [comma, colon] = separators === null ? [indent === null ? ", " : ",", ": "] : separators.items;
    const unit = typeof indent === "number" ? " ".repeat(indent) : indent;
    const outputs: any[] = [];
    const text = written(value, { indent: unit, comma, colon, isSorted, isAscii, outputs, convert }, "");
    if (outputs.length === 0) return text;
    return concat(...text.split("\u0000").map((it, at) => at % 2 === 1 ? outputs[Number(it)] : it));
  },
);

const loads = define("loads", "text, /", (value: any): any => {
  if (Property.isInstance(value)) return jsonParse(value as any);
  return parsed(value instanceof Bytes ? decode(value) : value);
});

/** `json.load(file)` */
const load = define("load", "file, /", (file: any): any => parsed(invoke(file, "read", [])));

const dump = define("dump", "value, file, /, *, indent=", (value: any, file: any, indent: any = null): any => {
  invoke(file, "write", [dumps(value, indent)]);
  return null;
});

export const json = { $name: "json", JSONDecodeError, dump, dumps, load, loads };

/** `dataclasses.asdict(value)` */
const asdict = define("asdict", "value, /", (value: any) => fieldsOf(value));

function fieldsOf(value: any): any {
  if (isList(value)) return value.map(fieldsOf);
  if (value instanceof Tuple) return new Tuple(value.items.map(fieldsOf));
  if (value instanceof Dict) return dict(Array.from(value.entries.values()).map(([key, it]) => [key, fieldsOf(it)]));
  if (!isObject(value) || value.$class.$fields === undefined) return value;
  return dict(value.$class.$fields.map((it: any) => [it, fieldsOf(value[it])]));
}

/** `dataclasses.replace(value, ...)` */
const replace = define("replace", "value, /, **changes", (value: any, changes: any) => {
  const { $fields: fields, $parameters: parameters } = value.$class;
  const all = dict(parameters.map((it: any) => [it, value[it]]));
  for (const key of keys(changes)) {
    if (fields.includes(key) && !parameters.includes(key)) {
      throw new ValueError(`field ${key} is declared with init=False, it cannot be specified with replace()`);
    }
    put(all, key, required(changes, key));
  }
  return call(value.$class, [], Array.from(all.entries.values()));
});

/** The values of the fields of a dataclass. */
const astuple = define("astuple", "value, /", (value: any) => tupleOf(value));

function tupleOf(value: any): any {
  if (isList(value)) return value.map(tupleOf);
  if (value instanceof Tuple) return new Tuple(value.items.map(tupleOf));
  if (!isObject(value) || value.$class.$fields === undefined) return value;
  return new Tuple(value.$class.$fields.map((it: any) => tupleOf(value[it])));
}

class Field extends PyObject {
  static override $name = "Field";
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
  }
  override get $class(): any {
    return Field;
  }
}

export const dataclasses = {
  $name: "dataclasses",
  FrozenInstanceError,
  asdict,
  astuple,
  fields: define("fields", "value, /", (value: any) => {
    const names = (typeof value === "function" ? value : value.$class).$fields;
    if (names === undefined) throw new PyTypeError("must be called with a dataclass type or instance");
    return new Tuple(names.map((it: string) => new Field(it)));
  }),
  is_dataclass: define("is_dataclass", "value, /",
    (value: any) => (isObject(value) ? value.$class : value)?.$fields !== undefined),
  replace,
};

export const Output = {
  $name: "Output",
  all: define("all", "*values, **named",
    (values: any, named: any) => allOf(values.items.length > 0 ? plain(values) : plain(named))),
  concat: define("concat", "*values", (values: any) => concat(...values.items.map(plain))),
  format: define("format", "template, *args, **named", (template: any, args: any, named: any) => {
    if (!Property.isInstance(template)) return formatted(template, args.items, named, { next: 0, isManual: false });
    const all = allOf([template, plain(args), plain(named)]) as any;
    const work = ([it, by, others]: any) =>
      formatted(it, by, dict(Object.entries(others)), { next: 0, isManual: false });
    return all.then(asConversion(work));
  }),
  from_input: define("from_input", "value, /", (value: any) => new Property(plain(value))),
  secret: define("secret", "value, /", (value: any) => secret(plain(value))),
  unsecret: define("unsecret", "value, /", (value: any) => unsecret(plain(value))),
  is_secret: define("is_secret", "value, /", (value: any) => isSecret(value)),
  json_dumps: dumps,
  json_loads: loads,
};
