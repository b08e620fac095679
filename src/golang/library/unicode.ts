// Characters.

import { runeAt } from "./texts.ts";

function has(rune: number, pattern: RegExp): boolean {
  return rune >= 0 && rune <= 0x10ffff && pattern.test(String.fromCodePoint(rune));
}

export function IsLetter(rune: number): boolean {
  return has(rune, /\p{L}/u);
}

export function IsDigit(rune: number): boolean {
  return has(rune, /\p{Nd}/u);
}

export function IsNumber(rune: number): boolean {
  return has(rune, /\p{N}/u);
}

export function IsUpper(rune: number): boolean {
  return has(rune, /\p{Lu}/u);
}

export function IsLower(rune: number): boolean {
  return has(rune, /\p{Ll}/u);
}

export function IsPunct(rune: number): boolean {
  return has(rune, /\p{P}/u);
}

export function IsSymbol(rune: number): boolean {
  return has(rune, /\p{S}/u);
}

export function IsControl(rune: number): boolean {
  return has(rune, /\p{Cc}/u);
}

function changed(rune: number, text: string): number {
  const characters = Array.from(text);
  return characters.length === 1 ? (characters[0] ?? "").codePointAt(0) ?? rune : rune;
}

export function ToUpper(rune: number): number {
  return has(rune, /./su) ? changed(rune, String.fromCodePoint(rune).toUpperCase()) : rune;
}

export function ToLower(rune: number): number {
  return has(rune, /./su) ? changed(rune, String.fromCodePoint(rune).toLowerCase()) : rune;
}

export function DecodeRuneInString(s: string): any[] {
  return s === "" ? [0xfffd, 0] : runeAt(s, 0);
}
