// `str.format`: a template with replacement fields.

import { IndexError, KeyError, ValueError } from "./errors.ts";
import { field, join } from "./foreign.ts";
import { lookUp } from "./hashing.ts";
import type { Dict } from "./values.ts";

/** How attributes and subscripts of values are read. */
const reader: { attribute: any; item: any } = { attribute: null, item: null };

export function setReader(attribute: any, item: any): void {
  reader.attribute = attribute;
  reader.item = item;
}

/** The place of the brace that closes the one at `start`. */
function closing(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text.charAt(at) === "{") depth += 1;
    else if (text.charAt(at) === "}") depth -= 1;
    if (depth === 0) return at;
  }
  throw new ValueError(
    start + 1 === text.length ? "Single '{' encountered in format string" : "expected '}' before end of string",
  );
}

/** The fields that are numbered so far: by their place (`{}`), or by hand (`{0}`). */
interface Numbering {
  next: number;
  isManual: boolean;
}

/** `text.format(...)` */
export function formatted(text: string, args: any[], named: Dict, numbering: Numbering, depth = 2): any {
  if (depth === 0) throw new ValueError("Max string recursion exceeded");
  const parts: any[] = [];
  let at = 0;
  let plain = "";
  while (at < text.length) {
    const it = text.charAt(at);
    const isBrace = it === "{" || it === "}";
    if (!isBrace || text.charAt(at + 1) === it) {
      plain += it;
      at += isBrace ? 2 : 1;
      continue;
    }
    if (it === "}") throw new ValueError("Single '}' encountered in format string");
    const end = closing(text, at);
    const match = /^((?:[^:![]|\[[^\]]*\])*)(?:!([rsa]))?(?::(.*))?$/s.exec(text.slice(at + 1, end));
    if (match === null) throw new ValueError("LumiPy has no format fields of this kind");
    const [, name = "", conversion = "", spec = ""] = match;
    const value = fieldValue(name, args, named, numbering);
    const how = spec.includes("{") ? formatted(spec, args, named, numbering, depth - 1) : spec;
    parts.push(plain, field(value, conversion, how));
    plain = "";
    at = end + 1;
  }
  return join([...parts, plain]);
}

/** The value of a field such as `0`, `name`, `name.attribute` or `0[key]`. */
function fieldValue(name: string, args: any[], named: Dict, numbering: Numbering): any {
  const [first = ""] = /^[^.[]*/.exec(name) ?? [];
  let value: any;
  if (first === "" || /^\d+$/.test(first)) {
    const isManual = first !== "";
    if (isManual ? numbering.next > 0 : numbering.isManual) {
      const [from, to] = isManual
        ? ["automatic field numbering", "manual field specification"]
        : ["manual field specification", "automatic field numbering"];
      throw new ValueError(`cannot switch from ${from} to ${to}`);
    }
    numbering.isManual = isManual;
    const index = isManual ? Number(first) : numbering.next++;
    if (index >= args.length) {
      throw new IndexError(`Replacement index ${index} out of range for positional args tuple`);
    }
    value = args[index];
  } else {
    value = lookUp(named, first);
    if (value === undefined) throw new KeyError(first);
  }
  for (const [, attribute, key = ""] of name.slice(first.length).matchAll(/\.([^.[]*)|\[([^\]]*)\]/g)) {
    if (attribute !== undefined) value = reader.attribute(value, attribute);
    else value = reader.item(value, /^\d+$/.test(key) ? Number(key) : key);
  }
  return value;
}
