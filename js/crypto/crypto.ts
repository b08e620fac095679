// The global `crypto`: random numbers and digests. Code that needs keys is loaded when it is first used.

import { coded } from "../node/node_errors.ts";
import { core } from "../web/ops.ts";
import { fillRandom } from "../web/random.ts";
import { digestName } from "./digest_name.ts";
import { bytesOf, failure } from "./values.ts";

const most = 65536;
const key = Symbol("crypto");

const illegalConstructor = () => coded(TypeError, "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor");

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

const withKeys = core.createLazyLoader("lumi:/crypto/subtle.ts");

const invalidThis = (type: string) => coded(TypeError, "ERR_INVALID_THIS", `Value of "this" must be of type ${type}`);

/** Objects that the constructors have made: prototypes and other objects have no operations. */
const made = new WeakSet<object>();

function checkThis(value: unknown, type: string): void {
  if (!made.has(value as object)) throw invalidThis(type);
}

export class SubtleCrypto {
  constructor(secret?: symbol) {
    if (secret !== key) throw illegalConstructor();
    made.add(this);
  }

  get [Symbol.toStringTag](): string {
    return "SubtleCrypto";
  }
}

/** The digest of `data` by SHA-1, SHA-256, SHA-384 or SHA-512. */
async function digest(algorithm: string | { name: string }, data: BufferSource): Promise<ArrayBuffer> {
  const name = typeof algorithm === "object" && algorithm !== null ? algorithm.name : algorithm;
  const known = digestName(String(name));
  if (known === undefined) throw failure("NotSupportedError", "Unrecognized algorithm name");
  return core.ops.op_lumi_digest(known, bytesOf(data)).buffer as ArrayBuffer;
}

/** Each operation with the number of its parameters, and how many of them it needs. */
const operations: [name: string, parameters: number, needed: number][] = [
  ["encrypt", 3, 3],
  ["decrypt", 3, 3],
  ["sign", 3, 3],
  ["verify", 4, 4],
  ["digest", 2, 2],
  ["generateKey", 3, 3],
  ["deriveKey", 5, 4],
  ["deriveBits", 2, 2],
  ["importKey", 5, 4],
  ["exportKey", 2, 2],
  ["wrapKey", 4, 4],
  ["unwrapKey", 7, 6],
];

type Work = (...args: unknown[]) => Promise<unknown>;

for (const [name, length, needed] of operations) {
  const { [name]: call } = {
    async [name](this: unknown, ...args: unknown[]): Promise<unknown> {
      checkThis(this, "SubtleCrypto");
      if (args.length < needed) {
        const text = `Failed to execute '${name}' on 'SubtleCrypto': ${needed} arguments required, ` +
          `but only ${args.length} present.`;
        throw coded(TypeError, "ERR_MISSING_ARGS", text);
      }
      // Code that needs keys is loaded when it is first used.
      const work = (name === "digest" ? digest : withKeys()[name]) as Work;
      return work(...args);
    },
  };
  Object.defineProperty(call, "length", { value: length, configurable: true });
  Object.defineProperty(SubtleCrypto.prototype, name, {
    value: call,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

export class Crypto {
  readonly #subtle = new SubtleCrypto(key);

  constructor(secret?: symbol) {
    if (secret !== key) throw illegalConstructor();
    made.add(this);
  }

  get subtle(): SubtleCrypto {
    checkThis(this, "Crypto");
    return this.#subtle;
  }

  getRandomValues<T extends ArrayBufferView>(array: T): T {
    checkThis(this, "Crypto");
    if (!integerArrays.has(Reflect.apply(typeName, array, []))) {
      throw failure("TypeMismatchError", "The data argument must be an integer-type TypedArray");
    }
    if (array.byteLength > most) {
      const message = `${array.byteLength} bytes are more than getRandomValues gives at once (${most})`;
      throw failure("QuotaExceededError", message);
    }
    fillRandom(bytesOf(array as unknown as BufferSource));
    return array;
  }

  randomUUID(): string {
    checkThis(this, "Crypto");
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
