// node:crypto: digests, keys, ciphers, signatures and random values.

import { crypto as ownCrypto } from "../crypto/crypto.ts";
import { constants } from "./crypto/constants.ts";
import { hkdf, hkdfSync, pbkdf2, pbkdf2Sync, scrypt, scryptSync } from "./crypto/derivation.ts";
import { createHash, createHmac, getHashes, hash, HashClass, HmacClass } from "./crypto/hash.ts";
import { randomBytes, randomFill, randomFillSync, randomInt, randomUUID, timingSafeEqual } from "./crypto/random.ts";

export { HashClass as Hash, HmacClass as Hmac };
export {
  constants,
  createHash,
  createHmac,
  getHashes,
  hash,
  hkdf,
  hkdfSync,
  pbkdf2,
  pbkdf2Sync,
  randomBytes,
  randomFill,
  randomFillSync,
  randomInt,
  randomUUID,
  scrypt,
  scryptSync,
  timingSafeEqual,
};

export const webcrypto = ownCrypto as unknown as Crypto;
export const subtle = webcrypto.subtle;

export const getRandomValues = <T extends ArrayBufferView>(array: T): T =>
  webcrypto.getRandomValues(array as unknown as Uint8Array<ArrayBuffer>) as unknown as T;

/** There is no module that was validated for FIPS 140. */
export const getFips = (): 0 => 0;

export const secureHeapUsed = () => ({ total: 0, used: 0, utilization: 0, min: 0 });

export default {
  constants,
  createHash,
  createHmac,
  getFips,
  getHashes,
  getRandomValues,
  Hash: HashClass,
  hash,
  hkdf,
  hkdfSync,
  Hmac: HmacClass,
  pbkdf2,
  pbkdf2Sync,
  randomBytes,
  randomFill,
  randomFillSync,
  randomInt,
  randomUUID,
  scrypt,
  scryptSync,
  secureHeapUsed,
  subtle,
  timingSafeEqual,
  webcrypto,
};
