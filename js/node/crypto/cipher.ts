// Ciphers as streams: AES, ChaCha20-Poly1305, and DES three times.

import type { TransformDone } from "../../npm/readable-stream.js";
import { type CipherHandle, core } from "../../web/ops.ts";
import { Buffer } from "../buffer/buffer.ts";
import { coded, invalidArgType, invalidArgValue } from "../node_errors.ts";
import { StringDecoder } from "../buffer/string_decoder.ts";
import { inspect } from "../util/util.ts";
import { type BinaryLike, bytesOf, checkText, checkUint32, DATA, unknownEncoding, viewOf } from "./checks.ts";
import { type CipherInfo, findCipher, isIvLength, nameOf } from "./cipher_info.ts";
import { type KeyLike, secretBytes } from "./key_object.ts";
import { callable, LazyTransform } from "./lazy_transform.ts";

export interface CipherOptions {
  authTagLength?: number;
}

const invalidState = (action: string) =>
  coded(Error, "ERR_CRYPTO_INVALID_STATE", `Invalid state for operation ${action}`);

/** Bytes that a cipher does not take at once. */
const MOST = 2 ** 31 - 1;

const tagLengths: Record<string, number[]> = {
  gcm: [4, 8, 12, 13, 14, 15, 16],
  ccm: [4, 6, 8, 10, 12, 14, 16],
};

/** The length of a tag that was named, or of the usual one. */
function tagLengthOf(known: CipherInfo, cipher: string, length: unknown): number | undefined {
  if (length === undefined || length === null) {
    if (known.mode !== "ccm") return undefined;
    throw coded(TypeError, "ERR_CRYPTO_INVALID_AUTH_TAG", `authTagLength required for ${cipher}`);
  }
  if (typeof length !== "number" || length !== length >>> 0) {
    throw invalidArgValue("options.authTagLength", inspect(length));
  }
  const allowed = tagLengths[known.mode];
  const isWrong = allowed !== undefined ? !allowed.includes(length) : length > 16;
  if (isWrong && hasTag(known)) throw invalidTag(length);
  return length;
}

const hasTag = (known: CipherInfo) => known.mode in tagLengths || known.name === "chacha20-poly1305";

export class CipherStream extends LazyTransform {
  readonly #handle: CipherHandle;
  readonly #isEncryption: boolean;
  readonly #known: CipherInfo;
  readonly #ivLength: number;
  #tagLength: number | undefined;
  #hasTag = false;
  #hasPadding = true;
  #isBegun = false;
  #isDone = false;
  #decoder: StringDecoder | undefined;
  #encoding: string | undefined;

  constructor(isEncryption: boolean, cipher: string, key: KeyLike, iv: BinaryLike | null, options?: CipherOptions) {
    super(options);
    checkText("cipher", cipher);
    const encoding = (options as { encoding?: string } | undefined)?.encoding;
    const keyBytes = secretBytes("key", key, encoding);
    if (iv !== null && typeof iv !== "string" && viewOf(iv) === undefined) {
      const wanted = "of type string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView";
      throw invalidArgType("iv", wanted, iv);
    }
    const known = findCipher(cipher);
    if (known === undefined) throw coded(Error, "ERR_CRYPTO_UNKNOWN_CIPHER", "Unknown cipher");
    const ivBytes = iv === null ? new Uint8Array() : bytesOf("iv", iv);
    if (known.mode === "ecb" && ivBytes.length > 0 || iv === null && known.ivLength !== undefined) {
      throw coded(TypeError, "ERR_CRYPTO_INVALID_IV", "Invalid initialization vector");
    }
    this.#isEncryption = isEncryption;
    this.#known = known;
    this.#ivLength = ivBytes.length;
    if (known.mode === "ccm" && !isIvLength(known, ivBytes.length)) {
      throw coded(TypeError, "ERR_CRYPTO_INVALID_IV", "Invalid initialization vector");
    }
    this.#tagLength = tagLengthOf(known, cipher, options?.authTagLength);
    const tag = this.#tagLength ?? 16;
    this.#handle = core.ops.op_lumi_cipher_open(nameOf(cipher), isEncryption, keyBytes, ivBytes, tag);
  }

  update(data: BinaryLike): Buffer;
  update(data: BinaryLike, input: string | undefined): Buffer;
  update(data: BinaryLike, input: string | undefined, output: string): string;
  update(data: BinaryLike, input?: string, output?: string): Buffer | string {
    const bytes = bytesOf("data", data, input, DATA);
    if (this.#isDone) throw coded(Error, "ERR_CRYPTO_INVALID_STATE", "Invalid state for operation update");
    if (bytes.length >= MOST || this.#isBegun && this.#known.mode === "ccm") {
      throw new Error("Trying to add data in unsupported state");
    }
    this.#isBegun = true;
    return this.#answer(core.ops.op_lumi_cipher_update(this.#handle, bytes, this.#hasPadding), output, false);
  }

  final(): Buffer;
  final(output: string): string;
  final(output?: string): Buffer | string {
    if (this.#isDone) throw coded(Error, "ERR_CRYPTO_INVALID_STATE", "Invalid state");
    this.#isDone = true;
    return this.#answer(core.ops.op_lumi_cipher_finish(this.#handle, this.#hasPadding), output, true);
  }

  /** Characters of several bytes may be split between pieces. */
  #answer(bytes: Uint8Array, output: string | undefined, isLast: boolean): Buffer | string {
    if (output === undefined || output === "buffer") return Buffer.over(bytes);
    if (!Buffer.isEncoding(output)) throw unknownEncoding(output);
    if (this.#decoder === undefined) {
      this.#decoder = new StringDecoder(output);
      this.#encoding = output.toLowerCase();
    } else if (this.#encoding !== output.toLowerCase()) {
      throw coded(Error, "ERR_INTERNAL_ASSERTION", "Cannot change encoding");
    }
    const text = this.#decoder.write(Buffer.over(bytes));
    return isLast ? text + this.#decoder.end() : text;
  }

  getAuthTag(): Buffer {
    if (!this.#isEncryption || !this.#isDone || !hasTag(this.#known)) throw invalidState("getAuthTag");
    const tag = Buffer.over(core.ops.op_lumi_cipher_tag(this.#handle));
    return tag.subarray(0, this.#tagLength ?? 16) as Buffer;
  }

  setAuthTag(tag: BinaryLike, encoding?: string): this {
    const bytes = bytesOf("buffer", tag, encoding);
    if (this.#isEncryption || !hasTag(this.#known) || this.#hasTag || this.#isDone) throw invalidState("setAuthTag");
    const isWrong = this.#tagLength !== undefined
      ? bytes.length !== this.#tagLength
      : this.#known.mode === "gcm"
      ? !tagLengths.gcm!.includes(bytes.length)
      : bytes.length > 16;
    if (isWrong) throw invalidTag(bytes.length);
    this.#hasTag = true;
    core.ops.op_lumi_cipher_expect(this.#handle, bytes);
    return this;
  }

  setAAD(data: BinaryLike, options?: { encoding?: string; plaintextLength?: number }): this {
    const bytes = bytesOf("buffer", data, options?.encoding);
    const length = options?.plaintextLength;
    if (length !== undefined) checkUint32("options.plaintextLength", length);
    if (this.#isDone || this.#isBegun || !hasTag(this.#known)) throw invalidState("setAAD");
    if (this.#known.mode === "ccm") this.#checkLength(length);
    core.ops.op_lumi_cipher_authenticate(this.#handle, bytes);
    return this;
  }

  #checkLength(length: number | undefined): void {
    if (length === undefined) {
      throw coded(TypeError, "ERR_MISSING_ARGS", "options.plaintextLength required for CCM mode with AAD");
    }
    const most = 2 ** (8 * (15 - this.#ivLength)) - 1;
    if (length > most) throw coded(RangeError, "ERR_CRYPTO_INVALID_MESSAGELEN", "Invalid message length");
  }

  setAutoPadding(isOn = true): this {
    if (this.#isDone) throw invalidState("setAutoPadding");
    this.#hasPadding = Boolean(isOn);
    return this;
  }

  override _transform(chunk: BinaryLike, encoding: string, callback: TransformDone): void {
    this.push(this.update(chunk, encoding));
    callback();
  }

  override _flush(callback: TransformDone): void {
    try {
      this.push(this.final());
    } catch (error) {
      return callback(error as Error);
    }
    callback();
  }
}

const invalidTag = (length: number) =>
  coded(TypeError, "ERR_CRYPTO_INVALID_AUTH_TAG", `Invalid authentication tag length: ${length}`);

export class CipherivClass extends CipherStream {
  constructor(cipher: string, key: KeyLike, iv: BinaryLike | null, options?: CipherOptions) {
    super(true, cipher, key, iv, options);
  }
}

export class DecipherivClass extends CipherStream {
  constructor(cipher: string, key: KeyLike, iv: BinaryLike | null, options?: CipherOptions) {
    super(false, cipher, key, iv, options);
  }
}

export const Cipheriv = callable(CipherivClass, "Cipheriv");
export const Decipheriv = callable(DecipherivClass, "Decipheriv");

export function createCipheriv(
  cipher: string,
  key: KeyLike,
  iv: BinaryLike | null,
  options?: CipherOptions,
): CipherStream {
  return new Cipheriv(cipher, key, iv, options);
}

export function createDecipheriv(
  cipher: string,
  key: KeyLike,
  iv: BinaryLike | null,
  options?: CipherOptions,
): CipherStream {
  return new Decipheriv(cipher, key, iv, options);
}
