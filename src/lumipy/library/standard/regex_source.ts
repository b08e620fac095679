// Regular expressions of Python as those of JavaScript.

import { ValueError } from "../errors.ts";

export const FLAGS = { ASCII: 256, IGNORECASE: 2, MULTILINE: 8, DOTALL: 16, VERBOSE: 64, UNICODE: 32 };

/** `re.error` */
export class RegexError extends ValueError {
  static override $name = "error";
  override get $class(): any {
    return RegexError;
  }
}

const SPACES = " \\t\\n\\r\\v\\f\\x1c-\\x1f\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

/** The members of the classes of characters that escapes name. */
const CLASSES: Record<string, string> = { d: "\\p{Nd}", w: "\\p{L}\\p{N}_", s: SPACES };
const ASCII_CLASSES: Record<string, string> = { d: "0-9", w: "A-Za-z0-9_", s: " \\t\\n\\r\\v\\f" };

const CONTROLS: Record<string, string> = { n: "\\n", r: "\\r", t: "\\t", v: "\\v", f: "\\f", a: "\\x07" };

/** A character as itself. */
function literal(it: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(it) ? `\\${it}` : it;
}

/** A character as itself in brackets. */
function literalInside(it: string): string {
  const isSign = /[!-/:-@[-^`{-~]/.test(it);
  return isSign ? `\\x${it.charCodeAt(0).toString(16).padStart(2, "0")}` : it;
}

/** Translates one pattern. */
export class RegexSource {
  private at = 0;
  private result = "";
  /** Whether there are classes in brackets, which the flag `v` allows. */
  hasSets = false;
  flags: number;
  /** The names of groups by their numbers; empty without a name. */
  readonly names: string[] = [];
  private readonly text: string;

  constructor(text: string, flags: number) {
    this.text = text;
    this.flags = flags;
    this.leadingFlags();
    while (this.at < this.text.length) this.result += this.part();
  }

  get source(): string {
    return this.result;
  }

  private has(flag: number): boolean {
    return (this.flags & flag) !== 0;
  }

  private fail(message: string): RegexError {
    return new RegexError(`${message} at position ${this.at}`);
  }

  private next(): string {
    const it = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0);
    this.at += it.length;
    return it;
  }

  /** `(?im)` at the beginning. */
  private leadingFlags(): void {
    const match = /^\(\?([aiLmsux]+)\)/.exec(this.text);
    if (match === null) return;
    const bits: Record<string, number> = { a: 256, i: 2, m: 8, s: 16, u: 32, x: 64 };
    for (const it of match[1] ?? "") this.flags |= bits[it] ?? 0;
    this.at = match[0].length;
  }

  private part(): string {
    const it = this.next();
    switch (it) {
      case "\\":
        return this.escape(false);
      case "[":
        return this.brackets();
      case "(":
        return this.group();
      case ".":
        return this.has(FLAGS.DOTALL) ? "[\\s\\S]" : "[^\\n]";
      case "^":
        return this.has(FLAGS.MULTILINE) ? "(?<![^\\n])" : "(?<![\\s\\S])";
      case "$":
        return this.has(FLAGS.MULTILINE) ? "(?![^\\n])" : "(?=\\n?(?![\\s\\S]))";
      case "{":
        return this.braces();
      case "*":
      case "+":
      case "?":
        return this.repetition(it);
      case "|":
      case ")":
        return it;
      default:
        return this.plain(it);
    }
  }

  private plain(it: string): string {
    if (!this.has(FLAGS.VERBOSE)) return literal(it);
    if (/\s/.test(it)) return "";
    if (it !== "#") return literal(it);
    while (this.at < this.text.length && this.next() !== "\n");
    return "";
  }

  /** `*`, and what follows it. */
  private repetition(sign: string): string {
    const after = this.text.charAt(this.at);
    if (after === "+") throw this.fail("LumiPy has no possessive quantifiers");
    if (after === "*" || after === "{" && /^\{\d*,?\d*\}/.test(this.text.slice(this.at))) {
      throw this.fail("multiple repeat");
    }
    if (after !== "?") return sign;
    this.at += 1;
    return `${sign}?`;
  }

  /** `{1,2}`; other braces are characters. */
  private braces(): string {
    const match = /^(\d*)(,?)(\d*)\}/.exec(this.text.slice(this.at));
    if (match === null || (match[1] === "" && match[2] === "")) return "\\{";
    this.at += match[0].length;
    const [, least = "", comma = "", most = ""] = match;
    return this.repetition(`{${least === "" ? "0" : least}${comma}${most}}`);
  }

  private group(): string {
    const rest = this.text.slice(this.at);
    const named = /^\?P<([\p{L}_][\p{L}\p{N}_]*)>/u.exec(rest);
    if (named !== null) {
      this.at += named[0].length;
      if (this.names.includes(named[1] ?? "")) throw this.fail(`redefinition of group name '${named[1]}'`);
      this.names.push(named[1] ?? "");
      return `(?<${named[1]}>`;
    }
    const again = /^\?P=([^)]*)\)/.exec(rest);
    if (again !== null) {
      this.at += again[0].length;
      return `\\k<${again[1]}>`;
    }
    const comment = /^\?#[^)]*\)/.exec(rest);
    if (comment !== null) {
      this.at += comment[0].length;
      return "";
    }
    const look = /^\?(?:[:=!]|<[=!])/.exec(rest);
    if (look !== null) {
      this.at += look[0].length;
      return `(${look[0]}`;
    }
    const local = /^\?([ims]*)(?:-([ims]+))?:/.exec(rest);
    if (local !== null) {
      this.at += local[0].length;
      const off = local[2] === undefined ? "" : `-${local[2]}`;
      return `(?${local[1]}${off}:`;
    }
    if (rest.startsWith("?")) throw this.fail("LumiPy has no groups of this kind");
    this.names.push("");
    return "(";
  }

  /** An escape, whose backslash has been read. */
  private escape(inBrackets: boolean): string {
    if (this.at >= this.text.length) throw this.fail("bad escape (end of pattern)");
    const it = this.next();
    const classes = this.has(FLAGS.ASCII) ? ASCII_CLASSES : CLASSES;
    const members = classes[it.toLowerCase()];
    if (members !== undefined) return this.classOf(it, members, inBrackets);
    if (CONTROLS[it] !== undefined) return CONTROLS[it];
    if (it === "x" || it === "u" || it === "U") return this.code(it, inBrackets);
    if (it === "b" && inBrackets) return "\\x08";
    if (!inBrackets && /[bBAZ]/.test(it)) return this.assertion(it);
    if (/[0-9]/.test(it)) return this.number(it, inBrackets);
    if (/[A-Za-z]/.test(it)) throw this.fail(`bad escape \\${it}`);
    return inBrackets ? literalInside(it) : literal(it);
  }

  private classOf(name: string, members: string, inBrackets: boolean): string {
    const isOpposite = name !== name.toLowerCase();
    if (!inBrackets) return `[${isOpposite ? "^" : ""}${members}]`;
    if (!isOpposite) return members;
    this.hasSets = true;
    return `[^${members}]`;
  }

  private assertion(it: string): string {
    const word = `[${(this.has(FLAGS.ASCII) ? ASCII_CLASSES : CLASSES).w}]`;
    switch (it) {
      case "A":
        return "(?<![\\s\\S])";
      case "Z":
        return "(?![\\s\\S])";
      case "b":
        return `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`;
      default:
        return `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`;
    }
  }

  private code(kind: string, inBrackets: boolean): string {
    const size = kind === "x" ? 2 : kind === "u" ? 4 : 8;
    const digits = this.text.slice(this.at, this.at + size);
    if (!/^[0-9a-fA-F]+$/.test(digits) || digits.length < size) throw this.fail(`incomplete escape \\${kind}${digits}`);
    this.at += size;
    const found = String.fromCodePoint(parseInt(digits, 16));
    return inBrackets ? literalInside(found) : literal(found);
  }

  /** A reference to a group, or an octal code. */
  private number(first: string, inBrackets: boolean): string {
    const more = /^[0-7]{1,2}/.exec(this.text.slice(this.at))?.[0] ?? "";
    if (first === "0" || inBrackets) {
      this.at += more.length;
      const found = String.fromCodePoint(parseInt(first + more, 8));
      return inBrackets ? literalInside(found) : literal(found);
    }
    const digit = /^[0-9]/.exec(this.text.slice(this.at))?.[0] ?? "";
    this.at += digit.length;
    if (Number(first + digit) > this.names.length) throw this.fail(`invalid group reference ${first + digit}`);
    return `(?:\\${first}${digit})`;
  }

  private brackets(): string {
    let found = "[";
    if (this.text.charAt(this.at) === "^") {
      found += "^";
      this.at += 1;
    }
    const first = this.at;
    for (;;) {
      if (this.at >= this.text.length) throw this.fail("unterminated character set");
      const it = this.next();
      if (it === "]" && this.at > first + 1) return `${found}]`;
      const isRange = it === "-" && this.at > first + 1 && this.text.charAt(this.at) !== "]";
      if (isRange) found += this.range(found);
      else found += it === "\\" ? this.escape(true) : literalInside(it);
    }
  }

  /** `-`, which is a character after a class such as `\d`. */
  private range(before: string): string {
    const isAfterClass = before !== "[" && /\\[dwsDWS]-$/.test(this.text.slice(0, this.at));
    return isAfterClass ? "\\x2d" : "-";
  }
}
