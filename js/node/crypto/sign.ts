// Signatures, and encryption by RSA.

import type { Writable } from "../../npm/readable-stream.js";
import streams from "../../npm/readable-stream.js";
import { Buffer } from "../buffer/buffer.ts";
import { coded, invalidArgType, invalidArgValue } from "../node_errors.ts";
import {
  type BinaryLike,
  bytesOf,
  checkCallback,
  checkDigest,
  checkText,
  DATA,
  encoded,
  isDigest,
  viewOf,
  whenDone,
} from "./checks.ts";
import { constants } from "./constants.ts";
import { asymmetric, type KeyData, keyDataOf, type KeyLike } from "./key_object.ts";
import { decompose, keyOperation, keyOperationLater } from "./key_requests.ts";
import { callable } from "./lazy_transform.ts";

export interface SignOptions {
  padding?: number;
  saltLength?: number;
  dsaEncoding?: "der" | "ieee-p1363";
}

/** How a signature is made: src/node/crypto_requests/key_use_request.rs. */
function schemeOf(hash: string | null, given: unknown, key: KeyData, isVerification: boolean): object {
  const options = typeof given === "object" && given !== null ? given as SignOptions : {};
  const { padding, saltLength, dsaEncoding } = options;
  if (dsaEncoding !== undefined && dsaEncoding !== "der" && dsaEncoding !== "ieee-p1363") {
    throw invalidArgValue("options.dsaEncoding", `'${String(dsaEncoding)}'`);
  }
  if (padding !== undefined && !Number.isInteger(padding)) throw invalidArgValue("options.padding", String(padding));
  if (saltLength !== undefined && !Number.isInteger(saltLength)) {
    throw invalidArgValue("options.saltLength", String(saltLength));
  }
  const { kind, pss } = decompose(key);
  const usual = kind === "rsa-pss" ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING;
  // Without a length PSS takes the largest to sign, and any to verify.
  const salt = saltLength ?? pss?.[2] ??
    (isVerification ? constants.RSA_PSS_SALTLEN_AUTO : constants.RSA_PSS_SALTLEN_MAX_SIGN);
  return { hash, padding: padding ?? usual, salt, isPlain: dsaEncoding === "ieee-p1363" };
}

type StreamClass = new (options?: object) => Writable;

export class Collector extends (streams.Writable as unknown as StreamClass) {
  protected readonly algorithm: string;
  #pieces: Uint8Array[] = [];

  constructor(algorithm: string, options?: object) {
    super(options);
    checkText("algorithm", algorithm);
    if (!isDigest(algorithm)) throw coded(TypeError, "ERR_CRYPTO_INVALID_DIGEST", "Invalid digest");
    this.algorithm = algorithm;
    Object.defineProperty(this, "algorithm", { enumerable: false });
  }

  update(data: BinaryLike, encoding?: string): this {
    this.#pieces.push(new Uint8Array(bytesOf("data", data, encoding, DATA)));
    return this;
  }

  override _write(chunk: BinaryLike, encoding: string, callback: () => void): void {
    this.update(chunk, encoding);
    callback();
  }

  protected collected(): Uint8Array {
    return Buffer.concat(this.#pieces);
  }
}

export class SignClass extends Collector {
  sign(key: KeyLike): Buffer;
  sign(key: KeyLike, encoding: string): string;
  sign(key: KeyLike, encoding?: string): string | Buffer {
    if (!key) throw coded(Error, "ERR_CRYPTO_SIGN_KEY_REQUIRED", "No key provided to sign");
    return encoded(signed(this.algorithm, this.collected(), key), encoding);
  }
}

export class VerifyClass extends Collector {
  verify(key: KeyLike, signature: BinaryLike, encoding?: string): boolean {
    return verified(this.algorithm, this.collected(), key, bytesOf("signature", signature, encoding));
  }
}

export const Sign = callable(SignClass, "Sign");
export const Verify = callable(VerifyClass, "Verify");

export function createSign(algorithm: string, options?: object): SignClass {
  return new Sign(algorithm, options);
}

export function createVerify(algorithm: string, options?: object): VerifyClass {
  return new Verify(algorithm, options);
}

function signRequest(algorithm: string | null, data: Uint8Array, key: KeyLike): object {
  const known = asymmetric("key", key, "private");
  return { sign: { key: known.bytes, data, scheme: schemeOf(algorithm, key, known, false) } };
}

const signed = (algorithm: string | null, data: Uint8Array, key: KeyLike): Uint8Array =>
  keyOperation(signRequest(algorithm, data, key)) as Uint8Array;

function verifyRequest(algorithm: string | null, data: Uint8Array, key: KeyLike, signature: Uint8Array): object {
  const known = asymmetric("key", key, "public");
  return { verify: { key: known.bytes, data, signature, scheme: schemeOf(algorithm, key, known, true) } };
}

const verified = (algorithm: string | null, data: Uint8Array, key: KeyLike, signature: Uint8Array): boolean =>
  keyOperation(verifyRequest(algorithm, data, key, signature)) as boolean;

const ANY = "an instance of ArrayBuffer, Buffer, TypedArray, or DataView";

/** Bytes, or a text as UTF-8, which Node's errors do not mention. */
function input(name: string, value: unknown): Uint8Array {
  const bytes = typeof value === "string" ? bytesOf(name, value) : viewOf(value);
  if (bytes === undefined) throw invalidArgType(name, ANY, value);
  return bytes;
}

function checked(algorithm: unknown, data: unknown): [string | null, Uint8Array] {
  if (algorithm !== null && algorithm !== undefined) {
    checkText("algorithm", algorithm);
    checkDigest(algorithm);
  }
  return [(algorithm as string | undefined) ?? null, input("data", data)];
}

type SignCallback = (error: Error | null, signature?: Buffer) => void;

export function sign(algorithm: string | null | undefined, data: ArrayBufferView, key: KeyLike): Buffer;
export function sign(
  algorithm: string | null | undefined,
  data: ArrayBufferView,
  key: KeyLike,
  callback: SignCallback,
): void;
export function sign(
  algorithm: string | null | undefined,
  data: ArrayBufferView,
  key: KeyLike,
  callback?: SignCallback,
): Buffer | void {
  const [name, bytes] = checked(algorithm, data);
  if (!key) throw coded(Error, "ERR_CRYPTO_SIGN_KEY_REQUIRED", "No key provided to sign");
  if (callback === undefined) return Buffer.over(signed(name, bytes, key));
  checkCallback(callback);
  const work = keyOperationLater(signRequest(name, bytes, key)) as Promise<Uint8Array>;
  whenDone(work.then(Buffer.over), callback);
}

export function verify(
  algorithm: string | null | undefined,
  data: ArrayBufferView,
  key: KeyLike,
  signature: ArrayBufferView,
  callback?: (error: Error | null, isRight?: boolean) => void,
): boolean | void {
  const [name, bytes] = checked(algorithm, data);
  const given = input("signature", signature);
  if (callback === undefined) return verified(name, bytes, key, given);
  checkCallback(callback);
  whenDone(keyOperationLater(verifyRequest(name, bytes, key, given)) as Promise<boolean>, callback);
}

interface RsaOptions {
  padding?: number;
  oaepHash?: string;
  oaepLabel?: BinaryLike;
  encoding?: string;
}

function rsa(given: KeyLike, data: BinaryLike, isPrivate: boolean, isEncryption: boolean): Buffer {
  const key = asymmetric("key", given, isPrivate ? "private" : "public");
  const isPlain = typeof given !== "object" || given === null || keyDataOf(given) !== undefined;
  const { padding, oaepHash, oaepLabel, encoding } = isPlain ? {} as RsaOptions : given as RsaOptions;
  const usual = isPrivate === isEncryption ? constants.RSA_PKCS1_PADDING : constants.RSA_PKCS1_OAEP_PADDING;
  if (oaepHash !== undefined) {
    checkText("key.oaepHash", oaepHash);
    if (!isDigest(oaepHash)) throw coded(Error, "ERR_OSSL_EVP_INVALID_DIGEST", "Invalid digest used");
  }
  return Buffer.over(keyOperation({
    rsa: {
      key: key.bytes,
      isPrivate,
      isEncryption,
      padding: padding ?? usual,
      hash: oaepHash ?? "sha1",
      label: oaepLabel === undefined ? null : bytesOf("key.oaepLabel", oaepLabel),
      data: bytesOf("buffer", data, encoding),
    },
  }) as Uint8Array);
}

export const publicEncrypt = (key: KeyLike, data: BinaryLike): Buffer => rsa(key, data, false, true);
export const privateDecrypt = (key: KeyLike, data: BinaryLike): Buffer => rsa(key, data, true, false);
export const privateEncrypt = (key: KeyLike, data: BinaryLike): Buffer => rsa(key, data, true, true);
export const publicDecrypt = (key: KeyLike, data: BinaryLike): Buffer => rsa(key, data, false, false);
