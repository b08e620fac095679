// JSON as values of Python: objects keep the order of their members, and numbers with a point or an exponent are floats.

import { PyTypeError, ValueError } from "./errors.ts";
import { dict, kindOf } from "./hashing.ts";
import { int } from "./numbers.ts";
import { float } from "./values.ts";

const MAX_DEPTH = 900;

export class JSONDecodeError extends ValueError {
  static override $name = "JSONDecodeError";
  override get $class(): any {
    return JSONDecodeError;
  }
}

const escapes: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\", "/": "/" };
const words: any[] = [["null", null], ["true", true], ["false", false], ["NaN", NaN], ["Infinity", Infinity], [
  "-Infinity",
  -Infinity,
]];

class Parser {
  readonly text: string;
  at = 0;
  depth = 0;
  constructor(text: string) {
    this.text = text;
  }

  fail(message: string, at: number): any {
    const before = this.text.slice(0, at);
    const line = before.split("\n").length;
    const column = Array.from(before.slice(before.lastIndexOf("\n") + 1)).length + 1;
    return new JSONDecodeError(`${message}: line ${line} column ${column} (char ${Array.from(before).length})`);
  }

  skip(): void {
    while (this.at < this.text.length && " \t\n\r".includes(this.text.charAt(this.at))) this.at += 1;
  }

  value(): any {
    const it = this.text.charAt(this.at);
    if (it === '"') return this.string();
    if (it === "{" || it === "[") return this.nested(it);
    for (const [word, value] of words) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    return this.number();
  }

  nested(open: string): any {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new ValueError(`LumiPy reads JSON of at most ${MAX_DEPTH} levels`);
    this.at += 1;
    this.skip();
    const result = open === "{" ? this.members() : this.elements();
    this.depth -= 1;
    return result;
  }

  elements(): any[] {
    const found: any[] = [];
    if (this.text.charAt(this.at) === "]") {
      this.at += 1;
      return found;
    }
    for (;;) {
      found.push(this.value());
      if (this.ends("]")) return found;
    }
  }

  members(): any {
    const pairs: any[] = [];
    if (this.text.charAt(this.at) === "}") {
      this.at += 1;
      return dict(pairs);
    }
    for (;;) {
      if (this.text.charAt(this.at) !== '"') {
        throw this.fail("Expecting property name enclosed in double quotes", this.at);
      }
      const key = this.string();
      this.skip();
      if (this.text.charAt(this.at) !== ":") throw this.fail("Expecting ':' delimiter", this.at);
      this.at += 1;
      this.skip();
      pairs.push([key, this.value()]);
      if (this.ends("}")) return dict(pairs);
    }
  }

  /** Whether a list of values ends here; otherwise it goes on after a comma. */
  ends(close: string): boolean {
    this.skip();
    const it = this.text.charAt(this.at);
    if (it !== close && it !== ",") throw this.fail("Expecting ',' delimiter", this.at);
    this.at += 1;
    if (it === ",") this.skip();
    return it === close;
  }

  string(): string {
    const start = this.at;
    let result = "";
    this.at += 1;
    for (;;) {
      if (this.at >= this.text.length) throw this.fail("Unterminated string starting at", start);
      const it = this.text.charAt(this.at);
      if (it < " ") throw this.fail("Invalid control character at", this.at);
      this.at += 1;
      if (it === '"') return result;
      result += it === "\\" ? this.escaped(start) : it;
    }
  }

  escaped(start: number): string {
    const it = this.text.charAt(this.at);
    if (it === "") throw this.fail("Unterminated string starting at", start);
    this.at += 1;
    if (it !== "u") {
      const found = Object.hasOwn(escapes, it) ? escapes[it] : undefined;
      if (found === undefined) throw this.fail("Invalid \\escape", this.at - 2);
      return found;
    }
    const digits = this.text.slice(this.at, this.at + 4);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw this.fail("Invalid \\uXXXX escape", this.at - 1);
    this.at += 4;
    return String.fromCharCode(parseInt(digits, 16));
  }

  number(): any {
    const match = /^(-?(?:0|[1-9]\d*))(\.\d+)?([eE][-+]?\d+)?/.exec(this.text.slice(this.at, this.at + 400));
    if (match === null) throw this.fail("Expecting value", this.at);
    const [all = "", whole, fraction, exponent] = match;
    this.at += all.length;
    return fraction === undefined && exponent === undefined ? int(Number(whole)) : float(Number(all));
  }
}

/** `json.loads(text)` */
export function parsed(text: any): any {
  if (typeof text !== "string") {
    throw new PyTypeError(`the JSON object must be str, bytes or bytearray, not ${kindOf(text)}`);
  }
  const parser = new Parser(text);
  parser.skip();
  const value = parser.value();
  parser.skip();
  if (parser.at < text.length) throw parser.fail("Extra data", parser.at);
  return value;
}
