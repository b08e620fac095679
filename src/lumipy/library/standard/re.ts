// The module `re`.

import { call, define } from "../calls.ts";
import { IndexError, PyTypeError } from "../errors.ts";
import { dict, kindOf } from "../hashing.ts";
import { repr } from "../text.ts";
import { Bytes, characters, isPlain, PyObject, Tuple } from "../values.ts";
import { FLAGS, RegexError, RegexSource } from "./regex_source.ts";

/** A place in UTF-16 as one in code points. */
function pointOf(text: string, place: number): number {
  return isPlain(text) ? place : characters(text.slice(0, place)).length;
}

class Match extends PyObject {
  static override $init = "!";
  static override $name = "Match";
  re: any = null;
  string = "";
  private found: any = null;
  override __init__(): any {
    return null;
  }
  of(pattern: any, text: string, found: any): any {
    this.re = pattern;
    this.string = text;
    this.found = found;
    return this;
  }
  private place(group: any): number {
    const names: string[] = this.re.names;
    const at = typeof group === "string" ? names.indexOf(group) + 1 : Number(group);
    const isWrong = group === "" || (typeof group === "string" && at === 0) || !(at >= 0 && at < this.found.length);
    if (isWrong) throw new IndexError("no such group");
    return at;
  }
  private text(group: any): any {
    return this.found[this.place(group)] ?? null;
  }
  get $group(): string {
    return "*groups";
  }
  group(groups: Tuple): any {
    if (groups.items.length === 0) return this.found[0];
    if (groups.items.length === 1) return this.text(groups.items[0]);
    return new Tuple(groups.items.map((it) => this.text(it)));
  }
  __getitem__(group: any): any {
    return this.text(group);
  }
  get $groups(): string {
    return "default=";
  }
  groups(normal: any = null): Tuple {
    return new Tuple(this.found.slice(1).map((it: any) => it ?? normal));
  }
  get $groupdict(): string {
    return "default=";
  }
  groupdict(normal: any = null): any {
    const names: string[] = this.re.names;
    const pairs = names.map((name, at) => [name, this.found[at + 1] ?? normal]);
    return dict(pairs.filter((it) => it[0] !== ""));
  }
  private bounds(group: any): [number, number] {
    const found = this.found.indices[this.place(group)];
    if (found === undefined) return [-1, -1];
    return [pointOf(this.string, found[0]), pointOf(this.string, found[1])];
  }
  get $start(): string {
    return "group=, /";
  }
  start(group: any = 0): number {
    return this.bounds(group)[0];
  }
  get $end(): string {
    return "group=, /";
  }
  end(group: any = 0): number {
    return this.bounds(group)[1];
  }
  get $span(): string {
    return "group=, /";
  }
  span(group: any = 0): Tuple {
    return new Tuple(this.bounds(group));
  }
  get $expand(): string {
    return "template";
  }
  expand(template: string): string {
    return expanded(template, this.found, this.re);
  }
  get lastindex(): any {
    for (let at = this.found.length - 1; at > 0; at--) if (this.found[at] !== undefined) return at;
    return null;
  }
  get lastgroup(): any {
    const at = this.lastindex;
    return at === null ? null : this.re.names[at - 1] || null;
  }
  __repr__(): string {
    return `<re.Match object; span=${repr(this.span())}, match=${repr(this.found[0])}>`;
  }
  __bool__(): boolean {
    return true;
  }
  override get $class(): any {
    return Match;
  }
}

const ESCAPES: Record<string, string> = { n: "\n", r: "\r", t: "\t", v: "\v", f: "\f", a: "\x07", b: "\b", "\\": "\\" };

/** The text that takes the place of a match. */
function expanded(template: string, found: any, pattern: any): string {
  return template.replace(/\\(?:g<([^>]*)>|(0[0-7]{0,2})|([0-9]{1,2})|([\s\S]))/g,
    (whole, name, octal, number, other) => {
      if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8));
      if (other !== undefined) {
        if (ESCAPES[other] !== undefined) return ESCAPES[other];
        if (/[A-Za-z]/.test(other)) throw new RegexError(`bad escape \\${other} at position 0`);
        return whole;
      }
      const group = number ?? name;
      const at = /^\d+$/.test(group) ? Number(group) : pattern.names.indexOf(group) + 1;
      const isWrong = at >= found.length || (at === 0 && group !== "0" && !/^0+$/.test(group));
      if (isWrong && !/^\d+$/.test(group)) throw new IndexError(`unknown group name '${group}'`);
      if (isWrong) throw new RegexError(`invalid group reference ${group} at position 1`);
      return found[at] ?? "";
    });
}

function textOf(value: any): string {
  if (typeof value === "string") return value;
  if (value instanceof Bytes) throw new PyTypeError("cannot use a string pattern on a bytes-like object");
  throw new PyTypeError(`expected string or bytes-like object, got '${kindOf(value)}'`);
}

class Pattern extends PyObject {
  static override $init = "!";
  static override $name = "Pattern";
  pattern = "";
  flags = 0;
  names: string[] = [];
  private source = "";
  private letters = "";
  override __init__(): any {
    return null;
  }
  of(text: string, flags: number): any {
    const source = new RegexSource(text, flags);
    this.pattern = text;
    this.flags = source.flags | ((source.flags & FLAGS.ASCII) === 0 ? FLAGS.UNICODE : 0);
    this.names = source.names;
    this.source = source.source;
    this.letters = (source.hasSets ? "dv" : "du") + ((source.flags & FLAGS.IGNORECASE) === 0 ? "" : "i");
    this.regex("g");
    return this;
  }
  /** The expression of JavaScript, which has a state of its own. */
  private regex(more: string, after = ""): any {
    const source = after === "" ? this.source : `(?:${this.source})${after}`;
    try {
      return new RegExp(source, this.letters + more);
    } catch (error) {
      const reason = (error as Error).message.replace(/^.*: /, "").toLowerCase();
      throw new RegexError(`${reason} in ${repr(this.pattern)}`);
    }
  }
  private one(value: any, more: string, after = ""): any {
    const text = textOf(value);
    const found = this.regex(more, after).exec(text);
    return found === null ? null : new Match().of(this, text, found);
  }
  private every(value: any): any[] {
    const text = textOf(value);
    return Array.from(text.matchAll(this.regex("g")), (it) => new Match().of(this, text, it));
  }
  get $search(): string {
    return "string, /";
  }
  search(text: any): any {
    return this.one(text, "");
  }
  get $match(): string {
    return "string, /";
  }
  match(text: any): any {
    return this.one(text, "y");
  }
  get $fullmatch(): string {
    return "string, /";
  }
  fullmatch(text: any): any {
    return this.one(text, "y", "(?![\\s\\S])");
  }
  get $findall(): string {
    return "string, /";
  }
  findall(text: any): any[] {
    return this.every(text).map((it) => {
      const groups = it.groups("");
      return groups.items.length === 0 ? it.group(new Tuple([])) : groups.items.length === 1 ? groups.items[0] : groups;
    });
  }
  get $finditer(): string {
    return "string, /";
  }
  *finditer(text: any): any {
    yield* this.every(text);
  }
  get $sub(): string {
    return "repl, string, count=";
  }
  sub(by: any, text: any, count = 0): string {
    return this.subn(by, text, count).items[0];
  }
  get $subn(): string {
    return "repl, string, count=";
  }
  subn(by: any, value: any, count = 0): Tuple {
    const text = textOf(value);
    const found = Array.from(text.matchAll(this.regex("g")));
    const used = count > 0 ? found.slice(0, count) : found;
    let result = "";
    let at = 0;
    for (const it of used) {
      result += text.slice(at, it.index);
      result += typeof by === "string" ? expanded(by, it, this) : textOf(call(by, [new Match().of(this, text, it)]));
      at = it.index + it[0].length;
    }
    return new Tuple([result + text.slice(at), used.length]);
  }
  get $split(): string {
    return "string, maxsplit=";
  }
  split(value: any, most = 0): any[] {
    const text = textOf(value);
    const found = Array.from(text.matchAll(this.regex("g")));
    const parts: any[] = [];
    let at = 0;
    for (const it of most > 0 ? found.slice(0, most) : found) {
      parts.push(text.slice(at, it.index), ...it.slice(1).map((group) => group ?? null));
      at = it.index + it[0].length;
    }
    return [...parts, text.slice(at)];
  }
  get groups(): number {
    return this.names.length;
  }
  get groupindex(): any {
    return dict(this.names.map((name, at) => [name, at + 1]).filter((it) => it[0] !== ""));
  }
  __eq__(other: any): boolean {
    return other instanceof Pattern && other.pattern === this.pattern && other.flags === this.flags;
  }
  __hash__(): any {
    return this.pattern;
  }
  __repr__(): string {
    return `re.compile(${repr(this.pattern)})`;
  }
  override get $class(): any {
    return Pattern;
  }
}

const patterns: Map<string, any> = new Map();

function compiled(pattern: any, flags: any = 0): any {
  if (pattern instanceof Pattern) return pattern;
  if (typeof pattern !== "string") throw new PyTypeError("first argument must be string or compiled pattern");
  const key = `${Number(flags)}:${pattern}`;
  const known = patterns.get(key) ?? new Pattern().of(pattern, Number(flags));
  patterns.set(key, known);
  return known;
}

/** A function that compiles its first argument. */
function through(name: string, signature: string, work: (pattern: any, ...rest: any[]) => any): any {
  return define(name, `pattern, ${signature}`, work);
}

function escaped(value: any): string {
  return textOf(value).replace(/[()[\]{}?*+\-|^$\\.&~# \t\n\r\v\f]/g, "\\$&");
}

export const re = {
  $name: "re",
  A: FLAGS.ASCII,
  ASCII: FLAGS.ASCII,
  DOTALL: FLAGS.DOTALL,
  I: FLAGS.IGNORECASE,
  IGNORECASE: FLAGS.IGNORECASE,
  M: FLAGS.MULTILINE,
  MULTILINE: FLAGS.MULTILINE,
  Match,
  Pattern,
  S: FLAGS.DOTALL,
  U: FLAGS.UNICODE,
  UNICODE: FLAGS.UNICODE,
  VERBOSE: FLAGS.VERBOSE,
  X: FLAGS.VERBOSE,
  compile: through("compile", "flags=", compiled),
  error: RegexError,
  escape: define("escape", "pattern", escaped),
  findall: through("findall", "string, flags=", (it, text, flags) => compiled(it, flags).findall(text)),
  finditer: through("finditer", "string, flags=", (it, text, flags) => compiled(it, flags).finditer(text)),
  fullmatch: through("fullmatch", "string, flags=", (it, text, flags) => compiled(it, flags).fullmatch(text)),
  match: through("match", "string, flags=", (it, text, flags) => compiled(it, flags).match(text)),
  search: through("search", "string, flags=", (it, text, flags) => compiled(it, flags).search(text)),
  split: through("split", "string, maxsplit=, flags=",
    (it, text, most, flags) => compiled(it, flags).split(text, most)),
  sub: through("sub", "repl, string, count=, flags=",
    (it, by, text, count, flags) => compiled(it, flags).sub(by, text, count)),
  subn: through("subn", "repl, string, count=, flags=",
    (it, by, text, count, flags) => compiled(it, flags).subn(by, text, count)),
};
