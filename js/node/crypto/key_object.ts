// Keys as objects: KeyObject of Node, and what it shares with CryptoKey of the web.

import { Buffer } from "../buffer.ts";
import { invalidArgType, invalidArgValue } from "../node_errors.ts";
import { type BinaryLike, bytesOf, viewOf } from "./checks.ts";

export type KeyType = "secret" | "public" | "private";

/** What a key is: bytes of a secret, or DER of SubjectPublicKeyInfo or PKCS #8. */
export interface KeyData {
  readonly type: KeyType;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Data of keys by their objects; programs cannot reach it. */
const data = new WeakMap<object, KeyData>();

export function setKeyData(key: object, value: KeyData): void {
  data.set(key, value);
}

/** The data of a KeyObject or a CryptoKey; undefined for other values. */
export const keyDataOf = (value: unknown): KeyData | undefined =>
  typeof value === "object" && value !== null ? data.get(value) : undefined;

export type KeyLike = BinaryLike | ArrayBuffer | object;

const SECRET = "of type string or an instance of ArrayBuffer, Buffer, TypedArray, DataView, KeyObject, or CryptoKey";

/** The bytes of a secret key, which may be given as such. */
export function secretBytes(name: string, key: unknown, encoding?: unknown): Uint8Array {
  const known = keyDataOf(key);
  if (known !== undefined) {
    if (known.type === "secret") return known.bytes;
    throw wrongKeyType(known.type, "secret");
  }
  if (typeof key === "string") return bytesOf(name, key, encoding);
  const bytes = viewOf(key);
  if (bytes === undefined) throw invalidArgType(name, SECRET, key);
  return bytes;
}

export function wrongKeyType(type: string, wanted: string): Error {
  const text = `Invalid key object type ${type}, expected ${wanted}.`;
  return Object.assign(new TypeError(text), { code: "ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE" });
}

export { Buffer, invalidArgValue };
