// Digests and HMACs.

import { core, type HashHandle } from "../../web/ops.ts";
import type { TransformDone } from "../../npm/readable-stream.js";
import { Buffer } from "../buffer/buffer.ts";
import { coded, invalidArgType, invalidArgValue } from "../node_errors.ts";
import { type BinaryLike, bytesOf, checkText, checkUint32, DATA, encoded, unknownEncoding } from "./checks.ts";
import { type KeyLike, secretBytes } from "./key_object.ts";
import { callable, LazyTransform } from "./lazy_transform.ts";

export interface HashOptions {
  /** Bytes of the result of SHAKE. */
  outputLength?: number;
  encoding?: string;
  highWaterMark?: number;
}

const finalized = () => coded(Error, "ERR_CRYPTO_HASH_FINALIZED", "Digest already called");

function lengthOf(options: HashOptions | undefined): number {
  const length = typeof options === "object" && options !== null ? options.outputLength : undefined;
  if (length === undefined) return -1;
  checkUint32("options.outputLength", length);
  return length;
}

export class Hash extends LazyTransform {
  readonly #handle: HashHandle;
  #isDone = false;
  /** The digest that the stream returned at its end; `digest` can still be called once. */
  #result: Uint8Array | undefined;

  constructor(algorithm: string, options?: HashOptions) {
    super(options);
    if (isHandle(algorithm)) {
      this.#handle = algorithm;
      return;
    }
    checkText("algorithm", algorithm);
    this.#handle = core.ops.op_lumi_hash_open(algorithm, lengthOf(options), null);
  }

  update(data: BinaryLike, encoding?: string): this {
    if (this.#isDone || this.#result !== undefined) throw finalized();
    core.ops.op_lumi_hash_update(this.#handle, bytesOf("data", data, encoding, DATA));
    return this;
  }

  digest(): Buffer;
  digest(encoding: string): string;
  digest(encoding?: string): string | Buffer {
    if (this.#isDone) throw finalized();
    this.#isDone = true;
    return encoded(this.#result ?? core.ops.op_lumi_hash_finish(this.#handle), encoding);
  }

  copy(options?: HashOptions): Hash {
    if (this.#isDone) throw finalized();
    const copy = core.ops.op_lumi_hash_copy(this.#handle, lengthOf(options));
    handles.add(copy);
    return new Hash(copy as unknown as string, options);
  }

  override _transform(chunk: BinaryLike, encoding: string, callback: TransformDone): void {
    this.update(chunk, encoding);
    callback();
  }

  override _flush(callback: TransformDone): void {
    this.#result = core.ops.op_lumi_hash_finish(this.#handle);
    this.push(Buffer.from(this.#result));
    callback();
  }
}

/** States that a copy begins with. */
const handles = new WeakSet<object>();
const isHandle = (value: unknown): value is HashHandle => handles.has(value as object);

export class Hmac extends LazyTransform {
  readonly #handle: HashHandle;
  #isDone = false;

  constructor(hmac: string, key: KeyLike, options?: HashOptions) {
    super(options);
    checkText("hmac", hmac);
    const encoding = options?.encoding;
    if (encoding !== undefined && !Buffer.isEncoding(encoding)) throw unknownEncoding(encoding);
    this.#handle = core.ops.op_lumi_hash_open(hmac, -1, secretBytes("key", key, encoding));
  }

  update(data: BinaryLike, encoding?: string): this {
    if (this.#isDone) throw finalized();
    core.ops.op_lumi_hash_update(this.#handle, bytesOf("data", data, encoding, DATA));
    return this;
  }

  /** A second call answers nothing, as in Node. */
  digest(): Buffer;
  digest(encoding: string): string;
  digest(encoding?: string): string | Buffer {
    const bytes = this.#isDone ? new Uint8Array() : core.ops.op_lumi_hash_finish(this.#handle);
    this.#isDone = true;
    return encoded(bytes, encoding);
  }

  override _transform(chunk: BinaryLike, encoding: string, callback: TransformDone): void {
    this.update(chunk, encoding);
    callback();
  }

  override _flush(callback: TransformDone): void {
    this.push(this.digest());
    callback();
  }
}

export const HashClass = callable(Hash, "Hash");
export const HmacClass = callable(Hmac, "Hmac");

export function createHash(algorithm: string, options?: HashOptions): Hash {
  return new Hash(algorithm, options);
}

export function createHmac(hmac: string, key: KeyLike, options?: HashOptions): Hmac {
  return new Hmac(hmac, key, options);
}

/** The digest of data at once, as hexadecimal text unless an encoding is named. */
export function hash(algorithm: string, data: BinaryLike, outputEncoding = "hex"): string | Buffer {
  checkText("algorithm", algorithm);
  if (typeof data !== "string" && !ArrayBuffer.isView(data)) throw invalidArgType("input", DATA, data);
  checkText("outputEncoding", outputEncoding);
  if (outputEncoding !== "buffer" && !Buffer.isEncoding(outputEncoding)) {
    throw invalidArgValue("outputEncoding", `'${outputEncoding}'`);
  }
  const handle = core.ops.op_lumi_hash_open(algorithm, -1, null);
  core.ops.op_lumi_hash_update(handle, bytesOf("input", data));
  return encoded(core.ops.op_lumi_hash_finish(handle), outputEncoding);
}

const names = [
  ..."RSA-MD5 RSA-RIPEMD160 RSA-SHA1 RSA-SHA1-2 RSA-SHA224 RSA-SHA256 RSA-SHA3-224 RSA-SHA3-256 RSA-SHA3-384".split(
    " ",
  ),
  ..."RSA-SHA3-512 RSA-SHA384 RSA-SHA512 RSA-SHA512/224 RSA-SHA512/256 blake2b512 blake2s256 md5 md5-sha1".split(" "),
  ..."md5WithRSAEncryption ripemd ripemd160 rmd160 sha1 sha1WithRSAEncryption sha224".split(" "),
  ..."sha224WithRSAEncryption sha256 sha256WithRSAEncryption sha3-224 sha3-256 sha3-384 sha3-512 sha384".split(" "),
  ..."sha384WithRSAEncryption sha512 sha512-224 sha512-224WithRSAEncryption sha512-256".split(" "),
  ..."sha512-256WithRSAEncryption sha512WithRSAEncryption shake128 shake256 ssl3-md5 ssl3-sha1".split(" "),
];

export const getHashes = (): string[] => [...names];
