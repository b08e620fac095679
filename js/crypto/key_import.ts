// Keys of Web Crypto from other forms.

import { Buffer } from "../node/buffer/buffer.ts";
import { curveOf } from "../node/crypto/curves.ts";
import { fromJwk, type Jwk } from "../node/crypto/jwk.ts";
import type { KeyData } from "../node/crypto/key_data.ts";
import { decompose, type KeyAnswer, requestLater } from "../node/crypto/key_requests.ts";
import {
  checkUsages,
  curveSize,
  isAes,
  isAesLength,
  isCurve,
  isDerivation,
  isEdwards,
  isRsa,
  uses,
} from "./algorithms.ts";
import { type Algorithm, type CryptoKey, cryptoKey, type Usage } from "./crypto_key.ts";
import { jwkAlgorithms } from "./key_export.ts";
import { rsaAlgorithm } from "./key_generation.ts";
import { failure } from "./values.ts";

export type Format = "raw" | "spki" | "pkcs8" | "jwk";

const unsupported = (format: Format, name: string) =>
  failure("NotSupportedError", `Unable to import ${name} key with format ${format}`);

export async function imported(
  format: Format,
  data: Uint8Array | Jwk,
  algorithm: Algorithm,
  isExtractable: boolean,
  usages: Usage[],
): Promise<CryptoKey> {
  const { name } = algorithm;
  const isSecret = isAes(name) || name === "HMAC" || isDerivation(name);
  const key = isSecret
    ? importedSecret(format, data, algorithm, isExtractable, usages)
    : await importedPair(format, data, algorithm, isExtractable, usages);
  if (key.type !== "public" && usages.length === 0) {
    throw failure("SyntaxError", `Usages cannot be empty when importing a ${key.type} key.`);
  }
  return key;
}

async function importedPair(
  format: Format,
  data: Uint8Array | Jwk,
  algorithm: Algorithm,
  isExtractable: boolean,
  usages: Usage[],
): Promise<CryptoKey> {
  const { name, namedCurve } = algorithm;
  const [open, closed] = uses[name]!;
  if (format === "raw" && isRsa(name)) throw unsupported(format, "RSA");
  if (isCurve(name)) curveSize(namedCurve);
  if (format === "jwk") checkJwk(data as Jwk, algorithm, isExtractable, usages);
  const isPrivate = format === "pkcs8" || (format === "jwk" && (data as Jwk).d !== undefined);
  checkUsages(name, usages, isPrivate ? closed : open);
  const key = await importedData(format, data, algorithm);
  const numbers = decompose(key);
  if (numbers.kind !== kindOf(name)) throw failure("DataError", "Invalid key type");
  if (isCurve(name) && curveOf(numbers.curve).nist !== namedCurve) throw failure("DataError", "Named curve mismatch");
  const described = isRsa(name)
    ? rsaAlgorithm(name, numbers, algorithm.hash)
    : isCurve(name)
    ? { name, namedCurve }
    : { name };
  return cryptoKey(key, described, isExtractable, usages);
}

const kindOf = (name: string) => isRsa(name) ? "rsa" : isCurve(name) ? "ec" : name.toLowerCase();

async function importedData(format: Format, data: Uint8Array | Jwk, algorithm: Algorithm): Promise<KeyData> {
  try {
    if (format === "jwk") return fromJwk(data as Jwk);
    const bytes = data as Uint8Array;
    const request = format === "raw"
      ? { compose: { numbers: await rawNumbers(algorithm, bytes) } }
      : { import: { data: bytes, form: format, passphrase: null, isPublic: format === "spki" } };
    const answer = await requestLater(request) as KeyAnswer;
    return { type: answer.isPrivate ? "private" : "public", bytes: answer.document! };
  } catch (error) {
    if ((error as Error).name === "DataError") throw error;
    throw failure("DataError", "Invalid keyData");
  }
}

/** The numbers of a raw public key. */
async function rawNumbers(algorithm: Algorithm, bytes: Uint8Array): Promise<object> {
  const { name, namedCurve } = algorithm;
  if (isEdwards(name)) {
    if (bytes.length !== 32) throw failure("DataError", `${name} raw keys must be exactly 32-bytes`);
    return { kind: name.toLowerCase(), x: bytes };
  }
  const size = curveSize(namedCurve);
  const point = { curve: namedCurve, point: bytes, isCompressed: false };
  const whole = await requestLater({ point }) as Uint8Array;
  return { kind: "ec", curve: namedCurve, x: whole.slice(1, 1 + size), y: whole.slice(1 + size) };
}

const keyTypes = (name: string) => isRsa(name) ? "RSA" : isCurve(name) ? "EC" : isEdwards(name) ? "OKP" : "oct";

/** Throws unless what a JWK says about its use agrees with what is asked for. */
function checkJwk(jwk: Jwk, algorithm: Algorithm, isExtractable: boolean, usages: Usage[]): void {
  const { name, namedCurve } = algorithm;
  const mismatch = (member: string) => failure("DataError", `Invalid JWK "${member}" Parameter`);
  if (jwk.kty === undefined) throw failure("DataError", "Invalid keyData");
  if (jwk.kty !== keyTypes(name)) throw mismatch("kty");
  if (isCurve(name) && jwk.crv !== namedCurve) {
    throw failure("DataError", 'JWK "crv" does not match the requested algorithm');
  }
  if (isEdwards(name) && jwk.crv !== name) {
    throw failure("DataError", 'JWK "crv" Parameter and algorithm name mismatch');
  }
  const isSigning = uses[name]!.flat().includes("sign");
  if (usages.length > 0 && jwk.use !== undefined && jwk.use !== (isSigning ? "sig" : "enc")) throw mismatch("use");
  const operations = jwk.key_ops;
  if (operations !== undefined) {
    if (!Array.isArray(operations) || new Set(operations).size !== operations.length) throw mismatch("key_ops");
    if (usages.some((it) => !operations.includes(it))) {
      throw failure("DataError", "Key operations and usage mismatch");
    }
  }
  if (jwk.ext === false && isExtractable) {
    throw failure("DataError", 'JWK "ext" Parameter and extractable mismatch');
  }
  if (jwk.alg !== undefined && name !== "ECDH" && name !== "X25519") {
    const length = isAes(name) ? Buffer.from(String(jwk.k), "base64url").length * 8 : undefined;
    if (!jwkAlgorithms({ ...algorithm, length }).includes(String(jwk.alg))) {
      throw failure("DataError", 'JWK "alg" does not match the requested algorithm');
    }
  }
}

function importedSecret(
  format: Format,
  data: Uint8Array | Jwk,
  algorithm: Algorithm,
  isExtractable: boolean,
  usages: Usage[],
): CryptoKey {
  const { name, hash } = algorithm;
  checkUsages(name, usages, uses[name]![1]);
  if (format !== "raw" && (isDerivation(name) || format !== "jwk")) throw unsupported(format, name);
  if (isDerivation(name) && isExtractable) throw failure("SyntaxError", `${name} keys are not extractable`);
  let bytes = data as Uint8Array;
  if (format === "jwk") {
    const jwk = data as Jwk;
    checkJwk(jwk, algorithm, isExtractable, usages);
    if (typeof jwk.k !== "string") throw failure("DataError", "Invalid keyData");
    bytes = Buffer.from(jwk.k, "base64url");
  }
  const own = new Uint8Array(bytes);
  const length = own.length * 8;
  if (isAes(name) && !isAesLength(length)) throw failure("DataError", "Invalid key length");
  if (isDerivation(name)) return cryptoKey({ type: "secret", bytes: own }, { name }, false, usages);
  if (isAes(name)) return cryptoKey({ type: "secret", bytes: own }, { name, length }, isExtractable, usages);
  if (length === 0) throw failure("DataError", "Zero-length key is not supported");
  const wanted = (algorithm.length as number | undefined) ?? length;
  if (wanted === 0) throw failure("DataError", "Zero-length key is not supported");
  if (wanted > length || wanted <= length - 8) throw failure("DataError", "Invalid key length");
  return cryptoKey({ type: "secret", bytes: own }, { name, hash, length: wanted }, isExtractable, usages);
}
