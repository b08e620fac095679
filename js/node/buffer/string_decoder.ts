// node:string_decoder: decodes chunks of bytes without splitting characters.

import { Buffer, type BufferEncoding } from "./buffer.ts";
import { coded, invalidArgType } from "../node_errors.ts";

/** The number of bytes that decode to whole characters. */
const groups: Partial<Record<BufferEncoding, number>> = { base64: 3, base64url: 3, utf16le: 2 };

/** The names that Node gives to encodings with several. */
const names: Partial<Record<BufferEncoding, BufferEncoding>> = {
  "utf-8": "utf8",
  "utf-16le": "utf16le",
  ucs2: "utf16le",
  "ucs-2": "utf16le",
  binary: "latin1",
};

/** Whether the code unit that ends before `end` is the first half of a surrogate pair. */
function endsInPair(bytes: Uint8Array, end: number): boolean {
  return end >= 2 && (bytes[end - 1]! & 0xfc) === 0xd8;
}

/** The start and length of an incomplete last character of UTF-8; without one, the length of all bytes, and 0. */
function wholeUtf8(bytes: Uint8Array): [whole: number, needed: number] {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if ((byte & 0xc0) === 0x80) continue;
    const needed = (byte & 0xf8) === 0xf0 ? 4 : (byte & 0xf0) === 0xe0 ? 3 : (byte & 0xe0) === 0xc0 ? 2 : 1;
    return needed > back ? [bytes.length - back, needed] : [bytes.length, 0];
  }
  return [bytes.length, 0];
}

function begin(decoder: Decoder, encoding: unknown): void {
  const given = encoding === undefined || encoding === null || encoding === "" ? "utf8" : encoding;
  const name = String(given).toLowerCase() as BufferEncoding;
  if (!Buffer.isEncoding(name)) {
    throw coded(TypeError, "ERR_UNKNOWN_ENCODING", `Unknown encoding: ${String(encoding)}`);
  }
  const known = names[name] ?? name;
  decoder.encoding = known;
  Object.defineProperty(decoder, "state", { value: new State(), writable: true, configurable: true });
}

const nothing = Buffer.alloc(0);

/** The part of a decoder that lasts between writes. */
class State {
  /** The bytes of a group or character that is not whole yet. */
  rest: Buffer = nothing;
  /** The length of a character of UTF-8 that is not whole yet. */
  needed = 0;
}

class Decoder {
  declare encoding: BufferEncoding;
  declare private state: State;

  write(bytes: string | ArrayBufferView): string {
    if (typeof bytes === "string") return bytes;
    if (!(this.state instanceof State)) {
      throw coded(TypeError, "ERR_INVALID_THIS", 'Value of "this" must be of type StringDecoder');
    }
    if (!ArrayBuffer.isView(bytes)) {
      throw invalidArgType("buf", "an instance of Buffer, TypedArray, or DataView", bytes);
    }
    const { buffer, byteOffset, byteLength } = bytes;
    const { state } = this;
    const chunk = Buffer.over(new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength));
    const all = state.rest.length === 0 ? chunk : Buffer.concat([state.rest, chunk]);
    let whole = all.length - all.length % (groups[this.encoding] ?? 1);
    if (this.encoding === "utf8") [whole, state.needed] = wholeUtf8(all);
    // A first half with one byte more is given away, unless it was kept before.
    const keepsPair = this.encoding === "utf16le" && (all.length % 2 === 0 || state.rest.length >= 2);
    if (keepsPair && endsInPair(all, whole)) whole -= 2;
    // A copy, as the caller may fill its bytes again.
    state.rest = whole === all.length ? nothing : Buffer.from(all.subarray(whole));
    return all.toString(this.encoding, 0, whole);
  }

  end(bytes?: string | ArrayBufferView): string {
    const text = bytes === undefined ? "" : this.write(bytes);
    const last = this.state.rest.toString(this.encoding);
    this.state.rest = nothing;
    this.state.needed = 0;
    return text + last;
  }

  text(bytes: Uint8Array, offset: number): string {
    this.end();
    return this.write(bytes.subarray(offset));
  }

  /** The bytes of an incomplete character, at the start of a buffer for the longest one. */
  get lastChar(): Buffer {
    const bytes = Buffer.alloc(4);
    bytes.set(this.state.rest);
    return bytes;
  }

  get lastNeed(): number {
    return this.lastTotal === 0 ? 0 : this.lastTotal - this.state.rest.length;
  }

  get lastTotal(): number {
    if (this.state.rest.length === 0) return 0;
    if (this.encoding === "utf8") return this.state.needed;
    return this.encoding === "utf16le" ? (this.state.rest.length >= 2 ? 4 : 2) : groups[this.encoding] ?? 0;
  }
}

export type StringDecoder = Decoder;

interface StringDecoderConstructor {
  new (encoding?: string): StringDecoder;
  (this: unknown, encoding?: string): void;
  prototype: StringDecoder;
}

/** A function instead of a class, because older packages call it on their own objects. */
export const StringDecoder = function StringDecoder(this: object, encoding?: string) {
  begin(this as Decoder, encoding);
} as unknown as StringDecoderConstructor;
StringDecoder.prototype = Decoder.prototype;
Object.defineProperty(Decoder.prototype, "constructor", { value: StringDecoder, writable: true, configurable: true });

export default { StringDecoder };
