// The methods of texts.

import { concat, Property } from "lumi";

import { encode } from "./bytes.ts";
import { PyTypeError, ValueError } from "../errors.ts";
import { formatted } from "../format_fields.ts";
import { kindOf, lookUp } from "../hashing.ts";
import { index } from "../numbers.ts";
import { listOf } from "../operators.ts";
import { asConversion, bare, characters, type Dict, isPlain, Tuple } from "../values.ts";

const SPACE = " \t\n\r\x0b\x0c\x1c-\x1f\x85\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000";
const spaces = new RegExp(`[${SPACE}]+`, "u");
const leading = new RegExp(`^[${SPACE}]+`, "u");
const trailing = new RegExp(`[${SPACE}]+$`, "u");

function strippedLeft(text: string, set: any): string {
  if (set === null) return text.replace(leading, "");
  const found = characters(text);
  while (found.length > 0 && set.includes(found[0])) found.shift();
  return found.join("");
}

function strippedRight(text: string, set: any): string {
  if (set === null) return text.replace(trailing, "");
  const found = characters(text);
  while (found.length > 0 && set.includes(found[found.length - 1])) found.pop();
  return found.join("");
}

function split(text: string, separator: any, most: number): string[] {
  if (separator === "") throw new ValueError("empty separator");
  const parts: string[] = [];
  let rest = separator === null ? text.replace(leading, "") : text;
  while (most < 0 || parts.length < most) {
    if (separator === null && rest === "") break;
    const at = separator === null ? rest.search(spaces) : rest.indexOf(separator);
    if (at < 0) break;
    parts.push(rest.slice(0, at));
    rest = separator === null ? rest.slice(at).replace(leading, "") : rest.slice(at + separator.length);
  }
  if (separator !== null || rest !== "") parts.push(separator === null ? rest.replace(trailing, "") : rest);
  if (separator === null && most >= 0 && parts.length > most) parts[parts.length - 1] = rest;
  return parts;
}

function splitRight(text: string, separator: any, most: number): string[] {
  if (most < 0) return split(text, separator, most);
  if (separator === "") throw new ValueError("empty separator");
  const parts: string[] = [];
  let rest = separator === null ? text.replace(trailing, "") : text;
  while (parts.length < most && rest !== "") {
    const found = separator === null ? lastSpace(rest) : [rest.lastIndexOf(separator), separator.length];
    const [at = -1, size = 0] = found;
    if (at < 0) break;
    parts.unshift(rest.slice(at + size));
    rest = separator === null ? rest.slice(0, at).replace(trailing, "") : rest.slice(0, at);
  }
  if (separator !== null || rest !== "") parts.unshift(rest);
  return parts;
}

function lastSpace(text: string): number[] {
  for (let at = text.length - 1; at >= 0; at--) if (spaces.test(text.charAt(at))) return [at, 1];
  return [-1, 0];
}

function replaced(text: string, old: any, by: any, count: number): string {
  if (typeof old !== "string" || typeof by !== "string") {
    throw new PyTypeError(
      `replace() argument ${typeof old === "string" ? 2 : 1} must be str, not ${
        kindOf(typeof old === "string" ? by : old)
      }`,
    );
  }
  const parts = old === "" ? ["", ...characters(text), ""] : text.split(old);
  const most = count < 0 ? parts.length - 1 : Math.min(count, parts.length - 1);
  const first = parts.slice(0, most + 1).join(by);
  const rest = parts.slice(most + 1);
  return rest.length === 0 ? first : first + old + rest.join(old);
}

/** The place of a text in another one, in characters. */
function place(text: string, part: any, start: any, end: any, isLast: boolean): number {
  if (typeof part !== "string") throw new PyTypeError(`must be str, not ${kindOf(part)}`);
  const all = characters(text);
  const bound = (value: any, normal: number) => {
    if (value === null || value === undefined) return normal;
    const at = index(value, "slice indices must be integers or None or have an __index__ method");
    return Math.max(0, Math.min(all.length, at < 0 ? at + all.length : at));
  };
  const [from, to] = [bound(start, 0), bound(end, all.length)];
  if (from > to || start > all.length) return -1;
  const inner = all.slice(from, to).join("");
  const at = isLast ? inner.lastIndexOf(part) : inner.indexOf(part);
  return at < 0 ? -1 : from + (isPlain(inner) ? at : characters(inner.slice(0, at)).length);
}

function required(at: number): number {
  if (at < 0) throw new ValueError("substring not found");
  return at;
}

/** The part of a text that `start` and `end` name; null if `start` is behind the end. */
function section(text: string, start: any, end: any): string | null {
  if ((start === null || start === undefined) && (end === null || end === undefined)) return text;
  const all = characters(text);
  if (typeof start === "number" && start > all.length) return null;
  return all.slice(start ?? 0, end ?? all.length).join("");
}

function counted(whole: string, part: any, start: any, end: any): number {
  if (typeof part !== "string") throw new PyTypeError(`must be str, not ${kindOf(part)}`);
  const text = section(whole, start, end);
  if (text === null) return 0;
  return part === "" ? characters(text).length + 1 : text.split(part).length - 1;
}

/** The first letter of a title: some letters are two, of which the first alone is large. */
function titleCase(first: string): string {
  const pairs = /^[\u01c4-\u01cc\u01f1-\u01f3]$/;
  if (pairs.test(first)) {
    const code = first.charCodeAt(0);
    const start = code < 0x1f1 ? 0x1c4 + Math.floor((code - 0x1c4) / 3) * 3 : 0x1f1;
    return String.fromCharCode(start + 1);
  }
  const [large = "", ...others] = characters(first.toUpperCase());
  return large + others.join("").toLowerCase();
}

function capitalized(text: string): string {
  const [first = "", ...rest] = characters(text);
  return titleCase(first) + rest.join("").toLowerCase();
}

function titled(text: string): string {
  return text.replace(/\p{L}+/gu, (it) => capitalized(it));
}

/** Whether words begin with a large letter, and have no other ones. */
function isTitle(text: string): boolean {
  return /\p{L}/u.test(text) && text === titled(text) && /\p{Lu}|\p{Lt}/u.test(text);
}

function expanded(text: string, size: number): string {
  let column = 0;
  let result = "";
  for (const it of characters(text)) {
    if (it === "\t") {
      const count = size > 0 ? size - column % size : 0;
      result += " ".repeat(count);
      column += count;
    } else {
      result += it;
      column = it === "\n" || it === "\r" ? 0 : column + 1;
    }
  }
  return result;
}

/** The characters of a text by a table of code points, as `str.maketrans` makes it. */
function translated(text: string, table: Dict): string {
  const parts = characters(text).map((it) => {
    const to = lookUp(table, it.codePointAt(0));
    if (to === undefined) return it;
    if (to === null) return "";
    return typeof to === "number" ? String.fromCodePoint(to) : `${to}`;
  });
  return parts.join("");
}

function begins(whole: string, part: any, start: any, end: any, isEnd: boolean): boolean {
  if (part instanceof Tuple) return part.items.some((it) => begins(whole, it, start, end, isEnd));
  const name = isEnd ? "endswith" : "startswith";
  if (typeof part !== "string") {
    throw new PyTypeError(`${name} first arg must be str or a tuple of str, not ${kindOf(part)}`);
  }
  const text = section(whole, start, end);
  return text !== null && (isEnd ? text.endsWith(part) : text.startsWith(part));
}

function filled(text: string, width: number, fill: string, side: string): string {
  const missing = width - characters(text).length;
  if (missing <= 0) return text;
  if (side === "left") return text + fill.repeat(missing);
  if (side === "right") return fill.repeat(missing) + text;
  const before = Math.floor(missing / 2) + (missing & width & 1);
  return fill.repeat(before) + text + fill.repeat(missing - before);
}

function zeros(text: string, width: number): string {
  const [sign, digits] = /^[+-]/.test(text) ? [text.slice(0, 1), text.slice(1)] : ["", text];
  return sign + filled(digits, width - sign.length, "0", "right");
}

function joined(separator: string, values: any): any {
  if (Property.isInstance(values)) return values.then(asConversion((it: any) => joined(separator, it)));
  const parts = listOf(values).map(bare);
  if (parts.some((it) => Property.isInstance(it))) {
    return concat(...parts.flatMap((it, at) => at === 0 ? [it] : [separator, it]));
  }
  parts.forEach((it, at) => {
    if (typeof it !== "string") {
      throw new PyTypeError(`sequence item ${at}: expected str instance, ${kindOf(it)} found`);
    }
  });
  return parts.join(separator);
}

const BREAKS = "\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029";
const breaks = new RegExp(`(?<=\r\n|[${BREAKS}]|\r(?!\n))`, "u");
const lastBreak = new RegExp(`(?:\r\n|[\r${BREAKS}])$`, "u");

function lines(text: string, keepEnds: any): string[] {
  const found = text.split(breaks);
  const kept = found[found.length - 1] === "" ? found.slice(0, -1) : found;
  return keepEnds === true ? kept : kept.map((it) => it.replace(lastBreak, ""));
}

/** A method without arguments. */
const method = (work: (text: string) => any) => ["", work];

export const stringMethods: any = {
  upper: method((text) => text.toUpperCase()),
  lower: method((text) => text.toLowerCase()),
  casefold: method((text) => text.toLowerCase().replace(/ß/g, "ss")),
  capitalize: method(capitalized),
  title: method(titled),
  swapcase: method((text) =>
    characters(text).map((it) => it === it.toUpperCase() ? it.toLowerCase() : it.toUpperCase()).join("")
  ),
  isdigit: method((text) => /^[\p{Nd}\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089\u2460-\u2468]+$/u.test(text)),
  isdecimal: method((text) => /^\p{Nd}+$/u.test(text)),
  isnumeric: method((text) => /^\p{N}+$/u.test(text)),
  isalpha: method((text) => /^\p{L}+$/u.test(text)),
  isalnum: method((text) => /^[\p{L}\p{N}]+$/u.test(text)),
  isascii: method((text) => characters(text).every((it) => it < "\u0080")),
  isprintable: method((text) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}]/u.test(text.replaceAll(" ", ""))),
  istitle: method(isTitle),
  isspace: method((text) => text !== "" && text.replace(leading, "") === ""),
  isupper: method((text) => text !== text.toLowerCase() && text === text.toUpperCase()),
  islower: method((text) => text !== text.toUpperCase() && text === text.toLowerCase()),
  isidentifier: method((text) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text)),
  strip: ["set=, /", (text: string, set: any = null) => strippedRight(strippedLeft(text, set), set)],
  lstrip: ["set=, /", (text: string, set: any = null) => strippedLeft(text, set)],
  rstrip: ["set=, /", (text: string, set: any = null) => strippedRight(text, set)],
  removeprefix: ["prefix, /", (text: string, it: string) => text.startsWith(it) ? text.slice(it.length) : text],
  removesuffix: ["suffix, /",
    (text: string, it: string) => it !== "" && text.endsWith(it) ? text.slice(0, -it.length) : text],
  split: ["sep=, maxsplit=", (text: string, sep: any = null, most = -1) => split(text, sep, most)],
  rsplit: ["sep=, maxsplit=", (text: string, sep: any = null, most = -1) => splitRight(text, sep, most)],
  splitlines: ["keepends=", lines],
  partition: ["sep, /", (text: string, sep: string) => {
    const at = text.indexOf(sep);
    return new Tuple(at < 0 ? [text, "", ""] : [text.slice(0, at), sep, text.slice(at + sep.length)]);
  }],
  rpartition: ["sep, /", (text: string, sep: string) => {
    const at = text.lastIndexOf(sep);
    return new Tuple(at < 0 ? ["", "", text] : [text.slice(0, at), sep, text.slice(at + sep.length)]);
  }],
  replace: ["old, new, count=, /", (text: string, old: any, by: any, count = -1) => replaced(text, old, by, count)],
  startswith: ["prefix, start=, end=, /",
    (text: string, part: any, start: any, end: any) => begins(text, part, start, end, false)],
  endswith: ["suffix, start=, end=, /",
    (text: string, part: any, start: any, end: any) => begins(text, part, start, end, true)],
  find: ["part, start=, end=, /",
    (text: string, part: any, start: any, end: any) => place(text, part, start, end, false)],
  rfind: ["part, start=, end=, /",
    (text: string, part: any, start: any, end: any) => place(text, part, start, end, true)],
  index: ["part, start=, end=, /",
    (text: string, part: any, start: any, end: any) => required(place(text, part, start, end, false))],
  rindex: ["part, start=, end=, /",
    (text: string, part: any, start: any, end: any) => required(place(text, part, start, end, true))],
  count: ["part, start=, end=, /", counted],
  expandtabs: ["tabsize=", (text: string, size = 8) => expanded(text, size)],
  translate: ["table, /", translated],
  join: ["values, /", joined],
  ljust: ["width, fill=, /", (text: string, width: number, fill = " ") => filled(text, width, fill, "left")],
  rjust: ["width, fill=, /", (text: string, width: number, fill = " ") => filled(text, width, fill, "right")],
  center: ["width, fill=, /", (text: string, width: number, fill = " ") => filled(text, width, fill, "both")],
  zfill: ["width, /", zeros],
  encode: ["encoding=, errors=", (text: string, encoding?: string) => encode(text, encoding)],
  format_map: ["mapping, /",
    (text: string, mapping: any) => formatted(text, [], mapping, { next: 0, isManual: false })],
  format: ["*args, **named",
    (text: string, args: any, named: any) => formatted(text, args.items, named, { next: 0, isManual: false })],
};
