// The module `base64`.

import { encode } from "../types/bytes.ts";
import { define } from "../calls.ts";
import { PyTypeError, ValueError } from "../errors.ts";
import { kindOf } from "../hashing.ts";
import { Bytes } from "../values.ts";

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const BASE16 = "0123456789ABCDEF";

class BinasciiError extends ValueError {
  static override $name = "Error";
  override get $class(): any {
    return BinasciiError;
  }
}

function bytesOf(value: any): Bytes {
  if (value instanceof Bytes) return value;
  throw new PyTypeError(`a bytes-like object is required, not '${kindOf(value)}'`);
}

/** Text may be decoded as it is, if it is ASCII. */
function textOf(value: any): string {
  if (typeof value !== "string") return bytesOf(value).text;
  if (/\P{ASCII}/u.test(value)) throw new ValueError("string argument should contain only ASCII characters");
  return encode(value).text;
}

/** The digits of bytes, of so many bits each. */
function digits(text: string, bits: number, alphabet: string): string {
  let result = "";
  let rest = 0;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    rest = (rest << 8) | text.charCodeAt(at);
    count += 8;
    while (count >= bits) {
      count -= bits;
      result += alphabet.charAt(rest >> count);
      rest &= (1 << count) - 1;
    }
  }
  return count === 0 ? result : result + alphabet.charAt(rest << (bits - count));
}

function bytesOfDigits(text: string, bits: number, alphabet: string): string {
  let result = "";
  let rest = 0;
  let count = 0;
  for (const it of text) {
    rest = (rest << bits) | alphabet.indexOf(it);
    count += bits;
    if (count < 8) continue;
    count -= 8;
    result += String.fromCharCode(rest >> count);
    rest &= (1 << count) - 1;
  }
  return result;
}

function padded(text: string, size: number): Bytes {
  return new Bytes(text.padEnd(Math.ceil(text.length / size) * size, "="));
}

function encode64(value: any, extra: string): Bytes {
  const found = padded(digits(bytesOf(value).text, 6, BASE64), 4);
  if (extra === "+/") return found;
  const [plus = "", slash = ""] = extra;
  return new Bytes(found.text.replaceAll("+", plus).replaceAll("/", slash));
}

function decode64(value: any, extra: string, strict = false): Bytes {
  const [plus = "", slash = ""] = extra;
  const text = textOf(value).replaceAll(plus, "+").replaceAll(slash, "/");
  if (strict && !/^[A-Za-z0-9+/]*=*$/.test(text)) throw new BinasciiError("Only base64 data is allowed");
  const all = text.replace(/[^A-Za-z0-9+/=]/g, "");
  const plain = all.replace(/=+$/, "").replace(/=.*$/, "");
  if (plain.length % 4 === 1) {
    throw new BinasciiError(
      `Invalid base64-encoded string: number of data characters (${plain.length}) cannot be 1 more than a multiple of 4`,
    );
  }
  const missing = (4 - plain.length % 4) % 4;
  if (all.length - plain.length < missing) throw new BinasciiError("Incorrect padding");
  return new Bytes(bytesOfDigits(plain, 6, BASE64));
}

/** Lines of 76 characters. */
function lines(value: any): Bytes {
  const found = encode64(value, "+/").text.match(/.{1,76}/g) ?? [];
  return new Bytes(found.map((it) => `${it}\n`).join(""));
}

function decode32(value: any): Bytes {
  const text = textOf(value);
  const plain = text.replace(/=+$/, "");
  if (text.length % 8 !== 0) throw new BinasciiError("Incorrect padding");
  if (/[^A-Z2-7]/.test(plain)) throw new BinasciiError("Non-base32 digit found");
  return new Bytes(bytesOfDigits(plain, 5, BASE32));
}

function decode16(value: any): Bytes {
  const text = textOf(value);
  if (/[^0-9A-F]/.test(text) || text.length % 2 === 1) throw new BinasciiError("Non-base16 digit found");
  return new Bytes(bytesOfDigits(text, 4, BASE16));
}

function encoder(name: string, work: (value: any) => Bytes): any {
  return define(name, "s, /", work);
}

const b64encode = define("b64encode", "s, altchars=",
  (value: any, extra: any = null) => encode64(value, extra === null ? "+/" : bytesOf(extra).text));
const b64decode = define("b64decode", "s, altchars=, validate=",
  (value: any, extra: any = null, strict = false) => decode64(value, extra === null ? "+/" : textOf(extra), strict));

export const base64 = {
  $name: "base64",
  b16decode: encoder("b16decode", decode16),
  b16encode: encoder("b16encode", (it) => new Bytes(digits(bytesOf(it).text, 4, BASE16))),
  b32decode: encoder("b32decode", decode32),
  b32encode: encoder("b32encode", (it) => padded(digits(bytesOf(it).text, 5, BASE32), 8)),
  b64decode,
  b64encode,
  decodebytes: encoder("decodebytes", (it) => decode64(it, "+/")),
  encodebytes: encoder("encodebytes", lines),
  standard_b64decode: encoder("standard_b64decode", (it) => decode64(it, "+/")),
  standard_b64encode: encoder("standard_b64encode", (it) => encode64(it, "+/")),
  urlsafe_b64decode: encoder("urlsafe_b64decode", (it) => decode64(it, "-_")),
  urlsafe_b64encode: encoder("urlsafe_b64encode", (it) => encode64(it, "-_")),
};
