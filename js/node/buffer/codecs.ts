// Text encodings of Buffer.

import { core } from "../../web/ops.ts";
import { coded } from "../node_errors.ts";

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

export interface Codec {
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

/** The largest length of a string of V8, in code units. */
export const MAX_STRING = 536870888;

function tooLong(): never {
  throw coded(Error, "ERR_STRING_TOO_LONG",
    `Cannot create a string longer than 0x${MAX_STRING.toString(16)} characters`);
}

/** Text with its byte order mark, which deno_core takes away. */
export const decodeUtf8 = (bytes: Uint8Array): string =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? `\ufeff${core.decode(bytes)}` : core.decode(bytes);

const utf8: Codec = {
  encode: (text) => core.encode(text),
  byteLength: (text) => core.ops.op_lumi_text_length(text),
  decode(bytes) {
    if (bytes.length <= MAX_STRING) return decodeUtf8(bytes);
    // Bytes of characters with several may be more than the code units.
    try {
      return decodeUtf8(bytes);
    } catch {
      return tooLong();
    }
  },
};

const hex: Codec = {
  encode(text) {
    const digits = /^(?:[0-9a-f]{2})*/i.exec(text)![0];
    const bytes = new Uint8Array(digits.length / 2);
    for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(digits.slice(2 * i, 2 * i + 2), 16);
    return bytes;
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
  encode(text) {
    const bytes = new Uint8Array(text.length);
    core.ops.op_lumi_text_write(text, true, bytes, 0);
    return bytes;
  },
  byteLength: (text) => text.length,
  decode(bytes) {
    if (bytes.length > MAX_STRING) tooLong();
    let text = "";
    for (let i = 0; i < bytes.length; i++) text += String.fromCharCode(bytes[i]!);
    return text;
  },
};

const ascii: Codec = {
  encode: latin1.encode,
  byteLength: latin1.byteLength,
  decode(bytes) {
    if (bytes.length > MAX_STRING) tooLong();
    let text = "";
    for (let i = 0; i < bytes.length; i++) text += String.fromCharCode(bytes[i]! & 0x7f);
    return text;
  },
};

/** Two bytes for each code unit, the lower one first. */
const utf16le: Codec = {
  encode(text) {
    const bytes = new Uint8Array(2 * text.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i >> 1) >> (i % 2 === 0 ? 0 : 8);
    return bytes;
  },
  byteLength: (text) => 2 * text.length,
  decode(bytes) {
    if (bytes.length > MAX_STRING) tooLong();
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

/** The codec of an encoding by its name in any case; an error for other names. */
export function codec(encoding: unknown): Codec {
  const known = codecOf(encoding);
  if (known === undefined) throw coded(TypeError, "ERR_UNKNOWN_ENCODING", `Unknown encoding: ${String(encoding)}`);
  return known;
}

/** The codec of an encoding; undefined for other values. */
export function codecOf(encoding: unknown): Codec | undefined {
  const given = typeof encoding === "object" && encoding !== null ? String(encoding) : encoding;
  if (typeof given !== "string") return undefined;
  const name = given.toLowerCase() as BufferEncoding;
  return Object.hasOwn(codecs, name) ? codecs[name] : undefined;
}
