// Strings: the bytes of UTF-8, each as one character.

import { Slice } from "./collections.ts";
import { fault } from "./panics.ts";

const known: Map<string, string> = new Map();

/** The string of a text of JavaScript. */
export function utf8(text: string): string {
  if (isAscii(text)) return text;
  const found = known.get(text);
  if (found !== undefined) return found;
  const bytes = Array.from(text, (it) => runeText(it.codePointAt(0) ?? 0)).join("");
  if (known.size < 10000) known.set(text, bytes);
  return bytes;
}

function isAscii(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text);
}

/** The text of JavaScript of a string; bytes that are no UTF-8 become U+FFFD. */
export function decoded(text: string): string {
  if (isAscii(text)) return text;
  return runes(text).map(([, rune]) => String.fromCodePoint(rune)).join("");
}

/** The bytes of a character. */
export function runeText(rune: any): string {
  const code = rune < 0 || rune > 0x10ffff || (rune >= 0xd800 && rune <= 0xdfff) ? 0xfffd : Number(rune);
  if (code < 0x80) return String.fromCharCode(code);
  if (code < 0x800) return String.fromCharCode(0xc0 | code >> 6, 0x80 | code & 63);
  if (code < 0x10000) return String.fromCharCode(0xe0 | code >> 12, 0x80 | code >> 6 & 63, 0x80 | code & 63);
  return String.fromCharCode(0xf0 | code >> 18, 0x80 | code >> 12 & 63, 0x80 | code >> 6 & 63, 0x80 | code & 63);
}

/** The character at a byte, and the number of its bytes: U+FFFD and 1 where there is none. */
export function runeAt(text: string, at: number): [number, number] {
  const first = text.charCodeAt(at);
  if (first < 0x80) return [first, 1];
  const size = first >= 0xf0 && first <= 0xf4 ? 4 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xc2 && first < 0xe0 ? 2 : 1;
  if (size === 1 || at + size > text.length) return [0xfffd, 1];
  let code = first & (0xff >> (size + 1));
  for (let index = 1; index < size; index++) {
    const next = text.charCodeAt(at + index);
    if ((next & 0xc0) !== 0x80) return [0xfffd, 1];
    code = code << 6 | next & 63;
  }
  const isWrong = (size === 3 && code < 0x800) || (size === 4 && code < 0x10000) || code > 0x10ffff;
  return isWrong || (code >= 0xd800 && code <= 0xdfff) ? [0xfffd, 1] : [code, size];
}

/** The characters of a string, each with the index of its first byte. */
export function runes(text: string): any[] {
  const found: any[] = [];
  let at = 0;
  while (at < text.length) {
    const [rune, size] = runeAt(text, at);
    found.push([at, rune]);
    at += size;
  }
  return found;
}

export function bytesOf(text: string): Slice {
  return fresh(Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)));
}

export function runesOf(text: string): Slice {
  return fresh(runes(text).map(([, rune]) => rune));
}

function fresh(items: any[]): Slice {
  return new Slice(items, 0, items.length, items.length);
}

export function textOfBytes(bytes: Slice | null): string {
  if (bytes === null) return "";
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 4096) {
    const end = Math.min(bytes.length, at + 4096);
    parts.push(String.fromCharCode(...bytes.array.slice(bytes.offset + at, bytes.offset + end)));
  }
  return parts.join("");
}

export function textOfRunes(of: Slice | null): string {
  return of === null ? "" : of.array.slice(of.offset, of.offset + of.length).map(runeText).join("");
}

export function byteAt(text: string, at: any): number {
  if (!(at >= 0 && at < text.length)) fault(`index out of range [${at}]` + (at < 0 ? "" : ` with length ${text.length}`));
  return text.charCodeAt(at);
}

export function textSlice(text: string, low: any, high: any): string {
  const [from, to] = [low ?? 0, high ?? text.length];
  if (!(to >= 0 && to <= text.length)) fault(`slice bounds out of range [:${to}]` + (to < 0 ? "" : ` with length ${text.length}`));
  if (!(from >= 0 && from <= to)) fault(`slice bounds out of range [${from}:` + (from < 0 ? "]" : `${to}]`));
  return text.slice(from, to);
}
