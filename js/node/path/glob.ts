// path.matchesGlob: patterns of names, with `*`, `?`, `**`, classes, braces and groups such as `+(a|b)`.

import { invalidArgType } from "../node_errors.ts";

/** Whether a path matches; in patterns both slashes separate, in paths a backslash does on Windows alone. */
export function matchesGlob(path: string, pattern: string, isWindows: boolean): boolean {
  for (const [name, value] of [["path", path], ["pattern", pattern]] as const) {
    if (typeof value !== "string") throw invalidArgType(name, "of type string", value);
  }
  const parts = (isWindows ? path.replaceAll("\\", "/") : path).split("/");
  return expanded(pattern.replaceAll("\\", "/")).some((one) => matches(parts, one.split("/")));
}

/** The end of the group that opens at `start`; -1 if it is not closed. */
function endOf(text: string, start: number, open: string, close: string): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === open) depth++;
    else if (text[at] === close && --depth === 0) return at;
  }
  return -1;
}

/** Parts of a text between separators that no group contains. */
function split(text: string, separator: string, open: string, close: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const character of text) {
    if (character === open) depth++;
    if (character === close) depth--;
    if (character === separator && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/** The patterns without braces that one with braces stands for. */
function expanded(pattern: string): string[] {
  const start = pattern.indexOf("{");
  const end = start < 0 ? -1 : endOf(pattern, start, "{", "}");
  if (end < 0) return [pattern];
  const choices = choicesOf(pattern.slice(start + 1, end));
  const rests = expanded(pattern.slice(end + 1));
  const before = pattern.slice(0, start);
  if (choices === undefined) return rests.map((rest) => pattern.slice(0, end + 1) + rest);
  return choices.flatMap(expanded).flatMap((choice) => rests.map((rest) => before + choice + rest));
}

function choicesOf(inner: string): string[] | undefined {
  const range = /^(-?[0-9]+)\.\.(-?[0-9]+)$/.exec(inner);
  if (range === null) {
    const choices = split(inner, ",", "{", "}");
    return choices.length > 1 ? choices : undefined;
  }
  const [from, to] = [Number(range[1]), Number(range[2])];
  const count = Math.min(Math.abs(to - from), MOST_NUMBERS - 1) + 1;
  return Array.from({ length: count }, (_, index) => String(from < to ? from + index : from - index));
}

/** Numbers that a range in braces stands for at most. */
const MOST_NUMBERS = 10_000;

const isHidden = (part: string): boolean => part.startsWith(".");

function matches(parts: string[], patterns: string[], at = 0, from = 0): boolean {
  if (from === patterns.length) return at === parts.length || (at === parts.length - 1 && parts[at] === "");
  if (at === parts.length) return false;
  if (patterns[from] !== "**") {
    return new RegExp(`^${segment(patterns[from]!)}$`, "s").test(parts[at]!) &&
      matches(parts, patterns, at + 1, from + 1);
  }
  if (from === patterns.length - 1) return !parts.slice(at).some(isHidden);
  for (let next = at; next <= parts.length; next++) {
    if (matches(parts, patterns, next, from + 1)) return true;
    if (next < parts.length && isHidden(parts[next]!)) return false;
  }
  return false;
}

/** The expression for one name. Names that begin with a dot match only a pattern that does. */
function segment(pattern: string): string {
  const isOpen = /^[*?[]|^[+@!]\(/.test(pattern);
  return (isOpen ? "(?=.)(?!\\.)" : "") + expression(pattern);
}

const repeats: Record<string, string> = { "?": "?", "*": "*", "+": "+", "@": "" };

function expression(pattern: string): string {
  if (pattern === "") return "";
  const first = pattern[0]!;
  const end = pattern[1] === "(" && /[?*+@!]/.test(first) ? endOf(pattern, 1, "(", ")") : -1;
  if (end > 0) {
    const choices = split(pattern.slice(2, end), "|", "(", ")").map(expression).join("|");
    const rest = expression(pattern.slice(end + 1));
    return first === "!" ? `(?!(?:${choices})${rest}$).*?${rest}` : `(?:${choices})${repeats[first]}${rest}`;
  }
  const known = /^\[([!^]?)(\]?[^\]]*)\]/.exec(pattern);
  if (known !== null) return characters(known[1]!, known[2]!) + expression(pattern.slice(known[0].length));
  const rest = expression(pattern.slice(1));
  if (first === "*") return `.*?${rest}`;
  return (first === "?" ? "." : (/[\\^$.*+?()[\]{}|]/.test(first) ? `\\${first}` : first)) + rest;
}

/** A class of characters. */
function characters(negation: string, inner: string): string {
  const text = inner.replace(/[\\\]^[&~|]/g, "\\$&");
  return `[${negation === "" ? "" : "^"}${text}]`;
}
