// Ciphers whose key is made of a password in the old way of OpenSSL. Node has them for what was
// encrypted long ago.

import { core } from "../../web/ops.ts";
import { Buffer } from "../buffer/buffer.ts";
import { coded } from "../node_errors.ts";
import { deprecate } from "../util/util.ts";
import { type BinaryLike, bytesOf, checkText } from "./checks.ts";
import { type CipherOptions, CipherStream } from "./cipher.ts";
import { type CipherInfo, findCipher } from "./cipher_info.ts";
import { callable } from "./lazy_transform.ts";

/** Key and initialization vector: one round of MD5 for each part of them, without salt. */
function derived(password: Uint8Array, length: number): Uint8Array {
  let [all, last] = [Buffer.alloc(0), Buffer.alloc(0)];
  while (all.length < length) {
    last = Buffer.from(core.ops.op_lumi_digest("md5", Buffer.concat([last, password])));
    all = Buffer.concat([all, last]);
  }
  return all.subarray(0, length);
}

function parts(cipher: string, password: BinaryLike): [Uint8Array, Uint8Array | null] {
  checkText("cipher", cipher);
  const bytes = bytesOf("password", password);
  const known: CipherInfo | undefined = findCipher(cipher);
  if (known === undefined) throw coded(Error, "ERR_CRYPTO_UNKNOWN_CIPHER", "Unknown cipher");
  const { keyLength, ivLength = 0 } = known;
  const made = derived(bytes, keyLength + ivLength);
  return [made.subarray(0, keyLength), ivLength === 0 ? null : made.subarray(keyLength)];
}

export class CipherClass extends CipherStream {
  constructor(cipher: string, password: BinaryLike, options?: CipherOptions) {
    const [key, iv] = parts(cipher, password);
    super(true, cipher, key, iv, options);
  }
}

export class DecipherClass extends CipherStream {
  constructor(cipher: string, password: BinaryLike, options?: CipherOptions) {
    const [key, iv] = parts(cipher, password);
    super(false, cipher, key, iv, options);
  }
}

export const Cipher = callable(CipherClass, "Cipher");
export const Decipher = callable(DecipherClass, "Decipher");

export const createCipher = deprecate(
  (cipher: string, password: BinaryLike, options?: CipherOptions): CipherClass => new Cipher(cipher, password, options),
  "crypto.createCipher is deprecated.",
  "DEP0106",
);

export const createDecipher = deprecate(
  (cipher: string, password: BinaryLike, options?: CipherOptions): DecipherClass =>
    new Decipher(cipher, password, options),
  "crypto.createDecipher is deprecated.",
  "DEP0106",
);
