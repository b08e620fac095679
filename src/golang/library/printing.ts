// Values as text, as fmt prints them.

import { items } from "./collections.ts";
import { floatText } from "./numbers.ts";
import { runes, runeText, utf8 } from "./texts.ts";
import { Boxed, float64Type, isFloat, isSigned, isUnsigned, type Type, wholeType } from "./types.ts";

/** The flags, the width and the precision of a verb. */
export class Verb {
  letter: string = "v";
  plus: boolean = false;
  /** `%+v` */
  hasNames: boolean = false;
  minus: boolean = false;
  sharp: boolean = false;
  space: boolean = false;
  zero: boolean = false;
  width: number = -1;
  precision: number = -1;
}

/** A text with spaces or zeros up to the width. */
export function padded(text: string, verb: Verb, isNumber: boolean = false): string {
  const length = runes(text).length;
  if (verb.width <= length) return text;
  const rest = verb.width - length;
  if (verb.minus) return text + " ".repeat(rest);
  if (!verb.zero) return " ".repeat(rest) + text;
  const sign = isNumber && /^[+\- ]/.test(text) ? text.charAt(0) : "";
  return sign + "0".repeat(rest) + text.slice(sign.length);
}

export function isPrintable(rune: number): boolean {
  if (rune < 0x7f) return rune >= 0x20;
  if (rune < 0xa1 || rune === 0xad) return false;
  return /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(String.fromCodePoint(rune));
}

const escapes: Record<string, string> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  "\\": "\\\\",
};

/** A string or character in quotes, as `strconv.Quote` writes it. */
export function quoted(text: string, quote: string, isAscii: boolean = false): string {
  const parts: string[] = [];
  let next = 0;
  for (const [at, rune] of [...runes(text), [text.length, -1]]) {
    if (at > next) parts.push(...wrongBytes(text.slice(next, at)));
    if (rune < 0) break;
    const size = runeText(rune).length;
    const isWrong = rune === 0xfffd && text.slice(at, at + 3) !== "\xef\xbf\xbd";
    next = isWrong ? at : at + size;
    if (isWrong) {
      parts.push(...wrongBytes(text.charAt(at)));
      next = at + 1;
      continue;
    }
    parts.push(escapedRune(rune, quote, isAscii));
  }
  return `${quote}${parts.join("")}${quote}`;
}

function wrongBytes(text: string): string[] {
  return Array.from(text, (it) => `\\x${it.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

function escapedRune(rune: number, quote: string, isAscii: boolean): string {
  const character = String.fromCodePoint(rune);
  if (character === quote) return `\\${quote}`;
  const escape = escapes[character];
  if (escape !== undefined) return escape;
  if (isPrintable(rune) && (rune < 0x80 || !isAscii)) return runeText(rune);
  const digits = rune.toString(16);
  if (rune < 0x20 || rune === 0x7f) return `\\x${digits.padStart(2, "0")}`;
  return rune < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
}

function bad(type: Type, value: any, verb: Verb): string {
  const plain = new Verb();
  return `%!${utf8(verb.letter)}(${type.name}=${printed(type, value, plain, 0, true)})`;
}

/** The value of an interface. */
export function printedBoxed(of: Boxed | null, verb: Verb): string {
  if (of === null) return verb.letter === "v" ? padded(verb.sharp ? "<nil>" : "<nil>", verb) : `%!${utf8(verb.letter)}(<nil>)`;
  return printed(of.type, of.value, verb, 0, true);
}

/** A value of a type; methods of values in fields that are not exported are not called. */
export function printed(type: Type, value: any, verb: Verb, depth: number, isOpen: boolean): string {
  if (isOpen && !(verb.letter === "v" && verb.sharp)) {
    const text = ownText(type, value, verb);
    if (text !== undefined) return text;
  }
  if (type.kind === "bool") return "tv".includes(verb.letter) ? padded(String(value), verb) : bad(type, value, verb);
  if (type.kind === "string") return text(type, value, verb);
  if (isSigned(type) || isUnsigned(type)) return whole(type, value, verb);
  if (isFloat(type)) return float(type, value, verb);
  return compound(type, value, verb, depth, isOpen);
}

function ownText(type: Type, value: any, verb: Verb): string | undefined {
  if (!"vsxXq".includes(verb.letter)) return undefined;
  const method = type.methods.get("Error") ?? type.methods.get("String");
  if (method === undefined || method[1] !== "func() string") return undefined;
  if (value === null && type.kind === "pointer") {
    try {
      return text(type, method[0](value)(), verb);
    } catch {
      return padded("<nil>", verb);
    }
  }
  return text(type, method[0](value)(), verb);
}

function text(type: Type, value: string, verb: Verb): string {
  const cut = verb.precision >= 0 ? runes(value).slice(0, verb.precision).map(([, it]) => runeText(it)).join("") : value;
  switch (verb.letter) {
    case "v":
      return verb.sharp ? padded(quoted(value, '"'), verb) : padded(cut, verb);
    case "s":
      return padded(cut, verb);
    case "q":
      return padded(verb.sharp && !/[`\x00-\x08\x0a-\x1f\x7f]/.test(cut) ? `\`${cut}\`` : quoted(cut, '"', verb.plus), verb);
    case "x":
    case "X": {
      const limit = verb.precision >= 0 ? value.slice(0, verb.precision) : value;
      const prefix = verb.sharp && limit.length > 0 ? "0x" : "";
      const parts = Array.from(limit, (it) => it.charCodeAt(0).toString(16).padStart(2, "0"));
      const hex = verb.space ? parts.map((it) => prefix + it).join(" ") : prefix + parts.join("");
      return padded(verb.letter === "X" ? hex.toUpperCase() : hex, verb);
    }
    default:
      return bad(type, value, verb);
  }
}

const radixes: Record<string, number> = { b: 2, d: 10, o: 8, O: 8, v: 10, x: 16, X: 16 };

function whole(type: Type, value: any, verb: Verb): string {
  if (verb.letter === "c") return padded(runeText(value), verb);
  if (verb.letter === "q") return padded(quoted(runeText(value), "'", verb.plus), verb);
  if (verb.letter === "U") return unicode(value, verb);
  if (type === wholeType && "eEfFgG".includes(verb.letter)) return float(float64Type, Number(value), verb);
  if ("eEfFgG".includes(verb.letter) || radixes[verb.letter] === undefined) return bad(type, value, verb);
  const isHexadecimal = verb.letter === "v" && verb.sharp && isUnsigned(type);
  const radix = isHexadecimal ? 16 : radixes[verb.letter] ?? 10;
  const isNegative = value < 0;
  let digits = (isNegative ? -value : value).toString(radix);
  if (verb.precision >= 0) digits = verb.precision === 0 && value === 0 ? "" : digits.padStart(verb.precision, "0");
  const hasPrefix = (verb.sharp && verb.letter !== "v") || isHexadecimal;
  const prefix = verb.letter === "O" ? "0o" : !hasPrefix ? "" : radix === 16 ? "0x" : radix === 2 ? "0b" : radix === 8 ? "0" : "";
  const sign = isNegative ? "-" : verb.plus ? "+" : verb.space ? " " : "";
  if (verb.zero && !verb.minus && verb.precision < 0 && verb.width > 0) {
    digits = digits.padStart(verb.width - sign.length, "0");
  }
  const result = sign + (verb.letter === "X" ? (prefix + digits).toUpperCase() : prefix + digits);
  const spaced = new Verb();
  spaced.width = verb.width;
  spaced.minus = verb.minus;
  return padded(result, spaced);
}

function unicode(value: any, verb: Verb): string {
  const code = `U+${value.toString(16).toUpperCase().padStart(Math.max(4, verb.precision), "0")}`;
  const suffix = verb.sharp && isPrintable(Number(value)) ? ` '${runeText(value)}'` : "";
  return padded(code + suffix, verb);
}

function float(type: Type, value: number, verb: Verb): string {
  const letter = verb.letter === "v" ? "g" : verb.letter === "F" ? "f" : verb.letter;
  if (!"eEfgG".includes(letter)) return bad(type, value, verb);
  const bits = type.kind === "float32" ? 32 : 64;
  const precision = verb.precision >= 0 ? verb.precision : letter === "g" || letter === "G" ? -1 : 6;
  let result = floatText(value, letter, precision, bits);
  if (result.startsWith("+")) result = result.slice(1);
  const isNegative = result.startsWith("-");
  if (!isNegative && verb.plus) result = `+${result}`;
  else if (!isNegative && verb.space) result = ` ${result}`;
  if (!Number.isFinite(value)) {
    const plain = new Verb();
    plain.width = verb.width;
    plain.minus = verb.minus;
    if (Object.is(value, Infinity) && !verb.plus && !verb.space) result = "+Inf";
    return padded(result, plain);
  }
  return padded(result, verb, true);
}

function compound(type: Type, value: any, verb: Verb, depth: number, isOpen: boolean): string {
  const isSource = verb.letter === "v" && verb.sharp;
  switch (type.kind) {
    case "interface":
      if (value === null) return isSource ? `${type.name}(nil)` : padded("<nil>", verb);
      return printed(value.type, value.value, verb, depth + 1, isOpen);
    case "slice":
    case "array":
      return list(type, value, verb, depth, isOpen);
    case "map": {
      if (isSource && value === null) return `${type.name}(nil)`;
      const pairs = sortedPairs(type, value);
      const parts = pairs.map(([key, it]) => {
        return `${printed(type.key, key, verb, depth + 1, isOpen)}:${printed(type.elem, it, verb, depth + 1, isOpen)}`;
      });
      return isSource ? `${type.name}{${parts.join(", ")}}` : `map[${parts.join(" ")}]`;
    }
    case "struct": {
      const hasNames = isSource || verb.hasNames;
      const parts = type.fields.map((it) => {
        const part = printed(it.type, value[it.member], verb, depth + 1, isOpen && it.isExported);
        return hasNames ? `${it.name}:${part}` : part;
      });
      return isSource ? `${type.name}{${parts.join(", ")}}` : `{${parts.join(" ")}}`;
    }
    case "pointer":
      if (value === null) return isSource ? `(${type.name})(nil)` : verb.letter === "v" ? padded("<nil>", verb) : `%!${verb.letter}(${type.name}=nil)`;
      if (depth === 0 && ["struct", "array", "slice", "map"].includes(type.elem.kind)) {
        const target = type.elem.kind === "struct" || type.elem.kind === "array" ? value : value.read();
        return `&${printed(type.elem, target, verb, depth + 1, isOpen)}`;
      }
      return "0xc000000000";
    default:
      return value === null ? isSource ? `(${type.name})(nil)` : padded("<nil>", verb) : "0x480000";
  }
}

function list(type: Type, value: any, verb: Verb, depth: number, isOpen: boolean): string {
  const all = type.kind === "slice" ? items(value) : value;
  const isBytes = type.elem.kind === "uint8";
  if (isBytes && "sqxX".includes(verb.letter)) {
    return text(type, all.map((it: number) => String.fromCharCode(it)).join(""), verb);
  }
  if (verb.letter === "v" && verb.sharp) {
    if (type.kind === "slice" && value === null) return `${type.name}(nil)`;
    return `${type.name}{${all.map((it: any) => printed(type.elem, it, verb, depth + 1, isOpen)).join(", ")}}`;
  }
  return `[${all.map((it: any) => printed(type.elem, it, verb, depth + 1, isOpen)).join(" ")}]`;
}

/** The entries of a map in the order of their keys. */
export function sortedPairs(type: Type, map: any): any[] {
  if (map === null) return [];
  return Array.from(map.pairs.values() as Iterable<any>).sort((a, b) => compareKeys(type.key, a[0], b[0]));
}

function compareKeys(type: Type, a: any, b: any): number {
  if (type.kind === "interface") {
    if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
    return a.type === b.type ? compareKeys(a.type, a.value, b.value) : a.type.number - b.type.number;
  }
  if (type.kind === "struct") {
    for (const it of type.fields) {
      const order = compareKeys(it.type, a[it.member], b[it.member]);
      if (order !== 0) return order;
    }
    return 0;
  }
  return a === b ? 0 : a < b ? -1 : 1;
}
