// Numbers and quoted strings as text, and back.

import { normal } from "./integers.ts";
import { floatText } from "./numbers.ts";
import { isPrintable, quoted } from "./printing.ts";

export function floatOf(value: number, format: number, precision: number, bits: number): string {
  return floatText(value, String.fromCharCode(format), precision, bits);
}

/** A whole number in a base; the second result is 1 for bad syntax, 2 beyond the range. */
export function parsed(text: string, base: number, bits: number, isSigned: boolean): any[] {
  const found = /^([+-]?)(0[xX]|0[bB]|0[oO]|0(?=[0-9_]))?([0-9a-zA-Z_]+)$/.exec(text);
  if (found === null || (!isSigned && found[1] !== "")) return [0, 1];
  const prefix = base === 0 ? (found[2] ?? "").toLowerCase() : "";
  const radix = base !== 0 ? base : prefix === "0x" ? 16 : prefix === "0b" ? 2 : prefix === "0o" || prefix === "0" ? 8 : 10;
  const raw = base === 0 ? found[3] ?? "" : (found[2] ?? "") + found[3];
  if (raw.includes("_") && (base !== 0 || !/^_?[0-9a-zA-Z]+(_[0-9a-zA-Z]+)*$/.test(raw) || (prefix === "" && raw.startsWith("_")))) return [0, 1];
  let value = BigInt(0);
  for (const it of raw.replace(/_/g, "").toLowerCase()) {
    const digit = "0123456789abcdefghijklmnopqrstuvwxyz".indexOf(it);
    if (digit < 0 || digit >= radix) return [0, 1];
    value = value * BigInt(radix) + BigInt(digit);
  }
  if (found[1] === "-") value = -value;
  const size = BigInt(bits === 0 ? 64 : bits);
  const most = isSigned ? BigInt(2) ** (size - BigInt(1)) - BigInt(1) : BigInt(2) ** size - BigInt(1);
  const least = isSigned ? -most - BigInt(1) : BigInt(0);
  if (value > most) return [normal(most), 2];
  return value < least ? [normal(least), 2] : [normal(value), 0];
}

export function parsedFloat(text: string, bits: number): any[] {
  const word = text.toLowerCase().replace(/^[+-]/, "");
  const sign = text.startsWith("-") ? -1 : 1;
  if (word === "inf" || word === "infinity") return [sign * Infinity, 0];
  if (word === "nan") return [NaN, 0];
  if (!/^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(text)) return [0, 1];
  const value = bits === 32 ? Math.fround(Number(text)) : Number(text);
  return [value, Number.isFinite(value) ? 0 : 2];
}

export function whole(value: any, base: number): string {
  return value.toString(base);
}

export function Quote(text: string): string {
  return quoted(text, '"');
}

export function QuoteToASCII(text: string): string {
  return quoted(text, '"', true);
}

export function IsPrint(rune: number): boolean {
  return isPrintable(rune);
}
