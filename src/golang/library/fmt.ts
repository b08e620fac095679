// The package fmt.

import { items, type Slice } from "./collections.ts";
import { padded, printedBoxed, Verb } from "./printing.ts";
import { decoded, runeAt, runeText } from "./texts.ts";
import { Boxed, isSigned, isUnsigned } from "./types.ts";

/** The part of a line that has no end yet. */
let line: string = "";

/** Writes text to the standard output, by lines. */
function write(text: string): void {
  const parts = (line + text).split("\n");
  line = parts.pop() ?? "";
  for (const it of parts) console.log(decoded(it));
}

/** Writes the rest of a line. */
export function flush(): void {
  if (line !== "") console.log(decoded(line));
  line = "";
}

const plain = new Verb();

export function Sprint(values: Slice | null): string {
  const all = items(values);
  const isText = (it: any) => it !== null && it.type.kind === "string";
  return all.map((it, at) => {
    const space = at > 0 && !isText(it) && !isText(all[at - 1]) ? " " : "";
    return space + printedBoxed(it, plain);
  }).join("");
}

export function Sprintln(values: Slice | null): string {
  return `${items(values).map((it) => printedBoxed(it, plain)).join(" ")}\n`;
}

/** The state of a text that is being formatted. */
class Formatting {
  format: string;
  at: number = 0;
  values: any[];
  next: number = 0;
  isReordered: boolean = false;
  hasGoodIndex: boolean = true;

  constructor(format: string, values: any[]) {
    this.format = format;
    this.values = values;
  }
}

export function Sprintf(format: string, values: Slice | null): string {
  const state = new Formatting(format, items(values));
  const parts: string[] = [];
  while (state.at < format.length) {
    const start = format.indexOf("%", state.at);
    if (start < 0) {
      parts.push(format.slice(state.at));
      break;
    }
    parts.push(format.slice(state.at, start));
    state.at = start + 1;
    parts.push(directive(state));
  }
  if (!state.isReordered && state.next < state.values.length) {
    const rest = state.values.slice(state.next).map((it) => it === null ? "<nil>" : `${it.type.name}=${printedBoxed(it, plain)}`);
    parts.push(`%!(EXTRA ${rest.join(", ")})`);
  }
  return parts.join("");
}

function directive(state: Formatting): string {
  const verb = new Verb();
  state.hasGoodIndex = true;
  readFlags(state, verb);
  let hasIndex = readIndex(state);
  let problem = "";
  if (state.format[state.at] === "*") {
    state.at += 1;
    const width = numberArgument(state);
    if (width === undefined) problem = "%!(BADWIDTH)";
    else {
      verb.width = Math.abs(width);
      if (width < 0) verb.minus = true;
    }
    hasIndex = false;
  } else {
    const width = readNumber(state);
    if (width !== undefined) {
      verb.width = width;
      if (hasIndex) state.hasGoodIndex = false;
    }
  }
  if (state.format[state.at] === ".") {
    state.at += 1;
    if (hasIndex) state.hasGoodIndex = false;
    hasIndex = readIndex(state);
    if (state.format[state.at] === "*") {
      state.at += 1;
      const precision = numberArgument(state);
      if (precision === undefined || precision < 0) problem += precision === undefined ? "%!(BADPREC)" : "";
      else verb.precision = precision;
      hasIndex = false;
    } else verb.precision = readNumber(state) ?? 0;
  }
  if (!hasIndex) readIndex(state);
  return problem + withVerb(state, verb);
}

function withVerb(state: Formatting, verb: Verb): string {
  if (state.at >= state.format.length) return "%!(NOVERB)";
  const [rune, size] = runeAt(state.format, state.at);
  verb.letter = String.fromCodePoint(rune);
  state.at += size;
  if (verb.letter === "%") return "%";
  const shown = runeText(rune);
  if (!state.hasGoodIndex) return `%!${shown}(BADINDEX)`;
  if (state.next >= state.values.length) return `%!${shown}(MISSING)`;
  const value = state.values[state.next];
  state.next += 1;
  if (verb.letter === "T") return padded(value === null ? "<nil>" : value.type.name, verb);
  if (verb.letter === "w") verb.letter = "v";
  if (verb.letter === "v" && verb.plus) {
    verb.plus = false;
    verb.hasNames = true;
  }
  return printedBoxed(value, verb);
}

function readFlags(state: Formatting, verb: Verb): void {
  while (true) {
    switch (state.format[state.at]) {
      case "+":
        verb.plus = true;
        break;
      case "-":
        verb.minus = true;
        verb.zero = false;
        break;
      case "#":
        verb.sharp = true;
        break;
      case " ":
        verb.space = true;
        break;
      case "0":
        verb.zero = !verb.minus;
        break;
      default:
        return;
    }
    state.at += 1;
  }
}

function readNumber(state: Formatting): number | undefined {
  const found = /^[0-9]+/.exec(state.format.slice(state.at, state.at + 7));
  if (found === null) return undefined;
  state.at += found[0].length;
  return Number(found[0]);
}

function readIndex(state: Formatting): boolean {
  if (state.format[state.at] !== "[") return false;
  state.isReordered = true;
  const end = state.format.indexOf("]", state.at);
  const digits = end < 0 ? "" : state.format.slice(state.at + 1, end);
  state.at = end < 0 ? state.at + 1 : end + 1;
  const index = /^[0-9]+$/.test(digits) ? Number(digits) : 0;
  if (index < 1 || index > state.values.length) {
    state.hasGoodIndex = false;
    return true;
  }
  state.next = index - 1;
  return true;
}

function numberArgument(state: Formatting): number | undefined {
  const value = state.values[state.next];
  state.next += 1;
  const isWhole = value instanceof Boxed && (isSigned(value.type) || isUnsigned(value.type));
  return isWhole && Math.abs(Number(value.value)) <= 1000000 ? Number(value.value) : undefined;
}

export function writeText(text: string): void {
  write(text);
}
