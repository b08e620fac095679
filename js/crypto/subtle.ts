// crypto.subtle: what is done with keys. Work is done on other threads.

import type { Jwk } from "../node/crypto/jwk.ts";
import { keyOperationLater } from "../node/crypto/key_requests.ts";
import { invalidArgType, invalidArgValue } from "../node/node_errors.ts";
import { inspect } from "../node/util/util.ts";
import { core } from "../web/ops.ts";
import { checkKey, hostHash, isRsa, normalized, usagesOf } from "./algorithms.ts";
import { type Algorithm, type CryptoKey, type KeyFacts, keyFactsOf, type Usage } from "./crypto_key.ts";
import { derived, keyLength } from "./derivation.ts";
import { exportedKey } from "./key_export.ts";
import { type CryptoKeyPair, generated } from "./key_generation.ts";
import { type Format, imported } from "./key_import.ts";
import { bytesOf, failure } from "./values.ts";

type Named = string | Algorithm;

/** Bytes as they are now: a program may change its own while others wait. */
const copied = (data: unknown, name = "data"): Uint8Array => new Uint8Array(bytesOf(data, name));
const bufferOf = (bytes: Uint8Array): ArrayBuffer => bytes.buffer as ArrayBuffer;

function factsOf(key: CryptoKey, name = "key"): KeyFacts {
  const facts = keyFactsOf(key);
  if (facts === undefined) throw invalidArgType(name, "of type CryptoKey", key);
  return facts;
}

/** Failures below are an OperationError. */
async function done<T>(work: Promise<unknown>): Promise<T> {
  try {
    return await work as T;
  } catch {
    throw failure("OperationError", "The operation failed for an operation-specific reason");
  }
}

function crypted(algorithm: Algorithm, key: KeyFacts, data: Uint8Array, isEncryption: boolean): Promise<Uint8Array> {
  if (isRsa(algorithm.name)) return rsa(algorithm, key, data, isEncryption);
  const { bytes } = key.data;
  if (algorithm.name === "AES-CTR") {
    const [block, bits] = [algorithm.counter as Uint8Array, algorithm.length as number];
    if (block.length !== 16) throw failure("OperationError", "algorithm.counter must contain exactly 16 bytes");
    if (!(bits >= 1 && bits <= 128)) {
      throw failure("OperationError", "AES-CTR algorithm.length must be between 1 and 128");
    }
    // A block must not be used twice.
    if (bits < 53 && Math.ceil(data.length / 16) > 2 ** bits) {
      throw failure("OperationError", "The operation failed for an operation-specific reason");
    }
    return done<Uint8Array>(keyOperationLater({ aesCtr: { key: bytes, block, bits, data } }));
  }
  const iv = algorithm.iv as Uint8Array;
  const isGcm = algorithm.name === "AES-GCM";
  if (!isGcm && iv.length !== 16) throw failure("OperationError", "algorithm.iv must contain exactly 16 bytes");
  const tagLength = isGcm ? (algorithm.tagLength as number | undefined) ?? 128 : 0;
  if (isGcm && ![32, 64, 96, 104, 112, 120, 128].includes(tagLength)) {
    throw failure("OperationError", `${tagLength} is not a valid AES-GCM tag length`);
  }
  if (isGcm && !isEncryption && data.length < tagLength / 8) {
    throw failure("OperationError", "The provided data is too small.");
  }
  const name = `aes-${bytes.length * 8}-${algorithm.name.slice(4).toLowerCase()}`;
  const authenticated = (algorithm.additionalData as Uint8Array | undefined) ?? null;
  const cipher = { name, isEncryption, key: bytes, iv, authenticated, tagLength: tagLength / 8, data };
  return done<Uint8Array>(keyOperationLater({ cipher }));
}

function rsa(algorithm: Algorithm, key: KeyFacts, data: Uint8Array, isEncryption: boolean): Promise<Uint8Array> {
  const { bytes, type } = key.data;
  if (type !== (isEncryption ? "public" : "private")) {
    throw failure("InvalidAccessError", "The requested operation is not valid for the provided key");
  }
  const request = {
    key: bytes,
    isPrivate: !isEncryption,
    isEncryption,
    padding: 4,
    hash: hostHash(key.algorithm.hash),
    label: (algorithm.label as Uint8Array | undefined) ?? null,
    data,
  };
  return done<Uint8Array>(keyOperationLater({ rsa: request }));
}

export async function encrypt(given: Named, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer> {
  const algorithm = normalized("encrypt", given);
  const facts = factsOf(key);
  const bytes = copied(data);
  checkKey(facts, algorithm, "encrypt");
  return bufferOf(await crypted(algorithm, facts, bytes, true));
}

export async function decrypt(given: Named, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer> {
  const algorithm = normalized("decrypt", given);
  const facts = factsOf(key);
  const bytes = copied(data);
  checkKey(facts, algorithm, "decrypt");
  return bufferOf(await crypted(algorithm, facts, bytes, false));
}

function schemeOf(algorithm: Algorithm, key: KeyFacts): object {
  const { name } = algorithm;
  const hash = name === "Ed25519" ? null : hostHash(name === "ECDSA" ? algorithm.hash : key.algorithm.hash);
  const salt = name === "RSA-PSS" ? algorithm.saltLength : 0;
  return { hash, padding: name === "RSA-PSS" ? 6 : 1, salt, isPlain: true };
}

export async function sign(given: Named, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer> {
  const algorithm = normalized("sign", given);
  const facts = factsOf(key);
  const own = facts.data.bytes;
  const bytes = copied(data);
  checkKey(facts, algorithm, "sign");
  const request = algorithm.name === "HMAC"
    ? { hmac: { hash: hostHash(facts.algorithm.hash), key: own, data: bytes } }
    : { sign: { key: own, data: bytes, scheme: schemeOf(algorithm, facts) } };
  return bufferOf(await done<Uint8Array>(keyOperationLater(request)));
}

export async function verify(
  given: Named,
  key: CryptoKey,
  signature: BufferSource,
  data: BufferSource,
): Promise<boolean> {
  const algorithm = normalized("verify", given);
  const facts = factsOf(key);
  const own = facts.data.bytes;
  const [made, bytes] = [copied(signature, "signature"), copied(data)];
  checkKey(facts, algorithm, "verify");
  const request = algorithm.name === "HMAC"
    ? { hmacVerify: { hash: hostHash(facts.algorithm.hash), key: own, data: bytes, signature: made } }
    : { verify: { key: own, data: bytes, signature: made, scheme: schemeOf(algorithm, facts) } };
  return done<boolean>(keyOperationLater(request));
}

export async function deriveBits(given: Named, key: CryptoKey, length: number | null = null): Promise<ArrayBuffer> {
  const algorithm = normalized("deriveBits", given);
  const facts = factsOf(key, "baseKey");
  if (!facts.usages.includes("deriveBits")) {
    throw failure("InvalidAccessError", "baseKey does not have deriveBits usage");
  }
  return bufferOf(await derived(algorithm, facts, length));
}

export async function deriveKey(
  given: Named,
  key: CryptoKey,
  wanted: Named,
  isExtractable: boolean,
  usages: Usage[],
): Promise<CryptoKey> {
  const algorithm = normalized("deriveBits", given);
  const [target, length] = [normalized("importKey", wanted), normalized("getKeyLength", wanted)];
  const facts = factsOf(key, "baseKey");
  const own = usagesOf(usages);
  if (!facts.usages.includes("deriveKey")) {
    throw failure("InvalidAccessError", "baseKey does not have deriveKey usage");
  }
  const bits = await derived(algorithm, facts, keyLength(length));
  return imported("raw", bits, target, Boolean(isExtractable), own);
}

export async function generateKey(
  given: Named,
  isExtractable: boolean,
  usages: Usage[],
): Promise<CryptoKey | CryptoKeyPair> {
  return generated(normalized("generateKey", given), Boolean(isExtractable), usagesOf(usages));
}

const formats = ["raw", "pkcs8", "spki", "jwk"];

function checkFormat(format: unknown): asserts format is Format {
  if (!formats.includes(format as string)) throw invalidArgValue("format", inspect(format));
}

export async function importKey(
  format: Format,
  data: BufferSource | Jwk,
  given: Named,
  isExtractable: boolean,
  usages: Usage[],
): Promise<CryptoKey> {
  checkFormat(format);
  if (format === "jwk" && data === null) throw failure("DataError", "Invalid keyData");
  const isView = ArrayBuffer.isView(data) || data instanceof ArrayBuffer;
  if (format === "jwk" && (typeof data !== "object" || isView)) {
    throw invalidArgType("keyData", "a JsonWebKey", data);
  }
  const own = format === "jwk" ? { ...data as Jwk } : copied(data, "keyData");
  return imported(format, own, normalized("importKey", given), Boolean(isExtractable), usagesOf(usages));
}

export async function exportKey(format: Format, key: CryptoKey): Promise<ArrayBuffer | Jwk> {
  checkFormat(format);
  return exportedKey(format, factsOf(key));
}

export async function wrapKey(format: Format, key: CryptoKey, wrapping: CryptoKey, given: Named): Promise<ArrayBuffer> {
  checkFormat(format);
  const algorithm = normalized("wrapKey", given);
  const facts = factsOf(key);
  const outer = factsOf(wrapping, "wrappingKey");
  checkKey(outer, algorithm, "wrapKey");
  const made = exportedKey(format, facts);
  const data = format === "jwk" ? jsonOf(made as Jwk, algorithm) : new Uint8Array(made as ArrayBuffer);
  if (algorithm.name !== "AES-KW") return bufferOf(await crypted(algorithm, outer, data, true));
  return bufferOf(await done<Uint8Array>(keyOperationLater({ wrap: { key: outer.data.bytes, data } })));
}

/** A JWK as text. AES-KW takes whole blocks of eight bytes: spaces fill the last one. */
function jsonOf(jwk: Jwk, algorithm: Algorithm): Uint8Array {
  const text = core.encode(JSON.stringify(jwk));
  if (algorithm.name !== "AES-KW") return text;
  const padded = new Uint8Array(Math.ceil(text.length / 8) * 8).fill(0x20);
  padded.set(text.subarray(0, -1));
  padded[padded.length - 1] = text[text.length - 1]!;
  return padded;
}

export async function unwrapKey(
  format: Format,
  wrapped: BufferSource,
  wrapping: CryptoKey,
  given: Named,
  target: Named,
  isExtractable: boolean,
  usages: Usage[],
): Promise<CryptoKey> {
  checkFormat(format);
  const data = copied(wrapped, "wrappedKey");
  const outer = factsOf(wrapping, "unwrappingKey");
  const [algorithm, wanted] = [normalized("unwrapKey", given), normalized("importKey", target)];
  const own = usagesOf(usages);
  checkKey(outer, algorithm, "unwrapKey");
  const bytes = algorithm.name === "AES-KW"
    ? await done<Uint8Array>(keyOperationLater({ unwrap: { key: outer.data.bytes, data } }))
    : await crypted(algorithm, outer, data, false);
  const key = format === "jwk" ? jwkOf(bytes) : bytes;
  return imported(format, key, wanted, Boolean(isExtractable), own);
}

function jwkOf(bytes: Uint8Array): Jwk {
  try {
    return JSON.parse(core.decode(bytes)) as Jwk;
  } catch {
    throw failure("DataError", "Invalid wrapped JWK key");
  }
}
