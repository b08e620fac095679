// Diffie-Hellman with numbers.

import { core } from "../../web/ops.ts";
import { fillRandom } from "../../web/random.ts";
import { Buffer } from "../buffer/buffer.ts";
import { coded, invalidArgType } from "../node_errors.ts";
import { type AnyBytes, type BinaryLike, bytesOf, checkInteger, checkText, encoded, viewOf } from "./checks.ts";
import { groupNamed } from "./dh_groups.ts";
import { numberBytes, numberOf } from "./key_requests.ts";
import { callable } from "./lazy_transform.ts";
import { generatePrimeSync } from "./prime.ts";

const KINDS = "one of type number or string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView";
const LEAST_BITS = 512;
/** The problems of parameters, as numbers of OpenSSL. */
const problems = { notPrime: 1, notSafe: 2, badGenerator: 8, tooSmall: 128 };

function openssl(number: string, reason: string): Error {
  const library = "Diffie-Hellman routines";
  const error = new Error(`error:${number}:${library}::${reason}`);
  const code = `ERR_OSSL_DH_${reason.toUpperCase().replaceAll(" ", "_")}`;
  return Object.assign(error, { library, reason, code });
}

const tooSmall = () => openssl("0280007E", "modulus too small");
const badGenerator = () => openssl("02800065", "bad generator");

const power = (base: Uint8Array, exponent: Uint8Array, modulus: Uint8Array): Uint8Array =>
  core.ops.op_lumi_crypto({ prime: { power: { base, exponent, modulus } } }) as Uint8Array;

const check = (candidate: Uint8Array, isSafe: boolean): boolean =>
  core.ops.op_lumi_crypto({ prime: { check: { candidate, isSafe } } }) as boolean;

const bitsOf = (value: bigint): number => value.toString(2).length;

interface Parameters {
  prime: bigint;
  generator: bigint;
  /** Undefined where nothing is known of the group. */
  secretBits?: number;
}

/** The members of both classes. */
export class Exchange {
  readonly #prime: bigint;
  readonly #generator: bigint;
  readonly #secretBits: number | undefined;
  #secret: Uint8Array | undefined;
  #open: Uint8Array | undefined;

  constructor({ prime, generator, secretBits }: Parameters) {
    this.#prime = prime;
    this.#generator = generator;
    this.#secretBits = secretBits;
    let problem: number | undefined;
    // To look for it takes a while, and few programs ask.
    Object.defineProperty(this, "verifyError", {
      get: () => problem ??= secretBits === undefined ? this.#problem() : 0,
      enumerable: true,
      configurable: true,
    });
  }

  declare readonly verifyError: number;

  #problem(): number {
    const prime = numberBytes(this.#prime);
    let problem = bitsOf(this.#prime) < LEAST_BITS ? problems.tooSmall : 0;
    if (!check(prime, false)) problem |= problems.notPrime;
    else if (!check(prime, true)) problem |= problems.notSafe;
    if (this.#generator <= 1n || this.#generator >= this.#prime - 1n) problem |= problems.badGenerator;
    return problem;
  }

  generateKeys(encoding?: string): string | Buffer {
    const bits = bitsOf(this.#prime);
    if (bits < LEAST_BITS) throw tooSmall();
    if (this.#secret === undefined) {
      const wanted = this.#secretBits ?? bits - 1;
      const secret = new Uint8Array(Math.ceil(wanted / 8));
      fillRandom(secret);
      // The topmost bit that is wanted is set, and those above it are not.
      const top = (wanted - 1) % 8;
      secret[0] = secret[0]! & (1 << top) - 1 | 1 << top;
      this.#secret = secret;
    }
    this.#open = power(numberBytes(this.#generator), this.#secret, numberBytes(this.#prime));
    return this.getPublicKey(encoding);
  }

  computeSecret(other: BinaryLike | AnyBytes, input?: string, output?: string): string | Buffer {
    const given = numberOf(bytesOf("otherPublicKey", other, input));
    const invalid = (text: string) => coded(RangeError, "ERR_CRYPTO_INVALID_KEYLEN", text);
    if (given <= 1n) throw invalid("Supplied key is too small");
    if (given >= this.#prime - 1n) throw invalid("Supplied key is too large");
    if (this.#secret === undefined) throw openssl("02800064", "no private value");
    const prime = numberBytes(this.#prime);
    const made = power(numberBytes(given), this.#secret, prime);
    const shared = Buffer.alloc(prime.length);
    shared.set(made, shared.length - made.length);
    return encoded(shared, output);
  }

  getPrime(encoding?: string): string | Buffer {
    return encoded(numberBytes(this.#prime), encoding);
  }

  getGenerator(encoding?: string): string | Buffer {
    return encoded(numberBytes(this.#generator), encoding);
  }

  getPublicKey(encoding?: string): string | Buffer {
    if (this.#open === undefined) throw missing("public");
    return encoded(new Uint8Array(this.#open), encoding);
  }

  getPrivateKey(encoding?: string): string | Buffer {
    if (this.#secret === undefined) throw missing("private");
    return encoded(new Uint8Array(this.#secret), encoding);
  }

  protected set(kind: "public" | "private", key: BinaryLike | AnyBytes, encoding: string | undefined): void {
    const bytes = new Uint8Array(bytesOf("key", key, encoding));
    if (kind === "public") this.#open = bytes;
    else this.#secret = bytes;
  }
}

const missing = (kind: string) =>
  coded(Error, "ERR_CRYPTO_INVALID_STATE", `No ${kind} key - did you forget to generate one?`);

type Source = number | BinaryLike | AnyBytes;

function primeOf(source: unknown, encoding: unknown): bigint {
  if (typeof source === "number") {
    checkInteger("sizeOrKey", source, -2147483648, 2147483647);
    if (source < LEAST_BITS) throw tooSmall();
    return generatePrimeSync(source, { safe: true, bigint: true }) as bigint;
  }
  if (typeof source !== "string" && viewOf(source) === undefined) throw invalidArgType("sizeOrKey", KINDS, source);
  return numberOf(bytesOf("sizeOrKey", source, encoding));
}

function generatorOf(given: unknown, encoding: unknown): bigint {
  // Zero has always meant the usual generator.
  if (given === undefined || given === null || given === 0) return 2n;
  const isKnown = typeof given === "number" || typeof given === "string" || viewOf(given) !== undefined;
  if (!isKnown) throw invalidArgType("generator", KINDS, given);
  if (typeof given === "number") checkInteger("generator", given, -2147483648, 2147483647);
  const generator = typeof given === "number" ? BigInt(given) : numberOf(bytesOf("generator", given, encoding));
  if (generator <= 1n) throw badGenerator();
  return generator;
}

export class DiffieHellmanClass extends Exchange {
  constructor(source: Source, encoding?: string | Source, generator?: Source, generatorEncoding?: string) {
    const hasEncoding = encoding === undefined || encoding === null || encoding === "buffer" ||
      Buffer.isEncoding(encoding);
    const [form, given, givenForm] = hasEncoding
      ? [encoding, generator, generatorEncoding]
      : [undefined, encoding, generator];
    const isForm = givenForm === undefined || typeof givenForm === "string";
    super({ prime: primeOf(source, form), generator: generatorOf(given, isForm ? givenForm : undefined) });
  }

  setPublicKey(key: BinaryLike | AnyBytes, encoding?: string): this {
    this.set("public", key, encoding);
    return this;
  }

  setPrivateKey(key: BinaryLike | AnyBytes, encoding?: string): this {
    this.set("private", key, encoding);
    return this;
  }
}

export class DiffieHellmanGroupClass extends Exchange {
  constructor(name: string) {
    checkText("name", name);
    const group = groupNamed(name);
    if (group === undefined) throw coded(Error, "ERR_CRYPTO_UNKNOWN_DH_GROUP", "Unknown DH group");
    super({ ...group, generator: 2n });
  }
}

export const DiffieHellman = callable(DiffieHellmanClass, "DiffieHellman");
export const DiffieHellmanGroup = callable(DiffieHellmanGroupClass, "DiffieHellmanGroup");

export function createDiffieHellman(
  source: Source,
  encoding?: string | Source,
  generator?: Source,
  generatorEncoding?: string,
): DiffieHellmanClass {
  return new DiffieHellman(source, encoding, generator, generatorEncoding);
}

export function getDiffieHellman(name: string): DiffieHellmanGroupClass {
  return new DiffieHellmanGroup(name);
}
