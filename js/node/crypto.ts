// node:crypto: digests, HMAC and random values.

import { nodeDigestName } from "../crypto/digest_name.ts";
import { crypto as ownCrypto } from "../crypto/crypto.ts";
import { core } from "../web/ops.ts";
import { fillRandom } from "../web/random.ts";
import { Buffer } from "./buffer.ts";
import { invalidArgType, outOfRange } from "./node_errors.ts";

type Data = string | ArrayBufferView;

const wideBlocks = new Set(["sha384", "sha512"]);

function bytes(data: Data, encoding?: string): Uint8Array {
  if (typeof data === "string") return Buffer.from(data, encoding);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw new TypeError("data must be a string or a typed array");
}

const digest = (algorithm: string, data: Uint8Array) => core.ops.op_lumi_digest(algorithm, data);

export class Hash {
  private parts: Uint8Array[] = [];
  private isDone = false;

  constructor(private readonly finish: (data: Uint8Array) => Uint8Array) {}

  update(data: Data, encoding?: string): this {
    this.checkOpen();
    this.parts.push(bytes(data, encoding).slice());
    return this;
  }

  digest(): Buffer;
  digest(encoding: string): string;
  digest(encoding?: string): string | Buffer {
    this.checkOpen();
    this.isDone = true;
    const result = Buffer.over(this.finish(Buffer.concat(this.parts)));
    return encoding && encoding !== "buffer" ? result.toString(encoding) : result;
  }

  /** A digest of what was added so far, to which more can be added. */
  copy(): Hash {
    this.checkOpen();
    const copy = new Hash(this.finish);
    copy.parts = [...this.parts];
    return copy;
  }

  private checkOpen(): void {
    if (this.isDone) throw Object.assign(new Error("Digest already called"), { code: "ERR_CRYPTO_HASH_FINALIZED" });
  }
}

/** Throws if the digest does not exist. */
function checkedName(algorithm: string): string {
  const name = nodeDigestName(algorithm);
  digest(name, new Uint8Array());
  return name;
}

export function createHash(algorithm: string): Hash {
  const name = checkedName(algorithm);
  return new Hash((data) => digest(name, data));
}

export function createHmac(algorithm: string, key: Data): Hash {
  const name = checkedName(algorithm);
  const size = wideBlocks.has(name) ? 128 : 64;
  const given = bytes(key);
  const padded = new Uint8Array(size);
  padded.set(given.length > size ? digest(name, given) : given);
  const mixed = (mask: number) => padded.map((byte) => byte ^ mask);
  return new Hash((data) =>
    digest(name, Buffer.concat([mixed(0x5c), digest(name, Buffer.concat([mixed(0x36), data]))]))
  );
}

/** The names of the digests that `createHash` makes. */
export const getHashes = (): string[] => ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"];

type RandomCallback = (error: Error | null, bytes: Buffer) => void;

export function randomBytes(size: number): Buffer;
export function randomBytes(size: number, callback: RandomCallback): void;
export function randomBytes(size: number, callback?: RandomCallback): Buffer | void {
  const buffer = Buffer.alloc(size);
  fillRandom(buffer);
  if (callback === undefined) return buffer;
  setTimeout(() => callback(null, buffer), 0);
}

/** The part of a buffer that is filled, in bytes. */
function part(buffer: ArrayBufferView, offset: number, size: number | undefined): Uint8Array {
  const all = bytes(buffer);
  const length = size ?? all.length - offset;
  if (!Number.isInteger(offset) || offset < 0 || offset > all.length) {
    throw outOfRange("offset", `>= 0 && <= ${all.length}`, offset);
  }
  if (!Number.isInteger(length) || length < 0 || length > all.length - offset) {
    throw outOfRange("size + offset", `<= ${all.length}`, length + offset);
  }
  return all.subarray(offset, offset + length);
}

export function randomFillSync<T extends ArrayBufferView>(buffer: T, offset = 0, size?: number): T {
  fillRandom(part(buffer, offset, size));
  return buffer;
}

type FillCallback<T> = (error: Error | null, buffer: T) => void;

/** The callback is the last argument; `offset` and `size` may be left out. */
export function randomFill<T extends ArrayBufferView>(buffer: T, ...rest: (number | FillCallback<T>)[]): void {
  const callback = rest.pop();
  if (typeof callback !== "function") throw invalidArgType("callback", "of type function", callback);
  const [offset, size] = rest as number[];
  randomFillSync(buffer, offset, size);
  setTimeout(() => callback(null, buffer), 0);
}

/** A random integer of at least `from` (0 if only one bound is given) and less than `to`. */
export function randomInt(from: number, to?: number): number {
  const [least, end] = to === undefined ? [0, from] : [from, to];
  const range = end - least;
  if (!Number.isSafeInteger(least) || !Number.isSafeInteger(end) || range <= 0 || range > 2 ** 48) {
    throw new RangeError("randomInt takes whole numbers, the second larger than the first by at most 2 ** 48");
  }
  const fair = 2 ** 48 - 2 ** 48 % range;
  for (;;) {
    const value = randomBytes(6).reduce((sum, byte) => sum * 256 + byte, 0);
    if (value < fair) return least + value % range;
  }
}

export const webcrypto = ownCrypto as unknown as Crypto;

export const randomUUID = (): string => webcrypto.randomUUID();

/** Compares in constant time. */
export function timingSafeEqual(a: ArrayBufferView, b: ArrayBufferView): boolean {
  const [left, right] = [bytes(a), bytes(b)];
  if (left.length !== right.length) throw new RangeError("Input buffers must have the same byte length");
  return left.reduce((difference, byte, i) => difference | byte ^ right[i]!, 0) === 0;
}

export default {
  createHash,
  createHmac,
  getHashes,
  Hash,
  randomBytes,
  randomFill,
  randomFillSync,
  randomInt,
  randomUUID,
  timingSafeEqual,
  webcrypto,
};
