// A parser of JSON, which keeps numbers as they are written.

import { quoted } from "./printing.ts";
import { runeAt, runeText } from "./texts.ts";

export type Json = any;

export class JsonError extends Error {
  text: string;

  constructor(text: string) {
    super(text);
    this.text = text;
  }
}

const endText = "unexpected end of JSON input";

/** The tree of a text: `kind`, with `text`, `items` or `entries`. */
export function parse(text: string): Json {
  const reader = new Reader(text);
  const found = reader.value(0);
  reader.skip();
  if (reader.at < text.length) reader.wrong("after top-level value");
  return found;
}

class Reader {
  source: string;
  at: number = 0;

  constructor(source: string) {
    this.source = source;
  }

  wrong(where: string): never {
    // The end of a text counts as a space.
    const isInWord = /^(in literal|in numeric|in exponent|in \\u|in string escape|after decimal)/.test(where);
    const isEnd = this.at >= this.source.length;
    if (isEnd && !isInWord) throw new JsonError(endText);
    const character = isEnd ? " " : this.source.charAt(this.at);
    const shown = character === "'" ? `'\\''` : character === '"' ? `'"'` : quoted(runeText(character.charCodeAt(0)), "'");
    throw new JsonError(`invalid character ${shown} ${where}`);
  }

  skip(): void {
    while (" \t\r\n".includes(this.source.charAt(this.at)) && this.at < this.source.length) this.at += 1;
  }

  node(kind: string, text: string, items: any[] = [], entries: any[] = []): Json {
    return { kind, text, items, entries };
  }

  value(depth: number): Json {
    if (depth > 10000) throw new JsonError("exceeded max depth");
    this.skip();
    switch (this.source.charAt(this.at)) {
      case "{":
        return this.object(depth);
      case "[":
        return this.array(depth);
      case '"':
        return this.node("string", this.text());
      case "t":
        return this.word("true", "bool");
      case "f":
        return this.word("false", "bool");
      case "n":
        return this.word("null", "null");
      default:
        return this.number();
    }
  }

  word(word: string, kind: string): Json {
    for (let index = 0; index < word.length; index++) {
      if (this.source.charAt(this.at) !== word.charAt(index)) this.wrong(`in literal ${word} (expecting ${quoted(word.charAt(index), "'")})`);
      this.at += 1;
    }
    return this.node(kind, word);
  }

  digits(where: string): void {
    if (!/[0-9]/.test(this.source.charAt(this.at))) this.wrong(where);
    while (/[0-9]/.test(this.source.charAt(this.at))) this.at += 1;
  }

  number(): Json {
    const start = this.at;
    if (this.source.charAt(this.at) === "-") this.at += 1;
    const first = this.source.charAt(this.at);
    if (first === "0") this.at += 1;
    else this.digits(this.at > start ? "in numeric literal" : "looking for beginning of value");
    if (this.source.charAt(this.at) === ".") {
      this.at += 1;
      this.digits("after decimal point in numeric literal");
    }
    if (/[eE]/.test(this.source.charAt(this.at))) {
      this.at += 1;
      if (/[+-]/.test(this.source.charAt(this.at))) this.at += 1;
      this.digits("in exponent of numeric literal");
    }
    return this.node("number", this.source.slice(start, this.at));
  }

  array(depth: number): Json {
    const items: any[] = [];
    this.at += 1;
    this.skip();
    if (this.source.charAt(this.at) === "]") {
      this.at += 1;
      return this.node("array", "", items);
    }
    while (true) {
      items.push(this.value(depth + 1));
      this.skip();
      const next = this.source.charAt(this.at);
      if (next !== "," && next !== "]") this.wrong("after array element");
      this.at += 1;
      if (next === "]") return this.node("array", "", items);
    }
  }

  object(depth: number): Json {
    const entries: any[] = [];
    this.at += 1;
    this.skip();
    if (this.source.charAt(this.at) === "}") {
      this.at += 1;
      return this.node("object", "", [], entries);
    }
    while (true) {
      this.skip();
      if (this.source.charAt(this.at) !== '"') this.wrong(`looking for beginning of object key string`);
      const key = this.text();
      this.skip();
      if (this.source.charAt(this.at) !== ":") this.wrong("after object key");
      this.at += 1;
      entries.push([key, this.value(depth + 1)]);
      this.skip();
      const next = this.source.charAt(this.at);
      if (next !== "," && next !== "}") this.wrong("after object key:value pair");
      this.at += 1;
      if (next === "}") return this.node("object", "", [], entries);
    }
  }

  /** A string, as bytes; bytes that are no UTF-8 become U+FFFD. */
  text(): string {
    const parts: string[] = [];
    this.at += 1;
    while (true) {
      if (this.at >= this.source.length) throw new JsonError(endText);
      const code = this.source.charCodeAt(this.at);
      if (code === 0x22) {
        this.at += 1;
        return parts.join("");
      }
      if (code < 0x20) this.wrong("in string literal");
      if (code === 0x5c) {
        this.at += 1;
        parts.push(this.escape());
        continue;
      }
      const [rune, size] = runeAt(this.source, this.at);
      parts.push(runeText(rune));
      this.at += size;
    }
  }

  escape(): string {
    const letter = this.source.charAt(this.at);
    const at = "\"\\/bfnrt".indexOf(letter);
    if (letter === "u") {
      this.at += 1;
      const first = this.unit();
      if (first < 0xd800 || first > 0xdfff) return runeText(first);
      if (first < 0xdc00 && this.source.slice(this.at, this.at + 2) === "\\u") {
        const before = this.at;
        this.at += 2;
        const second = this.unit();
        if (second >= 0xdc00 && second <= 0xdfff) return runeText((first - 0xd800) * 0x400 + second - 0xdc00 + 0x10000);
        this.at = before;
      }
      return runeText(0xfffd);
    }
    if (letter === "" || at < 0) this.wrong("in string escape code");
    this.at += 1;
    return "\"\\/\b\f\n\r\t".charAt(at);
  }

  unit(): number {
    for (let index = 0; index < 4; index++) {
      if (!/[0-9a-fA-F]/.test(this.source.charAt(this.at + index)) || this.at + index >= this.source.length) {
        this.at += index;
        this.wrong("in \\u hexadecimal character escape");
      }
    }
    const found = parseInt(this.source.slice(this.at, this.at + 4), 16);
    this.at += 4;
    return found;
  }
}
