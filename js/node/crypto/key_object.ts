// Keys as objects: KeyObject of Node, and what it shares with CryptoKey of the web.

import { Buffer } from "../buffer/buffer.ts";
import { coded, invalidArgType, invalidArgValue } from "../node_errors.ts";
import { inspect } from "../util/util.ts";
import { type BinaryLike, bytesOf, checkObject, TEXT_OR_VIEWS, viewOf } from "./checks.ts";
import { fromJwk, type Jwk } from "./jwk.ts";
import { exported, type KeyExportOptions } from "./key_export.ts";
import { type KeyData, keyDataOf, type KeyType, setKeyData } from "./key_data.ts";
import { decompose, type KeyAnswer, numberOf, request } from "./key_requests.ts";

export { type KeyData, keyDataOf };

export type KeyLike = BinaryLike | ArrayBuffer | object;

const KINDS = "ArrayBuffer, Buffer, TypedArray, DataView, KeyObject, or CryptoKey";
const SECRET = `of type string or an instance of ${KINDS}`;

/** The bytes of a secret key, which may be given as such. */
export function secretBytes(name: string, key: unknown, encoding?: unknown): Uint8Array {
  const known = keyDataOf(key);
  if (known !== undefined) {
    if (known.type === "secret") return known.bytes;
    throw wrongKeyType(known.type, "secret");
  }
  if (typeof key === "string") return bytesOf(name, key, encoding);
  const bytes = viewOf(key);
  if (bytes === undefined) throw invalidArgType(name, SECRET, key);
  return bytes;
}

export function wrongKeyType(type: string, wanted: string): Error {
  const text = `Invalid key object type ${type}, expected ${wanted}.`;
  return coded(TypeError, "ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE", text);
}

export interface AsymmetricKeyDetails {
  modulusLength?: number;
  publicExponent?: bigint;
  hashAlgorithm?: string;
  mgf1HashAlgorithm?: string;
  saltLength?: number;
  namedCurve?: string;
}

const made = Symbol("key");

export class KeyObject {
  constructor(type: KeyType, handle?: unknown) {
    if (handle === made) return;
    if (type !== "secret" && type !== "public" && type !== "private") {
      throw invalidArgValue("type", `'${String(type)}'`);
    }
    throw invalidArgType("handle", "of type object", handle);
  }

  /** The KeyObject of a CryptoKey. */
  static from(key: CryptoKey): KeyObject {
    const known = keyDataOf(key);
    if (known === undefined || key instanceof KeyObject) throw invalidArgType("key", "an instance of CryptoKey", key);
    return keyObject(known);
  }

  get type(): KeyType {
    return keyDataOf(this)!.type;
  }

  get symmetricKeySize(): number | undefined {
    const { type, bytes } = keyDataOf(this)!;
    return type === "secret" ? bytes.length : undefined;
  }

  get asymmetricKeyType(): string | undefined {
    const known = keyDataOf(this)!;
    return known.type === "secret" ? undefined : decompose(known).kind;
  }

  get asymmetricKeyDetails(): AsymmetricKeyDetails | undefined {
    const known = keyDataOf(this)!;
    if (known.type === "secret") return undefined;
    const { curve, n, e, pss } = decompose(known);
    if (curve) return { namedCurve: curve };
    if (!n || !e) return {};
    const details = { modulusLength: numberOf(n).toString(2).length, publicExponent: numberOf(e) };
    if (pss === null) return details;
    return { ...details, hashAlgorithm: pss[0], mgf1HashAlgorithm: pss[1], saltLength: pss[2] };
  }

  equals(other: KeyObject): boolean {
    if (!(other instanceof KeyObject)) throw invalidArgType("otherKeyObject", "an instance of KeyObject", other);
    const [one, two] = [keyDataOf(this)!, keyDataOf(other)!];
    return one.type === two.type && Buffer.compare(one.bytes, two.bytes) === 0;
  }

  export(options: { format: "jwk" }): Jwk;
  export(options?: KeyExportOptions): string | Buffer;
  export(options?: KeyExportOptions): string | Buffer | Jwk {
    return exported(keyDataOf(this)!, options);
  }

  get [Symbol.toStringTag](): string {
    return "KeyObject";
  }
}

export function keyObject(value: KeyData): KeyObject {
  const key = new KeyObject(value.type, made);
  setKeyData(key, value);
  return key;
}

interface KeyInput {
  key: KeyLike;
  format?: "pem" | "der" | "jwk";
  type?: string;
  passphrase?: BinaryLike;
  encoding?: string;
}

/** The key that an argument means: an object, a text in PEM, or an object of options around either. */
export function asymmetric(name: string, given: unknown, wanted: "public" | "private"): KeyData {
  const known = keyDataOf(given);
  if (known !== undefined) return keyOfType(known, wanted);
  const isText = typeof given === "string" || viewOf(given) !== undefined;
  if (!isText && (typeof given !== "object" || given === null)) throw invalidArgType(name, SECRET, given);
  const input = isText ? { key: given as KeyLike } : given as KeyInput;
  const inner = keyDataOf(input.key);
  if (inner !== undefined) return keyOfType(inner, wanted);
  if (input.format === "jwk") {
    checkObject(`${name}.key`, input.key);
    return keyOfType(fromJwk(input.key as Jwk), wanted);
  }
  const bytes = typeof input.key === "string" ? bytesOf(`${name}.key`, input.key, input.encoding) : viewOf(input.key);
  if (bytes === undefined) throw invalidArgType(isText ? name : `${name}.key`, SECRET, input.key);
  const { format, type, passphrase } = input;
  const invalid = (member: string, value: unknown) => invalidArgValue(`options.${member}`, inspect(value));
  if (format !== undefined && format !== "pem" && format !== "der") throw invalid("format", format);
  const forms = wanted === "public" ? ["pkcs1", "spki", "pkcs8", "sec1"] : ["pkcs1", "pkcs8", "sec1"];
  if ((format === "der" || type !== undefined) && !forms.includes(type!)) throw invalid("type", type);
  if (passphrase !== undefined && passphrase !== null && typeof passphrase !== "string") {
    if (viewOf(passphrase) === undefined) throw invalid("passphrase", passphrase);
  }
  const answer = request({
    import: {
      data: bytes,
      form: input.format === "der" ? input.type : null,
      passphrase: passphrase === undefined || passphrase === null ? null : bytesOf("options.passphrase", passphrase),
      isPublic: wanted === "public",
    },
  }) as KeyAnswer;
  return { type: answer.isPrivate ? "private" : "public", bytes: answer.document! };
}

/** A private key serves where a public one is asked for. */
function keyOfType(key: KeyData, wanted: "public" | "private"): KeyData {
  if (key.type === wanted) return key;
  if (wanted === "public" && key.type === "private") return publicOf(key);
  throw wrongKeyType(key.type, wanted === "public" ? "public or private" : wanted);
}

export const publicOf = (key: KeyData): KeyData => ({
  type: "public",
  bytes: request({ public: { key: key.bytes } }) as Uint8Array<ArrayBuffer>,
});

export function createSecretKey(key: BinaryLike | ArrayBuffer, encoding?: string): KeyObject {
  const bytes = typeof key === "string" ? bytesOf("key", key, encoding) : viewOf(key);
  if (bytes === undefined) {
    throw invalidArgType("key", TEXT_OR_VIEWS, key);
  }
  return keyObject({ type: "secret", bytes: new Uint8Array(bytes) });
}

export function createPrivateKey(key: KeyLike): KeyObject {
  const isGiven = viewOf(key) !== undefined || typeof key === "string" || typeof key === "object" && key !== null;
  if (!isGiven || key instanceof KeyObject) throw invalidArgType("key", TEXT_OR_VIEWS, key);
  return keyObject(asymmetric("key", key, "private"));
}

export function createPublicKey(key: KeyLike): KeyObject {
  const known = keyDataOf(key);
  if (known !== undefined && known.type !== "private") throw wrongKeyType(known.type, "private");
  return keyObject(asymmetric("key", key, "public"));
}
