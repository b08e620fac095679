// Keys from passwords and other keys: PBKDF2, scrypt, HKDF.

import { core } from "../../web/ops.ts";
import { Buffer } from "../buffer/buffer.ts";
import { coded, invalidArgType, outOfRange } from "../node_errors.ts";
import {
  type BinaryLike,
  bytesOf,
  type Callback,
  checkCallback,
  checkDigest,
  checkInt32,
  checkInteger,
  checkText,
  TEXT_OR_VIEWS,
  viewOf,
  whenDone,
} from "./checks.ts";
import { keyDataOf, type KeyLike, secretBytes } from "./key_object.ts";

type Input = BinaryLike | ArrayBuffer;
type Request = Record<string, Record<string, unknown>>;

const now = (request: Request): Buffer => Buffer.over(core.ops.op_lumi_crypto(request) as Uint8Array);

function later<T>(request: Request, wrap: (bytes: Uint8Array) => T, callback: Callback<T>): void {
  const work = core.ops.op_lumi_crypto_later(request) as Promise<Uint8Array>;
  whenDone(work.then(wrap), callback as (error: Error | null, result?: T) => void);
}

function pbkdf2Request(password: Input, salt: Input, iterations: number, keylen: number, digest: string): Request {
  checkText("digest", digest);
  const [passwordBytes, saltBytes] = [bytesOf("password", password), bytesOf("salt", salt)];
  checkInt32("iterations", iterations, 1);
  checkInt32("keylen", keylen);
  checkDigest(digest);
  return { pbkdf2: { hash: digest, password: passwordBytes, salt: saltBytes, iterations, length: keylen } };
}

export function pbkdf2Sync(password: Input, salt: Input, iterations: number, keylen: number, digest: string): Buffer {
  return now(pbkdf2Request(password, salt, iterations, keylen, digest));
}

export function pbkdf2(
  password: Input,
  salt: Input,
  iterations: number,
  keylen: number,
  digest: string,
  callback: Callback<Buffer>,
): void {
  if (typeof digest === "function") [callback, digest] = [digest, undefined as unknown as string];
  const request = pbkdf2Request(password, salt, iterations, keylen, digest);
  checkCallback(callback);
  later(request, Buffer.over, callback);
}

export interface ScryptOptions {
  N?: number;
  r?: number;
  p?: number;
  maxmem?: number;
  cost?: number;
  blockSize?: number;
  parallelization?: number;
}

const invalidScrypt = (reason = "") =>
  coded(RangeError, "ERR_CRYPTO_INVALID_SCRYPT_PARAMS", `Invalid scrypt params${reason}`);

/** A number that has two names, of which one may be used. */
function numberOf(options: ScryptOptions, name: "N" | "r" | "p", long: keyof ScryptOptions, usual: number): number {
  const [value, other] = [options[name], options[long]];
  if (value !== undefined && other !== undefined) {
    throw coded(Error, "ERR_CRYPTO_SCRYPT_INVALID_PARAMETER", "Invalid scrypt parameter");
  }
  const given = value !== undefined ? value : other;
  if (given === undefined) return usual;
  checkInteger(value !== undefined ? name : long, given, 0, 4294967295);
  return given || usual;
}

function scryptRequest(password: Input, salt: Input, keylen: number, options: ScryptOptions | undefined): Request {
  const [passwordBytes, saltBytes] = [bytesOf("password", password), bytesOf("salt", salt)];
  checkInt32("keylen", keylen);
  const given = options ?? {};
  const n = numberOf(given, "N", "cost", 16384);
  const r = numberOf(given, "r", "blockSize", 8);
  const p = numberOf(given, "p", "parallelization", 1);
  const { maxmem } = given;
  if (maxmem !== undefined) checkInteger("maxmem", maxmem, 0, Number.MAX_SAFE_INTEGER);
  if (n < 2 || (n & (n - 1)) !== 0 || r * p >= 2 ** 30) throw invalidScrypt();
  if (128 * r * (n + p + 2) > (maxmem || 32 * 1024 * 1024)) {
    throw invalidScrypt(": error:030000AC:digital envelope routines::memory limit exceeded");
  }
  return { scrypt: { password: passwordBytes, salt: saltBytes, n, r, p, length: keylen } };
}

export function scryptSync(password: Input, salt: Input, keylen: number, options?: ScryptOptions): Buffer {
  return now(scryptRequest(password, salt, keylen, options));
}

export function scrypt(password: Input, salt: Input, keylen: number, callback: Callback<Buffer>): void;
export function scrypt(
  password: Input,
  salt: Input,
  keylen: number,
  options: ScryptOptions,
  callback: Callback<Buffer>,
): void;
export function scrypt(password: Input, salt: Input, keylen: number, given: unknown, last?: Callback<Buffer>): void {
  const [options, callback] = typeof given === "function"
    ? [undefined, given as Callback<Buffer>]
    : [given as ScryptOptions, last];
  const request = scryptRequest(password, salt, keylen, options);
  checkCallback(callback);
  later(request, Buffer.over, callback);
}

function hkdfRequest(digest: string, key: KeyLike, salt: Input, info: Input, length: number): Request {
  checkText("digest", digest);
  const keyBytes = keyDataOf(key) === undefined && typeof key !== "string" && viewOf(key) === undefined
    ? badKey(key)
    : secretBytes("ikm", key);
  const [saltBytes, infoBytes] = [bytesOf("salt", salt), bytesOf("info", info)];
  checkInt32("length", length);
  if (infoBytes.length > 1024) {
    throw outOfRange("info", "must not contain more than 1024 bytes", infoBytes.length);
  }
  checkDigest(digest);
  const most = 255 * core.ops.op_lumi_digest(digest, new Uint8Array()).length;
  if (length > most) throw coded(RangeError, "ERR_CRYPTO_INVALID_KEYLEN", "Invalid key length");
  return { hkdf: { hash: digest, key: keyBytes, salt: saltBytes, info: infoBytes, length } };
}

function badKey(key: unknown): never {
  throw invalidArgType("ikm", TEXT_OR_VIEWS.replace("or DataView", "DataView, or KeyObject"), key);
}

export function hkdfSync(digest: string, key: KeyLike, salt: Input, info: Input, length: number): ArrayBuffer {
  return now(hkdfRequest(digest, key, salt, info, length)).buffer as ArrayBuffer;
}

export function hkdf(
  digest: string,
  key: KeyLike,
  salt: Input,
  info: Input,
  length: number,
  callback: Callback<ArrayBuffer>,
): void {
  const request = hkdfRequest(digest, key, salt, info, length);
  checkCallback(callback);
  later(request, (bytes) => bytes.buffer as ArrayBuffer, callback);
}
