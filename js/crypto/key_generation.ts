// New keys of Web Crypto.

import type { KeyData } from "../node/crypto/key_data.ts";
import { publicOf } from "../node/crypto/key_object.ts";
import { decompose, type KeyAnswer, numberOf, requestLater } from "../node/crypto/key_requests.ts";
import { fillRandom } from "../web/random.ts";
import { blockBits, checkUsages, curveSize, isAes, isAesLength, isCurve, isRsa, uses } from "./algorithms.ts";
import { type Algorithm, type CryptoKey, cryptoKey, type Usage } from "./crypto_key.ts";
import { failure } from "./values.ts";

export interface CryptoKeyPair {
  publicKey: CryptoKey;
  privateKey: CryptoKey;
}

const noUsage = () => failure("SyntaxError", "Usages cannot be empty when creating a key.");

export async function generated(
  algorithm: Algorithm,
  isExtractable: boolean,
  usages: Usage[],
): Promise<CryptoKey | CryptoKeyPair> {
  const { name } = algorithm;
  const [open, closed] = uses[name]!;
  checkUsages(name, usages, [...open, ...closed]);
  if (isAes(name) || name === "HMAC") return generatedSecret(algorithm, isExtractable, usages);
  const request = pairRequest(algorithm);
  const own = closed.filter((it) => usages.includes(it));
  if (own.length === 0) throw noUsage();
  let answer: KeyAnswer;
  try {
    answer = await requestLater({ generate: request }) as KeyAnswer;
  } catch {
    throw failure("OperationError", "The operation failed for an operation-specific reason");
  }
  const secret: KeyData = { type: "private", bytes: answer.document! };
  const described = describedPair(algorithm, secret);
  return {
    publicKey: cryptoKey(publicOf(secret), { ...described }, true, open.filter((it) => usages.includes(it))),
    privateKey: cryptoKey(secret, described, isExtractable, own),
  };
}

function describedPair({ name, namedCurve, hash }: Algorithm, secret: KeyData): Algorithm {
  if (isRsa(name)) return rsaAlgorithm(name, decompose(secret), hash);
  return isCurve(name) ? { name, namedCurve } : { name };
}

export function rsaAlgorithm(name: string, key: KeyAnswer, hash: unknown): Algorithm {
  const modulusLength = numberOf(key.n!).toString(2).length;
  return { name, modulusLength, publicExponent: new Uint8Array(key.e!), hash };
}

function pairRequest(algorithm: Algorithm): object {
  const { name, modulusLength, publicExponent, namedCurve } = algorithm;
  const request = { kind: name.toLowerCase(), bits: 0, exponent: 65537, curve: null as unknown, pss: null };
  if (isRsa(name)) {
    const exponent = numberOf(publicExponent as Uint8Array);
    const isUsable = exponent > 2n && exponent % 2n === 1n && exponent < 2n ** 32n;
    if (!isUsable || (modulusLength as number) < 256 || (modulusLength as number) > 16384) {
      throw failure("OperationError", "The operation failed for an operation-specific reason");
    }
    return { ...request, kind: "rsa", bits: modulusLength, exponent: Number(exponent) };
  }
  if (!isCurve(name)) return request;
  curveSize(namedCurve);
  return { ...request, kind: "ec", curve: namedCurve };
}

function generatedSecret(algorithm: Algorithm, isExtractable: boolean, usages: Usage[]): CryptoKey {
  const { name, hash } = algorithm;
  if (isAes(name) && !isAesLength(algorithm.length)) {
    throw failure("OperationError", "AES key length must be 128, 192, or 256 bits");
  }
  const length = (algorithm.length as number | undefined) ?? blockBits(hash);
  if (length === 0) throw failure("OperationError", "Zero-length key is not supported");
  if (usages.length === 0) throw noUsage();
  const bytes = new Uint8Array(Math.ceil(length / 8));
  fillRandom(bytes);
  const described = name === "HMAC" ? { name, hash, length } : { name, length };
  return cryptoKey({ type: "secret", bytes }, described, isExtractable, usages);
}
