// node:buffer: bytes with text encodings. Otherwise a Buffer is a Uint8Array.

import { core } from "../web/ops.ts";

export type BufferEncoding =
  | "utf8"
  | "utf-8"
  | "utf16le"
  | "utf-16le"
  | "ucs2"
  | "ucs-2"
  | "hex"
  | "base64"
  | "base64url"
  | "latin1"
  | "binary"
  | "ascii";

interface Codec {
  encode(text: string): Uint8Array<ArrayBuffer>;
  /** The length in bytes; hexadecimal digits and base64 are taken to be valid, as in Node. */
  byteLength(text: string): number;
  decode(bytes: Uint8Array): string;
}

/** Methods of Uint8Array that TypeScript's library lacks. */
interface Modern {
  toHex(): string;
  toBase64(options?: { alphabet?: string; omitPadding?: boolean }): string;
}

const modern = (bytes: Uint8Array) => bytes as unknown as Modern;

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  (Uint8Array as unknown as { fromBase64(text: string): Uint8Array<ArrayBuffer> }).fromBase64(text);

const utf8: Codec = {
  encode: (text) => core.encode(text),
  byteLength: (text) => core.encode(text).length,
  decode: (bytes) => core.decode(bytes),
};

const hex: Codec = {
  encode(text) {
    const digits = /^(?:[0-9a-f]{2})*/i.exec(text)![0];
    return Uint8Array.from({ length: digits.length / 2 }, (_, i) => parseInt(digits.slice(2 * i, 2 * i + 2), 16));
  },
  byteLength: (text) => text.length >>> 1,
  decode: (bytes) => modern(bytes).toHex(),
};

/** As lenient as Node: accepts both alphabets, optional padding, and ignores other characters. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  let digits = text.split("=", 1)[0]!.replaceAll("-", "+").replaceAll("_", "/").replace(/[^A-Za-z0-9+/]/g, "");
  if (digits.length % 4 === 1) digits = digits.slice(0, -1);
  return fromBase64(digits);
}

function base64Length(text: string): number {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return (text.length - padding) * 3 >>> 2;
}

const base64: Codec = {
  encode: decodeBase64,
  byteLength: base64Length,
  decode: (bytes) => modern(bytes).toBase64(),
};

const base64url: Codec = {
  encode: decodeBase64,
  byteLength: base64Length,
  decode: (bytes) => modern(bytes).toBase64({ alphabet: "base64url", omitPadding: true }),
};

const latin1: Codec = {
  encode: (text) => Uint8Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)),
  byteLength: (text) => text.length,
  decode: (bytes) => bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""),
};

const ascii: Codec = {
  encode: latin1.encode,
  byteLength: latin1.byteLength,
  decode: (bytes) => latin1.decode(bytes.map((byte) => byte & 0x7f)),
};

/** Two bytes for each code unit, the lower one first. */
const utf16le: Codec = {
  encode: (text) =>
    Uint8Array.from({ length: 2 * text.length }, (_, i) => text.charCodeAt(i >> 1) >> (i % 2 === 0 ? 0 : 8)),
  byteLength: (text) => 2 * text.length,
  decode(bytes) {
    let text = "";
    for (let i = 0; i + 1 < bytes.length; i += 2) text += String.fromCharCode(bytes[i]! | bytes[i + 1]! << 8);
    return text;
  },
};

const codecs: Record<BufferEncoding, Codec> = {
  utf8,
  "utf-8": utf8,
  utf16le,
  "utf-16le": utf16le,
  ucs2: utf16le,
  "ucs-2": utf16le,
  hex,
  base64,
  base64url,
  latin1,
  binary: latin1,
  ascii,
};

function codec(encoding: string): Codec {
  const name = String(encoding).toLowerCase() as BufferEncoding;
  if (Object.hasOwn(codecs, name)) return codecs[name];
  const problem = `unknown encoding ${JSON.stringify(encoding)}; there are ${Object.keys(codecs).join(", ")}`;
  throw Object.assign(new TypeError(problem), { code: "ERR_UNKNOWN_ENCODING" });
}

/**
 * Allocates a Buffer, with a cast because the compiler accepts only constructors that take memory.
 */
function blank(size: number): Buffer {
  return new (Buffer as unknown as new (size: number) => Buffer)(size);
}

/** A search or fill pattern: a byte, bytes, or a text. */
type Pattern = string | number | Uint8Array;

function patternOf(value: unknown, encoding: string): Uint8Array {
  if (typeof value === "string") return codec(encoding).encode(value);
  if (typeof value === "number") return Uint8Array.of(value);
  if (value instanceof Uint8Array) return value;
  throw new TypeError("a Buffer holds bytes: look for a string, a number or a Uint8Array");
}

/** The start of a search and the encoding, which may be passed in place of the start. */
function searchFrom(start: unknown, encoding: string, fallback: number, length: number): [number, string] {
  if (typeof start === "string") return [fallback, start];
  const number = start === undefined ? NaN : Math.trunc(Number(start));
  if (Number.isNaN(number)) return [fallback, encoding];
  return [number < 0 ? number + length : number, encoding];
}

function isAt(bytes: Uint8Array, pattern: Uint8Array, at: number): boolean {
  for (let i = 0; i < pattern.length; i++) if (bytes[at + i] !== pattern[i]) return false;
  return true;
}

/** A view of the same memory. Calls no inherited methods, because programs may replace them. */
function part(bytes: Uint8Array, start?: number, end?: number): Uint8Array {
  return bytes.subarray(start, end);
}

/** A Uint8Array of the same memory, without methods of Buffer. */
function plain(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export class Buffer extends Uint8Array<ArrayBuffer> {
  static override from(
    value: string | ArrayLike<number> | Iterable<number> | ArrayBuffer,
    encodingOrOffset?: unknown,
    length?: unknown,
  ): Buffer {
    if (typeof value === "string") {
      return Buffer.over(codec((encodingOrOffset || "utf8") as string).encode(value));
    }
    if (value instanceof ArrayBuffer) {
      return new Buffer(value, encodingOrOffset as number | undefined, length as number | undefined);
    }
    if (value === null || typeof value !== "object") {
      throw new TypeError("Buffer.from takes a string, an array, a typed array or an ArrayBuffer");
    }
    return Buffer.over(Uint8Array.from(value as Iterable<number>));
  }

  /** @internal A Buffer of the same memory. */
  static over(bytes: Uint8Array): Buffer {
    return new Buffer(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
  }

  static alloc(size: number, fill: Pattern = 0, encoding = "utf8"): Buffer {
    const buffer = blank(size);
    return fill === "" ? buffer : buffer.fill(fill, encoding);
  }

  static allocUnsafe(size: number): Buffer {
    return blank(size);
  }

  static concat(list: readonly Uint8Array[], total = list.reduce((sum, it) => sum + it.length, 0)): Buffer {
    const buffer = blank(total);
    let at = 0;
    for (const bytes of list) {
      const part = bytes.subarray(0, total - at);
      buffer.set(part, at);
      at += part.length;
    }
    return buffer;
  }

  static byteLength(value: string | ArrayBuffer | ArrayBufferView, encoding = "utf8"): number {
    return typeof value === "string" ? codec(encoding).byteLength(value) : value.byteLength;
  }

  static isBuffer(value: unknown): value is Buffer {
    return value instanceof Buffer;
  }

  static isEncoding(name: unknown): boolean {
    return typeof name === "string" && Object.hasOwn(codecs, name.toLowerCase());
  }

  static compare(a: Uint8Array, b: Uint8Array): -1 | 0 | 1 {
    const shared = Math.min(a.length, b.length);
    for (let i = 0; i < shared; i++) {
      if (a[i] !== b[i]) return a[i]! < b[i]! ? -1 : 1;
    }
    return a.length === b.length ? 0 : a.length < b.length ? -1 : 1;
  }

  override toString(encoding = "utf8", start = 0, end = this.length): string {
    return codec(encoding).decode(part(this, start, end));
  }

  equals(other: Uint8Array): boolean {
    return Buffer.compare(this, other) === 0;
  }

  /** Shares memory, unlike the method of Uint8Array. */
  override slice(start?: number, end?: number): Buffer {
    return part(this, start, end) as Buffer;
  }

  override indexOf(value: Pattern, start?: number | string, encoding = "utf8"): number {
    const [from, name] = searchFrom(start, encoding, 0, this.length);
    const pattern = patternOf(value, name);
    const last = this.length - pattern.length;
    if (pattern.length === 0) return Math.min(Math.max(from, 0), this.length);
    for (let at = Math.max(from, 0); at <= last; at++) if (isAt(this, pattern, at)) return at;
    return -1;
  }

  override lastIndexOf(value: Pattern, start?: number | string, encoding = "utf8"): number {
    const [from, name] = searchFrom(start, encoding, this.length, this.length);
    const pattern = patternOf(value, name);
    for (let at = Math.min(from, this.length - pattern.length); at >= 0; at--) if (isAt(this, pattern, at)) return at;
    return -1;
  }

  override includes(value: Pattern, start?: number | string, encoding = "utf8"): boolean {
    return this.indexOf(value, start, encoding) >= 0;
  }

  /** Repeats a pattern; the encoding may be passed in place of `start` or `end`. */
  override fill(value: Pattern, start?: number | string, end?: number | string, encoding = "utf8"): this {
    if (typeof value === "number") {
      plain(this).fill(value, start as number, end as number);
      return this;
    }
    const name = [start, end].find((it) => typeof it === "string") as string | undefined;
    const pattern = patternOf(value, name ?? encoding);
    const target = part(this, typeof start === "number" ? start : 0, typeof end === "number" ? end : this.length);
    if (pattern.length === 0) {
      if (value !== "") throw new TypeError("what fills a Buffer must not be empty");
      plain(target).fill(0);
    }
    const copy = pattern.slice();
    for (let i = 0; i < target.length && copy.length > 0; i++) target[i] = copy[i % copy.length]!;
    return this;
  }

  toJSON(): { type: "Buffer"; data: number[] } {
    return { type: "Buffer", data: [...this] };
  }
}

export default { Buffer };
