// Bytes: their methods, and their conversion from and to text.

import { PyTypeError, ValueError } from "../errors.ts";
import { UnicodeDecodeError, UnicodeEncodeError } from "../system_errors.ts";
import { listOf } from "../operators.ts";
import { Bytes, isList, numberOf, Range, Tuple } from "../values.ts";

/** The names of encodings without signs. */
function encodingOf(name: string): string {
  const plain = name.toLowerCase().replace(/[-_ ]/g, "");
  if (plain === "utf8" || plain === "u8") return "utf8";
  if (plain === "ascii" || plain === "usascii") return "ascii";
  if (plain === "latin1" || plain === "iso88591") return "latin1";
  throw new ValueError(`LumiPy has no encoding ${name}: there are utf-8, ascii and latin-1`);
}

/** `text.encode(encoding)` */
export function encode(text: string, encoding = "utf-8"): Bytes {
  const name = encodingOf(encoding);
  if (name === "utf8") return new Bytes(unescaped(encodeURIComponent(text)));
  const most = name === "ascii" ? 0x7f : 0xff;
  const shown = name === "ascii" ? "ascii" : "latin-1";
  Array.from(text).forEach((it, at) => {
    if ((it.codePointAt(0) ?? 0) <= most) return;
    const code = (it.codePointAt(0) ?? 0).toString(16);
    const character = code.length <= 2
      ? `\\x${code.padStart(2, "0")}`
      : code.length <= 4
      ? `\\u${code.padStart(4, "0")}`
      : `\\U${code.padStart(8, "0")}`;
    throw new UnicodeEncodeError(
      `'${shown}' codec can't encode character '${character}' in position ${at}: ordinal not in range(${most + 1})`,
    );
  });
  return new Bytes(text);
}

function unescaped(text: string): string {
  return text.replace(/%([0-9A-F]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)));
}

/** `bytes.decode(encoding)` */
export function decode(bytes: Bytes, encoding = "utf-8", errors = "strict"): string {
  const name = encodingOf(encoding);
  if (name === "latin1") return bytes.text;
  if (name === "ascii" && !/[\u0080-\u00ff]/.test(bytes.text)) return bytes.text;
  if (name === "ascii") {
    if (errors === "strict") throw new UnicodeDecodeError("'ascii' codec can't decode these bytes");
    return bytes.text.replace(/[\u0080-\u00ff]/g, errors === "ignore" ? "" : "\ufffd");
  }
  return bytes.text.replace(sequences, (it, valid) => {
    if (valid !== undefined) return decodeURIComponent(Array.from(it, (byte) => `%${hexOf(byte)}`).join(""));
    if (errors === "strict") throw new UnicodeDecodeError("'utf-8' codec can't decode these bytes");
    return errors === "ignore" ? "" : "\ufffd";
  });
}

/** The sequences of UTF-8, and any other bytes above 127. */
const sequences = new RegExp(
  "([\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|" +
    "\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})|[\x80-\xff]",
  "g",
);

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, "0");
}

export function hexText(bytes: Bytes): string {
  return Array.from(bytes.text, hexOf).join("");
}

/** `bytes(value, encoding)` */
export function bytesOf(value: any, encoding: any): Bytes {
  if (typeof value === "string") {
    if (encoding === undefined) throw new PyTypeError("string argument without an encoding");
    return encode(value, encoding);
  }
  if (value instanceof Bytes) return value;
  if (typeof value === "number") return new Bytes("\u0000".repeat(value));
  if (value === undefined) return new Bytes("");
  const isSequence = isList(value) || value instanceof Tuple || value instanceof Range;
  const items = isSequence ? listOf(value) : Array.from(listOf(value));
  const codes = items.map((it) => {
    const code = numberOf(it);
    if (!(code >= 0 && code < 256)) throw new ValueError("bytes must be in range(0, 256)");
    return String.fromCharCode(code);
  });
  return new Bytes(codes.join(""));
}

function part(value: any): string {
  if (value instanceof Bytes) return value.text;
  throw new PyTypeError("a bytes-like object is required");
}

export const bytesMethods: any = {
  decode: ["encoding=, errors=", (of: Bytes, encoding?: string, errors?: string) => decode(of, encoding, errors)],
  hex: ["", hexText],
  startswith: ["prefix, /", (of: Bytes, it: any) => of.text.startsWith(part(it))],
  endswith: ["suffix, /", (of: Bytes, it: any) => of.text.endsWith(part(it))],
  replace: ["old, new, /", (of: Bytes, old: any, by: any) => new Bytes(of.text.replaceAll(part(old), () => part(by)))],
  strip: ["", (of: Bytes) => new Bytes(of.text.replace(/^[ \t\n\r\v\f]+|[ \t\n\r\v\f]+$/g, ""))],
  rstrip: ["", (of: Bytes) => new Bytes(of.text.replace(/[ \t\n\r\v\f]+$/, ""))],
  find: ["part, /", (of: Bytes, it: any) => of.text.indexOf(part(it))],
  count: ["part, /", (of: Bytes, it: any) => of.text.split(part(it)).length - 1],
  join: ["values, /", (of: Bytes, values: any) => new Bytes(listOf(values).map(part).join(of.text))],
};
