// Secrets that two keys share.

import { Buffer } from "../buffer/buffer.ts";
import { coded, invalidArgValue } from "../node_errors.ts";
import { type BinaryLike, bytesOf, checkObject, checkText, encoded } from "./checks.ts";
import { checkCurve } from "./curves.ts";
import { type KeyData, keyDataOf, type KeyObject, wrongKeyType } from "./key_object.ts";
import { decompose, type KeyAnswer, keyOperation, request } from "./key_requests.ts";
import { callable } from "./lazy_transform.ts";

function sharedSecret(secret: KeyData, open: KeyData): Uint8Array {
  return keyOperation({ keyAgreement: { private: secret.bytes, public: open.bytes } }) as Uint8Array;
}

/** The secret of a private and a public key of the same curve. */
export function diffieHellman(options: { privateKey: KeyObject; publicKey: KeyObject }): Buffer {
  checkObject("options", options);
  const [secret, open] = [keyDataOf(options.privateKey), keyDataOf(options.publicKey)];
  if (secret === undefined) throw invalidArgValue("options.privateKey", String(options.privateKey));
  if (open === undefined) throw invalidArgValue("options.publicKey", String(options.publicKey));
  if (secret.type !== "private") throw wrongKeyType(secret.type, "private");
  if (open.type === "secret") throw wrongKeyType(open.type, "private or public");
  const publicKey = open.type === "public"
    ? open
    : { type: "public" as const, bytes: request({ public: { key: open.bytes } }) as Uint8Array<ArrayBuffer> };
  const [one, other] = [decompose(secret).kind, decompose(publicKey).kind];
  if (one !== other) {
    const text = `Incompatible key types for Diffie-Hellman: ${one} and ${other}`;
    throw coded(Error, "ERR_CRYPTO_INCOMPATIBLE_KEY", text);
  }
  return Buffer.over(sharedSecret(secret, publicKey));
}

type PointFormat = "compressed" | "uncompressed" | "hybrid";

function checkFormat(format: unknown): void {
  if (format !== undefined && !["compressed", "uncompressed", "hybrid"].includes(format as string)) {
    throw coded(TypeError, "ERR_CRYPTO_ECDH_INVALID_FORMAT", `Invalid ECDH format: ${String(format)}`);
  }
}

/** A point in another form; the curve has checked it. */
function convertPoint(curve: string, point: Uint8Array, format: PointFormat | undefined): Buffer {
  checkFormat(format);
  const isCompressed = format === "compressed";
  const bytes = Buffer.over(request({ point: { curve, point, isCompressed } }) as Uint8Array);
  if (format === "hybrid") bytes[0] = 6 + (bytes[bytes.length - 1]! & 1);
  return bytes;
}

export class ECDHClass {
  readonly #curve: string;
  #key: KeyData | undefined;
  /** The public key, if a program has set it. */
  #open: Buffer | undefined;

  constructor(curve: string) {
    checkText("curve", curve);
    this.#curve = curve;
    checkCurve(curve);
  }

  static convertKey(
    key: BinaryLike,
    curve: string,
    input?: string,
    output?: string,
    format?: PointFormat,
  ): string | Buffer {
    const bytes = bytesOf("key", key, input);
    checkText("curve", curve);
    checkCurve(curve);
    checkFormat(format);
    let point: Buffer;
    try {
      point = convertPoint(curve, bytes, format);
    } catch {
      throw coded(Error, "ERR_CRYPTO_OPERATION_FAILED", "Failed to convert Buffer to EC_POINT");
    }
    return encoded(point, output);
  }

  generateKeys(encoding?: string, format?: PointFormat): string | Buffer {
    const generate = { kind: "ec", bits: 0, exponent: 0, curve: this.#curve, pss: null };
    this.#key = { type: "private", bytes: (request({ generate }) as KeyAnswer).document! };
    this.#open = undefined;
    return this.getPublicKey(encoding, format);
  }

  setPrivateKey(key: BinaryLike, encoding?: string): void {
    const numbers = { kind: "ec", curve: this.#curve, d: new Uint8Array(bytesOf("key", key, encoding)) };
    let answer: KeyAnswer;
    try {
      answer = request({ compose: { numbers } }) as KeyAnswer;
    } catch {
      throw coded(Error, "ERR_CRYPTO_INVALID_KEYTYPE", "Private key is not valid for specified curve.");
    }
    this.#key = { type: "private", bytes: answer.document! };
    this.#open = undefined;
  }

  #numbers(action: string): KeyAnswer {
    if (this.#key === undefined) throw coded(Error, "ERR_CRYPTO_ECDH_NO_KEY", `Failed to get ECDH ${action} key`);
    return decompose(this.#key);
  }

  /** A public key that need not be that of the private one. */
  setPublicKey(key: BinaryLike, encoding?: string): void {
    let point: Buffer;
    try {
      point = convertPoint(this.#curve, bytesOf("key", key, encoding), "uncompressed");
    } catch {
      throw coded(Error, "ERR_CRYPTO_OPERATION_FAILED", "Failed to convert Buffer to EC_POINT");
    }
    this.#open = point;
  }

  #isPair(open: Buffer): boolean {
    const { x, y } = this.#numbers("public");
    return open.equals(Buffer.concat([Buffer.from([4]), x!, y!]));
  }

  getPrivateKey(encoding?: string): string | Buffer {
    return encoded(this.#numbers("private").d!, encoding);
  }

  getPublicKey(encoding?: string, format?: PointFormat): string | Buffer {
    if (this.#open !== undefined) return encoded(convertPoint(this.#curve, this.#open, format), encoding);
    const { x, y } = this.#numbers("public");
    return encoded(convertPoint(this.#curve, Buffer.concat([Buffer.from([4]), x!, y!]), format), encoding);
  }

  computeSecret(other: BinaryLike, input?: string, output?: string): string | Buffer {
    const bytes = bytesOf("otherPublicKey", other, input);
    const invalid = () =>
      coded(Error, "ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY", "Public key is not valid for specified curve");
    if (this.#key === undefined) throw invalid();
    if (this.#open !== undefined && !this.#isPair(this.#open)) {
      throw coded(Error, "ERR_CRYPTO_INVALID_KEYPAIR", "Invalid key pair");
    }
    let open: KeyAnswer;
    try {
      const point = convertPoint(this.#curve, bytes, "uncompressed");
      const size = (point.length - 1) / 2;
      const [x, y] = [point.subarray(1, 1 + size), point.subarray(1 + size)];
      open = request({ compose: { numbers: { kind: "ec", curve: this.#curve, x, y } } }) as KeyAnswer;
    } catch {
      throw invalid();
    }
    return encoded(sharedSecret(this.#key, { type: "public", bytes: open.document! }), output);
  }
}

export const ECDH = callable(ECDHClass, "ECDH");

export function createECDH(curve: string): ECDHClass {
  return new ECDH(curve);
}
