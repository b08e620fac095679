// The package encoding/json.

import { setTarget, zero } from "./aggregates.ts";
import { entries, items, type GoMap, mapOf, putEntry, type Slice, slice } from "./collections.ts";
import { jsonFields } from "./json_fields.ts";
import { floatText } from "./numbers.ts";
import { type Json, JsonError, parse } from "./json_parser.ts";
import { cell } from "./pointers.ts";
import { bytesOf, runes, runeText, textOfBytes } from "./texts.ts";
import {
  anyMapType,
  anySliceType,
  boolType,
  Boxed,
  float64Type,
  isAggregate,
  isFloat,
  isSigned,
  isUnsigned,
  methodOf,
  stringType,
  type Type,
} from "./types.ts";
import { parsed, parsedFloat } from "./strconv.ts";

/** The JSON of a value, and what is wrong with it. */
export function encode(of: Boxed | null): [string, string] {
  try {
    return [of === null ? "null" : encoded(of.type, of.value, 0), ""];
  } catch (error) {
    if (error instanceof JsonError) return ["", error.text];
    throw error;
  }
}

function encoded(type: Type, value: any, depth: number): string {
  if (depth > 1000) throw new JsonError("json: unsupported value: encountered a cycle");
  const own = type.methods.get("MarshalJSON");
  if (own !== undefined && !(value === null && type.kind === "pointer")) {
    const [bytes, error] = own[0](value)();
    if (error !== null) throw new JsonError(`json: error calling MarshalJSON for type ${type.name}: ${methodOf(error, "Error")()}`);
    return compact(textOfBytes(bytes));
  }
  switch (type.kind) {
    case "bool":
      return String(value);
    case "string":
      return encodedText(value);
    case "interface":
      return value === null ? "null" : encoded(value.type, value.value, depth + 1);
    case "pointer":
      if (value === null) return "null";
      return encoded(type.elem, isAggregate(type.elem) ? value : value.read(), depth + 1);
    case "slice":
      if (value === null) return "null";
      if (type.elem.kind === "uint8" && type.elem.methods.size === 0) return `"${base64(textOfBytes(value))}"`;
      return `[${items(value).map((it) => encoded(type.elem, it, depth + 1)).join()}]`;
    case "array":
      return `[${value.map((it: any) => encoded(type.elem, it, depth + 1)).join()}]`;
    case "map":
      return value === null ? "null" : encodedMap(type, value, depth);
    case "struct":
      return encodedStruct(type, value, depth);
    default:
      return encodedNumber(type, value);
  }
}

function encodedNumber(type: Type, value: any): string {
  if (isFloat(type)) {
    if (!Number.isFinite(value)) throw new JsonError(`json: unsupported value: ${floatText(value, "g", -1, 64)}`);
    if (Object.is(value, -0)) return "-0";
    const amount = Math.abs(value);
    const isLong = amount !== 0 && (amount < 1e-6 || amount >= 1e21);
    const text = floatText(value, isLong ? "e" : "f", -1, type.kind === "float32" ? 32 : 64);
    return text.replace(/e-0([0-9])$/, "e-$1");
  }
  if (isSigned(type) || isUnsigned(type)) return value.toString();
  throw new JsonError(`json: unsupported type: ${type.name}`);
}

const escapes: Record<string, string> = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f" };

function encodedText(text: string): string {
  const parts = runes(text).map(([at, rune]) => {
    const escape = escapes[String.fromCodePoint(rune)];
    if (escape !== undefined) return escape;
    const isWrong = rune === 0xfffd && text.slice(at, at + 3) !== "\xef\xbf\xbd";
    const isEscaped = rune < 0x20 || rune === 0x3c || rune === 0x3e || rune === 0x26 || rune === 0x2028 || rune === 0x2029;
    return isWrong || isEscaped ? `\\u${rune.toString(16).padStart(4, "0")}` : runeText(rune);
  });
  return `"${parts.join("")}"`;
}

function encodedMap(type: Type, map: GoMap, depth: number): string {
  const isText = type.key.kind === "string";
  if (!isText && !isSigned(type.key) && !isUnsigned(type.key)) throw new JsonError(`json: unsupported type: ${type.name}`);
  const pairs = Array.from(entries(map) as Iterable<any>).map(([key, value]) => [isText ? key : key.toString(), value]);
  pairs.sort((a, b) => a[0] < b[0] ? -1 : 1);
  return `{${pairs.map(([key, value]) => `${encodedText(key)}:${encoded(type.elem, value, depth + 1)}`).join()}}`;
}

function isEmpty(type: Type, value: any): boolean {
  if (type.kind === "slice") return value === null || value.length === 0;
  if (type.kind === "map") return value === null || value.pairs.size === 0;
  if (type.kind === "array") return type.length === 0;
  return type.kind !== "struct" && (value === null || value === false || value === 0 || value === "");
}

export function isZero(type: Type, value: any): boolean {
  if (type.kind === "struct") return type.fields.every((it) => isZero(it.type, value[it.member]));
  if (type.kind === "array") return value.every((it: any) => isZero(type.elem, it));
  return value === null || value === false || value === 0 || value === "";
}

function encodedStruct(type: Type, value: any, depth: number): string {
  const parts: string[] = [];
  for (const field of jsonFields(type)) {
    let owner = value;
    for (const step of field.path.slice(0, -1)) owner = owner === null ? null : owner[step];
    if (owner === null) continue;
    const content = owner[field.path[field.path.length - 1]];
    if (field.omitsEmpty && isEmpty(field.type, content)) continue;
    if (field.omitsZero && isZero(field.type, content)) continue;
    const text = encoded(field.type, content, depth + 1);
    const isQuoted = field.isText && ["bool", "string"].concat(numberKinds).includes(field.type.kind);
    parts.push(`${encodedText(field.name)}:${isQuoted ? field.type.kind === "string" ? encodedText(text) : `"${text}"` : text}`);
  }
  return `{${parts.join()}}`;
}

const numberKinds = [
  "int",
  "int8",
  "int16",
  "int32",
  "int64",
  "uint",
  "uint8",
  "uint16",
  "uint32",
  "uint64",
  "float32",
  "float64",
];

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function base64(bytes: string): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const rest = bytes.length - at;
    const group = bytes.charCodeAt(at) << 16 | (rest > 1 ? bytes.charCodeAt(at + 1) : 0) << 8 | (rest > 2 ? bytes.charCodeAt(at + 2) : 0);
    text += letters.charAt(group >> 18) + letters.charAt(group >> 12 & 63);
    text += (rest > 1 ? letters.charAt(group >> 6 & 63) : "=") + (rest > 2 ? letters.charAt(group & 63) : "=");
  }
  return text;
}

function ofBase64(text: string): string {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new JsonError("illegal base64 data at input byte 0");
  let bytes = "";
  for (let at = 0; at < text.length; at += 4) {
    const codes = [0, 1, 2, 3].map((it) => letters.indexOf(text.charAt(at + it)));
    const [a = 0, b = 0, c = -1, d = -1] = codes;
    bytes += String.fromCharCode(a << 2 | b >> 4);
    if (c >= 0) bytes += String.fromCharCode((b & 15) << 4 | c >> 2);
    if (d >= 0) bytes += String.fromCharCode((c & 3) << 6 | d);
  }
  return bytes;
}

function compact(text: string): string {
  return written(parse(text), "", "", "", true);
}

/** JSON with lines and indents. */
export function indented(text: string, prefix: string, indent: string): string {
  return written(parse(text), prefix, indent, "\n", false);
}

function written(of: Json, prefix: string, indent: string, line: string, isCompact: boolean, depth: number = 0): string {
  const inner = isCompact ? "" : line + prefix + indent.repeat(depth + 1);
  const outer = isCompact ? "" : line + prefix + indent.repeat(depth);
  if (of.kind === "array") {
    const parts = of.items.map((it: Json) => inner + written(it, prefix, indent, line, isCompact, depth + 1));
    return parts.length === 0 ? "[]" : `[${parts.join()}${outer}]`;
  }
  if (of.kind === "object") {
    const parts = of.entries.map(([key, it]: any) => {
      return `${inner}${encodedText(key)}:${isCompact ? "" : " "}${written(it, prefix, indent, line, isCompact, depth + 1)}`;
    });
    return parts.length === 0 ? "{}" : `{${parts.join()}${outer}}`;
  }
  return of.kind === "string" ? encodedText(of.text) : of.text;
}

export function valid(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch (error) {
    if (error instanceof JsonError) return false;
    throw error;
  }
}

/** The errors of a decoding that goes on. */
let mismatch: string = "";

export function decode(text: string, target: Boxed | null): string {
  try {
    const json = parse(text);
    if (target === null || target.type.kind !== "pointer" || target.value === null) {
      const name = target === null ? "nil" : target.type.kind === "pointer" ? `nil ${target.type.name}` : `non-pointer ${target.type.name}`;
      return `json: Unmarshal(${name})`;
    }
    mismatch = "";
    const elem = target.type.elem;
    const current = isAggregate(elem) ? target.value : target.value.read();
    const found = decoded(json, elem, current, "");
    setTarget(elem, target.value, found);
    return mismatch;
  } catch (error) {
    if (error instanceof JsonError) return error.text;
    throw error;
  }
}

function wrong(json: Json, type: Type, path: string, current: any): any {
  const what = json.kind === "number" ? isSigned(type) || isUnsigned(type) ? `number ${json.text}` : "number" : json.kind;
  if (mismatch === "") mismatch = `json: cannot unmarshal ${what} into Go ${path === "" ? "value" : `struct field ${path}`} of type ${type.name}`;
  return current;
}

function decoded(json: Json, type: Type, current: any, path: string): any {
  if (json.kind === "null") {
    return ["interface", "pointer", "map", "slice"].includes(type.kind) ? null : current;
  }
  switch (type.kind) {
    case "interface":
      return type.wanted.length === 0 ? natural(json) : wrong(json, type, path, current);
    case "pointer": {
      const inner = current === null ? zero(type.elem) : isAggregate(type.elem) ? current : current.read();
      const found = decoded(json, type.elem, inner, path);
      if (current === null) return isAggregate(type.elem) ? found : cell(found);
      setTarget(type.elem, current, found);
      return current;
    }
    case "bool":
      return json.kind === "bool" ? json.text === "true" : wrong(json, type, path, current);
    case "string":
      return json.kind === "string" ? json.text : wrong(json, type, path, current);
    case "slice":
      if (type.elem.kind === "uint8" && json.kind === "string") return bytesOf(ofBase64(json.text));
      return json.kind === "array" ? slice(json.items.map((it: Json) => decoded(it, type.elem, zero(type.elem), path))) : wrong(json, type, path, current);
    case "array":
      if (json.kind !== "array") return wrong(json, type, path, current);
      return Array.from({ length: type.length }, (_, at) => {
        return at < json.items.length ? decoded(json.items[at], type.elem, zero(type.elem), path) : zero(type.elem);
      });
    case "map":
      return json.kind === "object" ? decodedMap(json, type, current, path) : wrong(json, type, path, current);
    case "struct":
      return json.kind === "object" ? decodedStruct(json, type, current, path) : wrong(json, type, path, current);
    default:
      return decodedNumber(json, type, current, path);
  }
}

/** The integer that a text is, and a code that is 0 if the type has it. */
export function integerOf(type: Type, text: string): [any, number] {
  const digits = /[0-9]+$/.exec(type.kind);
  return parsed(text, 10, digits === null ? 64 : Number(digits[0]), isSigned(type));
}

function decodedNumber(json: Json, type: Type, current: any, path: string): any {
  if (json.kind !== "number") return wrong(json, type, path, current);
  if (isFloat(type)) {
    const [value, code] = parsedFloat(json.text, type.kind === "float32" ? 32 : 64);
    return code === 0 ? value : wrong(json, type, path, current);
  }
  const [value, code] = integerOf(type, json.text);
  return code === 0 ? value : wrong(json, type, path, current);
}

function decodedMap(json: Json, type: Type, current: any, path: string): any {
  const map = current ?? mapOf(null, []);
  for (const [key, it] of json.entries) {
    const own = type.key.kind === "string" ? key : decodedNumber({ kind: "number", text: key, items: [], entries: [] }, type.key, 0, path);
    putEntry(map, own, decoded(it, type.elem, zero(type.elem), path));
  }
  return map;
}

function decodedStruct(json: Json, type: Type, current: any, path: string): any {
  const fields = jsonFields(type);
  const short = type.name.slice(type.name.lastIndexOf(".") + 1);
  for (const [key, it] of json.entries) {
    const field = fields.find((it) => it.name === key) ?? fields.find((it) => it.name.toLowerCase() === key.toLowerCase());
    if (field === undefined) continue;
    let owner = current;
    for (const [at, step] of field.path.slice(0, -1).entries()) {
      if (owner[step] === null) owner[step] = zero(field.owners[at].elem);
      owner = owner[step];
    }
    const last = field.path[field.path.length - 1];
    const place = path === "" ? `${short}.${field.name}` : `${path}.${field.name}`;
    if (field.isText) throw new JsonError("LumiGo reads no fields with the option string");
    owner[last] = decoded(it, field.type, owner[last], place);
  }
  return current;
}

function natural(json: Json): any {
  switch (json.kind) {
    case "null":
      return null;
    case "bool":
      return new Boxed(boolType, json.text === "true");
    case "number":
      return new Boxed(float64Type, parsedFloat(json.text, 64)[0]);
    case "string":
      return new Boxed(stringType, json.text);
    case "array":
      return new Boxed(anySliceType, slice(json.items.map(natural)) as Slice);
    default:
      return new Boxed(anyMapType, mapOf(null, json.entries.map(([key, it]: any) => [key, natural(it)])));
  }
}
