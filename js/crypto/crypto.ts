// The global `crypto`: random numbers and digests. Keys and ciphers are not offered.

import { core, web } from "../web/ops.ts";
import { fillRandom } from "../web/random.ts";
import { digestName } from "./digest_name.ts";

const most = 65536;
const illegal = "Illegal constructor";
const key = Symbol("crypto");

const integerArrays = new Set([
  "Int8Array",
  "Uint8Array",
  "Uint8ClampedArray",
  "Int16Array",
  "Uint16Array",
  "Int32Array",
  "Uint32Array",
  "BigInt64Array",
  "BigUint64Array",
]);

const typeName = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
)!.get!;

function domException(message: string, name: string): Error {
  const { DOMException } = web("01_dom_exception.js") as {
    DOMException: new (message: string, name: string) => Error;
  };
  return new DOMException(message, name);
}

export class SubtleCrypto {
  constructor(secret?: symbol) {
    if (secret !== key) throw new TypeError(illegal);
  }

  /** SHA-1, SHA-256, SHA-384 or SHA-512 of `data`. */
  async digest(algorithm: string | { name: string }, data: BufferSource): Promise<ArrayBuffer> {
    if (arguments.length < 2) throw new TypeError("digest needs an algorithm and data");
    const name = typeof algorithm === "object" && algorithm !== null ? algorithm.name : algorithm;
    const known = digestName(String(name));
    if (known === undefined) {
      const message = `Unrecognized algorithm name: ${name}; there are SHA-1, SHA-256, SHA-384 and SHA-512`;
      throw domException(message, "NotSupportedError");
    }
    return core.ops.op_lumi_digest(known, bytesOf(data)).buffer as ArrayBuffer;
  }

  get [Symbol.toStringTag](): string {
    return "SubtleCrypto";
  }
}

export function bytesOf(data: BufferSource): Uint8Array {
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (Object.prototype.toString.call(data) === "[object SharedArrayBuffer]") return new Uint8Array(data);
  throw new TypeError("data must be an ArrayBuffer, a typed array or a DataView");
}

export class Crypto {
  readonly #subtle = new SubtleCrypto(key);

  constructor(secret?: symbol) {
    if (secret !== key) throw new TypeError(illegal);
  }

  get subtle(): SubtleCrypto {
    return this.#subtle;
  }

  getRandomValues<T extends ArrayBufferView>(array: T): T {
    if (!integerArrays.has(Reflect.apply(typeName, array, []))) {
      throw domException("getRandomValues takes a typed array of integers", "TypeMismatchError");
    }
    if (array.byteLength > most) {
      const message = `${array.byteLength} bytes are more than getRandomValues gives at once (${most})`;
      throw domException(message, "QuotaExceededError");
    }
    fillRandom(bytesOf(array as unknown as BufferSource));
    return array;
  }

  randomUUID(): string {
    const bytes = new Uint8Array(16);
    fillRandom(bytes);
    bytes[6] = (bytes[6]! & 0x0f) | 0x40;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  }

  get [Symbol.toStringTag](): string {
    return "Crypto";
  }
}

export const crypto = new Crypto(key);
