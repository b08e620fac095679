// Keys of Web Crypto in other forms.

import { Buffer } from "../node/buffer/buffer.ts";
import { nistCurve } from "../node/crypto/curves.ts";
import { type Jwk, toJwk } from "../node/crypto/jwk.ts";
import { decompose } from "../node/crypto/key_requests.ts";
import { hostHash, isAes, isDerivation, isEdwards, isRsa } from "./algorithms.ts";
import type { Algorithm, KeyFacts } from "./crypto_key.ts";
import type { Format } from "./key_import.ts";
import { failure } from "./values.ts";

/** The names of an algorithm in JWK: the first is written, all are read. */
export function jwkAlgorithms(algorithm: Algorithm): string[] {
  const { name, length, namedCurve } = algorithm;
  if (isAes(name)) return [`A${String(length)}${name.slice(4)}`];
  if (name === "Ed25519") return ["Ed25519", "EdDSA"];
  if (name === "ECDSA") return [nistCurve(String(namedCurve))!.algorithm!];
  const bits = hostHash(algorithm.hash).slice(3);
  if (name === "HMAC") return [`HS${bits}`];
  if (name === "RSA-PSS") return [`PS${bits}`];
  if (name === "RSA-OAEP") return [bits === "1" ? "RSA-OAEP" : `RSA-OAEP-${bits}`];
  return [`RS${bits}`];
}

/** Whether a name of the algorithm is written into a JWK. */
const isNamed = (name: string) => isAes(name) || isRsa(name) || name === "HMAC" || name === "Ed25519";

function jwkOf(key: KeyFacts): Jwk {
  const jwk: Jwk = { key_ops: [...key.usages], ext: key.isExtractable, ...toJwk(key.data) };
  return isNamed(key.algorithm.name) ? { ...jwk, alg: jwkAlgorithms(key.algorithm)[0]! } : jwk;
}

const copy = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

export function exportedKey(format: Format, key: KeyFacts): ArrayBuffer | Jwk {
  const { data } = key;
  const { name } = key.algorithm;
  if (isDerivation(name)) throw failure("NotSupportedError", `Unable to export a ${name} key`);
  if (!key.isExtractable) throw failure("InvalidAccessError", "key is not extractable");
  if (format === "jwk") return jwkOf(key);
  if (format === "raw" && data.type === "secret") return copy(data.bytes);
  if (format === "raw" && data.type === "public" && !isRsa(name)) {
    const { x, y } = decompose(data);
    return copy(isEdwards(name) ? x! : Buffer.concat([Buffer.from([4]), x!, y!]));
  }
  if (format === "spki" && data.type === "public") return copy(data.bytes);
  if (format === "pkcs8" && data.type === "private") return copy(data.bytes);
  throw failure("InvalidAccessError", `Unable to export a ${format} ${name} ${data.type} key`);
}
