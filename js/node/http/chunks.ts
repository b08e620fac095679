// Bodies in chunks: each with its size in hexadecimal before it; the last is empty, and trailers follow.

import type { Buffer } from "../buffer/buffer.ts";
import { type ParseError, parseError } from "./head.ts";

const CR = 13;
const LF = 10;
const SEMICOLON = 59;
const SIZE = 0;
const EXTENSION = 1;
const SIZE_END = 2;
const DATA = 3;
const DATA_CR = 4;
const DATA_LF = 5;
const TRAILERS = 6;

/** Bytes of extensions in all chunks of a message, as in Node. */
const MOST_EXTENSION_BYTES = 16384;

function digitOf(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** Reads chunks from pieces of any size; the trailers are not read here. */
export class ChunkReader {
  #state = SIZE;
  #size = 0;
  #digits = 0;
  #extensionBytes = 0;

  /** Whether the last chunk has been read, so that trailers follow. */
  get isAtTrailers(): boolean {
    return this.#state === TRAILERS;
  }

  /** Takes bytes from `at`; answers where it stopped. */
  take(bytes: Buffer, from: number, found: (data: Buffer) => boolean): number {
    let at = from;
    while (at < bytes.length && this.#state !== TRAILERS) {
      if (this.#state !== DATA) {
        this.#step(bytes, at++);
        continue;
      }
      const end = Math.min(bytes.length, at + this.#size);
      this.#size -= end - at;
      if (this.#size === 0) this.#state = DATA_CR;
      const data = bytes.subarray(at, end) as Buffer;
      at = end;
      if (!found(data)) return at;
    }
    return at;
  }

  #step(bytes: Buffer, at: number): void {
    const byte = bytes[at]!;
    const failed = (code: string, reason: string): ParseError => parseError(code, reason, at, bytes);
    switch (this.#state) {
      case SIZE:
        return this.#takeSize(byte, failed);
      case EXTENSION:
        if (byte === CR) this.#state = SIZE_END;
        else if (byte === LF) throw failed("HPE_CR_EXPECTED", "Missing expected CR after chunk extension");
        else if (byte < 32 && byte !== 9 || byte === 127) {
          throw failed("HPE_STRICT", "Invalid character in chunk extensions");
        } else if (++this.#extensionBytes > MOST_EXTENSION_BYTES) {
          throw failed("HPE_CHUNK_EXTENSIONS_OVERFLOW", "Chunk extensions overflow");
        }
        return;
      case SIZE_END:
        if (byte !== LF) throw failed("HPE_STRICT", "Expected LF after chunk size");
        this.#digits = 0;
        this.#state = this.#size === 0 ? TRAILERS : DATA;
        return;
      case DATA_CR:
        if (byte !== CR) throw failed("HPE_STRICT", "Expected LF after chunk data");
        this.#state = DATA_LF;
        return;
      default:
        if (byte !== LF) throw failed("HPE_STRICT", "Expected LF after chunk data");
        this.#state = SIZE;
    }
  }

  #takeSize(byte: number, failed: (code: string, reason: string) => ParseError): void {
    const digit = digitOf(byte);
    if (digit >= 0) {
      this.#size = this.#size * 16 + digit;
      this.#digits++;
      if (this.#size > Number.MAX_SAFE_INTEGER) throw failed("HPE_INVALID_CHUNK_SIZE", "Chunk size overflow");
    } else if (this.#digits === 0) throw failed("HPE_INVALID_CHUNK_SIZE", "Invalid character in chunk size");
    else if (byte === CR) this.#state = SIZE_END;
    else if (byte === SEMICOLON) this.#state = EXTENSION;
    else if (byte === LF) throw failed("HPE_CR_EXPECTED", "Missing expected CR after chunk size");
    else throw failed("HPE_INVALID_CHUNK_SIZE", "Invalid character in chunk size");
  }
}
