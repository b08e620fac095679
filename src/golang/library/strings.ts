// Strings, as bytes.

import { type Slice, slice } from "./collections.ts";
import { runes, runeText } from "./texts.ts";

export function Index(s: string, part: string): number {
  return s.indexOf(part);
}

export function LastIndex(s: string, part: string): number {
  return s.lastIndexOf(part);
}

export function repeated(s: string, count: number): string {
  return s.repeat(count);
}

export function joined(parts: Slice | null, separator: string): string {
  return parts === null ? "" : parts.array.slice(parts.offset, parts.offset + parts.length).join(separator);
}

export function splitAll(s: string, separator: string): Slice {
  return slice(s.split(separator));
}

/** The upper case of each character, if it is one character. */
export function ToUpper(s: string): string {
  return mapped(s, (it) => it.toUpperCase());
}

export function ToLower(s: string): string {
  return mapped(s, (it) => it.toLowerCase());
}

function mapped(s: string, change: any): string {
  return runes(s).map(([, rune]) => {
    const characters = Array.from(change(String.fromCodePoint(rune)) as string);
    return runeText(characters.length === 1 ? (characters[0] ?? "").codePointAt(0) : rune);
  }).join("");
}
