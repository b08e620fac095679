// node:string_decoder: decodes chunks of bytes without splitting characters.

import { Buffer, type BufferEncoding } from "./buffer.ts";

/** The number of bytes that decode to whole characters; UTF-8 uses the web's streaming decoder. */
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

export class StringDecoder {
  readonly encoding: BufferEncoding;
  private readonly utf8: TextDecoder | undefined;
  private rest = Buffer.alloc(0);

  constructor(encoding = "utf8") {
    const name = encoding.toLowerCase() as BufferEncoding;
    if (!Buffer.isEncoding(name)) {
      throw Object.assign(new TypeError(`Unknown encoding: ${encoding}`), { code: "ERR_UNKNOWN_ENCODING" });
    }
    this.encoding = names[name] ?? name;
    if (this.encoding === "utf8") this.utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
  }

  write(bytes: string | Uint8Array): string {
    if (typeof bytes === "string") return bytes;
    if (this.utf8 !== undefined) return this.utf8.decode(bytes as Uint8Array<ArrayBuffer>, { stream: true });
    const all = Buffer.concat([this.rest, bytes]);
    let whole = all.length - all.length % (groups[this.encoding] ?? 1);
    if (this.encoding === "utf16le" && endsInPair(all, whole)) whole -= 2;
    this.rest = all.slice(whole);
    return all.toString(this.encoding, 0, whole);
  }

  end(bytes?: string | Uint8Array): string {
    const text = bytes === undefined ? "" : this.write(bytes);
    if (this.utf8 !== undefined) return text + this.utf8.decode();
    const last = this.rest.toString(this.encoding);
    this.rest = Buffer.alloc(0);
    return text + last;
  }
}

export default { StringDecoder };
