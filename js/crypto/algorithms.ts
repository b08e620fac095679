// Algorithms of Web Crypto: what each operation takes, and what keys are for.

import { nistCurve, sizeOf } from "../node/crypto/curves.ts";
import { coded, invalidArgType, invalidArgValue } from "../node/node_errors.ts";
import { inspect } from "../node/util/util.ts";
import { type Algorithm, type KeyFacts, keyFactsOf, type Usage } from "./crypto_key.ts";
import { digestName } from "./digest_name.ts";
import { bytesOf, failure } from "./values.ts";

export type Operation =
  | "encrypt"
  | "decrypt"
  | "sign"
  | "verify"
  | "generateKey"
  | "importKey"
  | "deriveBits"
  | "wrapKey"
  | "unwrapKey"
  | "getKeyLength";

/** A member of an algorithm: its name, the kind of its value after a colon; `?` if it may be missing. */
type Members = readonly string[];

const ciphers: Record<string, Members> = {
  "AES-CBC": ["iv:bytes"],
  "AES-CTR": ["counter:bytes", "length:octet"],
  "AES-GCM": ["iv:bytes", "additionalData?:bytes", "tagLength?:octet"],
  "RSA-OAEP": ["label?:bytes"],
};

const signatures: Record<string, Members> = {
  ECDSA: ["hash:hash"],
  Ed25519: [],
  HMAC: [],
  "RSA-PSS": ["saltLength:number"],
  "RSASSA-PKCS1-v1_5": [],
};

const newRsa: Members = ["modulusLength:number", "publicExponent:integer", "hash:hash"];
const hmac: Members = ["hash:hash", "length?:number"];
const curve: Members = ["namedCurve:text"];
const wrapping = { ...ciphers, "AES-KW": [] };

const operations: Record<Operation, Record<string, Members>> = {
  encrypt: ciphers,
  decrypt: ciphers,
  sign: signatures,
  verify: signatures,
  wrapKey: wrapping,
  unwrapKey: wrapping,
  generateKey: {
    "AES-CBC": ["length:number"],
    "AES-CTR": ["length:number"],
    "AES-GCM": ["length:number"],
    "AES-KW": ["length:number"],
    ECDH: curve,
    ECDSA: curve,
    Ed25519: [],
    HMAC: hmac,
    "RSA-OAEP": newRsa,
    "RSA-PSS": newRsa,
    "RSASSA-PKCS1-v1_5": newRsa,
    X25519: [],
  },
  importKey: {
    "AES-CBC": [],
    "AES-CTR": [],
    "AES-GCM": [],
    "AES-KW": [],
    ECDH: curve,
    ECDSA: curve,
    Ed25519: [],
    HKDF: [],
    HMAC: hmac,
    PBKDF2: [],
    "RSA-OAEP": ["hash:hash"],
    "RSA-PSS": ["hash:hash"],
    "RSASSA-PKCS1-v1_5": ["hash:hash"],
    X25519: [],
  },
  deriveBits: {
    ECDH: ["public:key"],
    HKDF: ["hash:hash", "salt:bytes", "info:bytes"],
    PBKDF2: ["hash:hash", "salt:bytes", "iterations:number"],
    X25519: ["public:key"],
  },
  getKeyLength: {
    "AES-CBC": ["length:number"],
    "AES-CTR": ["length:number"],
    "AES-GCM": ["length:number"],
    "AES-KW": ["length:number"],
    HKDF: [],
    HMAC: hmac,
    PBKDF2: [],
  },
};

const unknown = () => failure("NotSupportedError", "Unrecognized algorithm name");

/** The algorithm that an argument names for an operation, with its name as it is written, and copies
 * of its members. */
export function normalized(operation: Operation, given: unknown): Algorithm {
  const isObject = typeof given === "object" && given !== null;
  const name = isObject ? (given as Algorithm).name : given;
  if (isObject && name === undefined) throw missing("name", "Algorithm");
  const supported = operations[operation];
  const lower = String(name).toLowerCase();
  const known = Object.keys(supported).find((it) => it.toLowerCase() === lower);
  if (known === undefined) throw unknown();
  const algorithm: Algorithm = { name: known };
  for (const member of supported[known]!) {
    const [key, kind] = member.split(":") as [string, string];
    const isOptional = key.endsWith("?");
    const own = isOptional ? key.slice(0, -1) : key;
    const value = isObject ? (given as Algorithm)[own] : undefined;
    if (value !== undefined) algorithm[own] = converted(kind, own, value);
    else if (!isOptional) throw missing(own, known);
  }
  return algorithm;
}

const missing = (member: string, of: string) =>
  coded(TypeError, "ERR_MISSING_OPTION", `Failed to normalize algorithm: '${member}' is required in '${of}'.`);

function converted(kind: string, member: string, value: unknown): unknown {
  switch (kind) {
    case "bytes":
      return new Uint8Array(bytesOf(value as BufferSource, member));
    case "hash":
      return hashOf(value);
    case "text":
      return String(value);
    case "key":
      if (keyFactsOf(value) === undefined) throw invalidArgType(`algorithm.${member}`, "of type CryptoKey", value);
      return value;
    case "integer":
      if (!(value instanceof Uint8Array)) {
        throw invalidArgType(`algorithm.${member}`, "an instance of Uint8Array", value);
      }
      return new Uint8Array(value);
    default:
      return whole(value, member, kind === "octet" ? 255 : 4294967295);
  }
}

/** A whole number, as the web makes it of a value; larger ones are refused. */
function whole(value: unknown, member: string, most: number): number {
  const number = Math.trunc(Number(value));
  if (!(number >= 0 && number <= most)) {
    throw coded(TypeError, "ERR_OUT_OF_RANGE", `'${member}' is outside the expected range of 0 to ${most}.`);
  }
  return number;
}

/** The digest of a parameter: its name in Web Crypto. */
export function hashOf(given: unknown): { name: string } {
  const name = typeof given === "object" && given !== null ? (given as Algorithm).name : given;
  if (digestName(String(name)) === undefined) throw unknown();
  return { name: String(name).toUpperCase() };
}

/** The host's name of a digest of an algorithm. */
export const hostHash = (hash: unknown): string => digestName((hash as Algorithm).name)!;

const signing: [Usage[], Usage[]] = [["verify"], ["sign"]];
const deriving: [Usage[], Usage[]] = [[], ["deriveKey", "deriveBits"]];
const secret: Usage[] = ["encrypt", "decrypt", "wrapKey", "unwrapKey"];

/** The allowed usages of an algorithm's public key, and of its private or secret key. */
export const uses: Record<string, [Usage[], Usage[]]> = {
  "AES-CBC": [[], secret],
  "AES-CTR": [[], secret],
  "AES-GCM": [[], secret],
  "AES-KW": [[], ["wrapKey", "unwrapKey"]],
  ECDH: deriving,
  ECDSA: signing,
  Ed25519: signing,
  HKDF: deriving,
  HMAC: [[], ["sign", "verify"]],
  PBKDF2: deriving,
  "RSA-OAEP": [["encrypt", "wrapKey"], ["decrypt", "unwrapKey"]],
  "RSA-PSS": signing,
  "RSASSA-PKCS1-v1_5": signing,
  X25519: deriving,
};

const known: Usage[] = ["encrypt", "decrypt", "sign", "verify", "deriveKey", "deriveBits", "wrapKey", "unwrapKey"];

/** The usages of an argument, each once. */
export function usagesOf(given: unknown): Usage[] {
  if (typeof given !== "object" || given === null) throw invalidArgType("keyUsages", "a sequence", given);
  const usages = [...given as Usage[]];
  for (const [index, it] of usages.entries()) {
    if (!known.includes(it)) throw invalidArgValue(`keyUsages[${index}]`, inspect(it));
  }
  return [...new Set(usages)];
}

export function checkUsages(name: string, usages: Usage[], allowed: Usage[]): void {
  if (usages.some((it) => !allowed.includes(it))) {
    throw failure("SyntaxError", `Unsupported key usage for ${name === "PBKDF2" ? "a" : "an"} ${name} key`);
  }
}

export function checkKey(key: KeyFacts, algorithm: Algorithm, usage: Usage): void {
  if (key.algorithm.name === algorithm.name && key.usages.includes(usage)) return;
  const isSignature = usage === "sign" || usage === "verify";
  const text = "The requested operation is not valid for the provided key";
  throw failure("InvalidAccessError", isSignature ? `Unable to use this key to ${usage}` : text);
}

export const isRsa = (name: string) => name.startsWith("RSA");
export const isAes = (name: string) => name.startsWith("AES");
export const isCurve = (name: string) => name === "ECDSA" || name === "ECDH";
export const isEdwards = (name: string) => name === "Ed25519" || name === "X25519";
export const isDerivation = (name: string) => name === "HKDF" || name === "PBKDF2";

/** The bytes of a number of a curve. */
export function curveSize(name: unknown): number {
  const curve = nistCurve(String(name));
  if (curve === undefined) throw failure("NotSupportedError", "Unrecognized namedCurve");
  return sizeOf(curve);
}

/** Bits that keys of AES have. */
export const isAesLength = (bits: unknown): boolean => bits === 128 || bits === 192 || bits === 256;

/** Bits of the blocks of a digest, as many as a key of HMAC has. */
export const blockBits = (hash: unknown): number => /384|512/.test((hash as Algorithm).name) ? 1024 : 512;
