// Bits that Web Crypto derives from keys.

import { keyOperationLater } from "../node/crypto/key_requests.ts";
import { core } from "../web/ops.ts";
import { blockBits, hostHash, isAes, isAesLength } from "./algorithms.ts";
import { type Algorithm, type KeyFacts, keyFactsOf } from "./crypto_key.ts";
import { failure } from "./values.ts";

async function done(work: Promise<unknown>): Promise<Uint8Array> {
  try {
    return await work as Uint8Array;
  } catch {
    throw failure("OperationError", "The operation failed for an operation-specific reason");
  }
}

/** The secret of two keys, without its last bits. */
async function sharedSecret(algorithm: Algorithm, key: KeyFacts, length: number | null): Promise<Uint8Array> {
  const other = keyFactsOf(algorithm.public)!;
  const [secret, open] = [key.data, other.data];
  if (open.type !== "public") throw failure("InvalidAccessError", "algorithm.public must be a public key");
  if (secret.type !== "private") throw failure("InvalidAccessError", "baseKey must be a private key");
  if (key.algorithm.name !== other.algorithm.name) {
    throw failure("InvalidAccessError", "Keys must be ECDH, X25519, or X448 keys");
  }
  if (key.algorithm.namedCurve !== other.algorithm.namedCurve) {
    throw failure("InvalidAccessError", "Named curve mismatch");
  }
  const bytes = await done(keyOperationLater({ keyAgreement: { private: secret.bytes, public: open.bytes } }));
  if (length === null) return bytes;
  if (length > bytes.length * 8) throw failure("OperationError", "derived bit length is too small");
  const part = bytes.slice(0, Math.ceil(length / 8));
  if (length % 8 !== 0) part[part.length - 1]! &= 0xff << (8 - length % 8);
  return part;
}

export async function derived(algorithm: Algorithm, key: KeyFacts, length: number | null): Promise<Uint8Array> {
  if (key.algorithm.name !== algorithm.name) {
    throw failure("InvalidAccessError", "Key algorithm mismatch");
  }
  if (algorithm.name === "ECDH" || algorithm.name === "X25519") return sharedSecret(algorithm, key, length);
  if (length === null) throw failure("OperationError", "length cannot be null");
  if (length % 8 !== 0) throw failure("OperationError", "length must be a multiple of 8");
  if (length === 0 && algorithm.name === "HKDF") throw failure("OperationError", "length cannot be zero");
  const hash = hostHash(algorithm.hash);
  const { bytes } = key.data;
  const common = { hash, salt: algorithm.salt, length: length / 8 };
  if (algorithm.name === "HKDF") {
    if (common.length > 255 * core.ops.op_lumi_digest(hash, new Uint8Array()).length) {
      throw failure("OperationError", "The operation failed for an operation-specific reason");
    }
    return done(core.ops.op_lumi_crypto_later({ hkdf: { ...common, key: bytes, info: algorithm.info } }));
  }
  const { iterations } = algorithm;
  if (iterations === 0) throw failure("OperationError", "iterations cannot be zero");
  return done(core.ops.op_lumi_crypto_later({ pbkdf2: { ...common, password: bytes, iterations } }));
}

/** The bits that a key of an algorithm is made of; null for as many as there are. */
export function keyLength(algorithm: Algorithm): number | null {
  const { name, length, hash } = algorithm;
  if (isAes(name)) {
    if (!isAesLength(length)) throw failure("OperationError", "Invalid key length");
    return length as number;
  }
  if (name !== "HMAC") return null;
  if (length === 0) throw failure("OperationError", "Zero-length key is not supported");
  return (length as number | undefined) ?? blockBits(hash);
}
