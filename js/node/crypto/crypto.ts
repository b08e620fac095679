// node:crypto: digests, keys, ciphers, signatures and random values.

import { crypto as ownCrypto } from "../../crypto/crypto.ts";
import { Cipheriv, createCipheriv, createDecipheriv, Decipheriv } from "./cipher.ts";
import { getCipherInfo, getCiphers } from "./cipher_info.ts";
import { constants } from "./constants.ts";
import { hkdf, hkdfSync, pbkdf2, pbkdf2Sync, scrypt, scryptSync } from "./derivation.ts";
import { createDiffieHellman, DiffieHellman, DiffieHellmanGroup, getDiffieHellman } from "./diffie_hellman.ts";
import { createECDH, diffieHellman, ECDH } from "./exchange.ts";
import { generateKey, generateKeyPair, generateKeyPairSync, generateKeySync, getCurves } from "./generate.ts";
import { createHash, createHmac, getHashes, hash, HashClass, HmacClass } from "./hash.ts";
import { createPrivateKey, createPublicKey, createSecretKey, KeyObject } from "./key_object.ts";
import { Cipher, createCipher, createDecipher, Decipher } from "./password_cipher.ts";
import { checkPrime, checkPrimeSync, generatePrime, generatePrimeSync } from "./prime.ts";
import { randomBytes, randomFill, randomFillSync, randomInt, randomUUID, timingSafeEqual } from "./random.ts";
import {
  createSign,
  createVerify,
  privateDecrypt,
  privateEncrypt,
  publicDecrypt,
  publicEncrypt,
  Sign,
  sign,
  Verify,
  verify,
} from "./sign.ts";
import { X509Certificate } from "./x509.ts";
import { coded } from "../node_errors.ts";
import { deprecate } from "../util/util.ts";

export { HashClass as Hash, HmacClass as Hmac };
export {
  checkPrime,
  checkPrimeSync,
  Cipher,
  Cipheriv,
  constants,
  createCipher,
  createCipheriv,
  createDecipher,
  createDecipheriv,
  createDiffieHellman,
  createECDH,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  createSign,
  createVerify,
  Decipher,
  Decipheriv,
  DiffieHellman,
  diffieHellman,
  DiffieHellmanGroup,
  ECDH,
  generateKey,
  generateKeyPair,
  generateKeyPairSync,
  generateKeySync,
  generatePrime,
  generatePrimeSync,
  getCipherInfo,
  getCiphers,
  getCurves,
  getDiffieHellman,
  getHashes,
  hash,
  hkdf,
  hkdfSync,
  KeyObject,
  pbkdf2,
  pbkdf2Sync,
  privateDecrypt,
  privateEncrypt,
  publicDecrypt,
  publicEncrypt,
  randomBytes,
  randomFill,
  randomFillSync,
  randomInt,
  randomUUID,
  scrypt,
  scryptSync,
  Sign,
  sign,
  timingSafeEqual,
  Verify,
  verify,
  X509Certificate,
};

export const webcrypto = ownCrypto as unknown as Crypto;
export const subtle = webcrypto.subtle;

export const getRandomValues = <T extends ArrayBufferView>(array: T): T =>
  webcrypto.getRandomValues(array as unknown as Uint8Array<ArrayBuffer>) as unknown as T;

/** There is no module that was validated for FIPS 140. */
export const getFips = (): 0 => 0;

export function setFips(isOn: boolean | number): void {
  if (isOn) throw coded(Error, "ERR_CRYPTO_FIPS_UNAVAILABLE", "Cannot set FIPS mode: there is no module for it");
}

/** No engine can be loaded. */
export const setEngine = (): false => false;

export const createDiffieHellmanGroup = getDiffieHellman;

const oldName = (name: string) => deprecate(randomBytes, `crypto.${name} is deprecated.`, "DEP0115");

export const prng = oldName("prng");
export const pseudoRandomBytes = oldName("pseudoRandomBytes");
export const rng = oldName("rng");

export const secureHeapUsed = () => ({ total: 0, used: 0, utilization: 0, min: 0 });

const whole = {
  checkPrime,
  checkPrimeSync,
  Cipher,
  Cipheriv,
  constants,
  createCipheriv,
  createDecipheriv,
  createDiffieHellman,
  createDiffieHellmanGroup,
  createECDH,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  createSign,
  createVerify,
  Decipher,
  Decipheriv,
  diffieHellman,
  DiffieHellman,
  DiffieHellmanGroup,
  ECDH,
  generateKey,
  generateKeyPair,
  generateKeyPairSync,
  generateKeySync,
  generatePrime,
  generatePrimeSync,
  getCipherInfo,
  getCiphers,
  getCurves,
  getDiffieHellman,
  getFips,
  getHashes,
  getRandomValues,
  hash,
  Hash: HashClass,
  hkdf,
  hkdfSync,
  Hmac: HmacClass,
  KeyObject,
  pbkdf2,
  pbkdf2Sync,
  privateDecrypt,
  privateEncrypt,
  publicDecrypt,
  publicEncrypt,
  randomBytes,
  randomFill,
  randomFillSync,
  randomInt,
  randomUUID,
  scrypt,
  scryptSync,
  secureHeapUsed,
  setEngine,
  setFips,
  Sign,
  sign,
  subtle,
  timingSafeEqual,
  Verify,
  verify,
  webcrypto,
  X509Certificate,
};

// Names that Node keeps for old programs.
for (const [name, value] of Object.entries({ createCipher, createDecipher, prng, pseudoRandomBytes, rng })) {
  Object.defineProperty(whole, name, { value, writable: true, configurable: true });
}
Object.defineProperty(whole, "fips", { get: getFips, set: setFips, configurable: true });

export default whole;
