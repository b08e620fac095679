// New keys.

import { core } from "../../web/ops.ts";
import { fillRandom } from "../../web/random.ts";
import { coded, invalidArgType, invalidArgValue } from "../node_errors.ts";
import { inspect } from "../util/util.ts";
import {
  checkCallback,
  checkDigest,
  checkInt32,
  checkInteger,
  checkObject,
  checkText,
  checkUint32,
  whenDone,
} from "./checks.ts";
import { checkCurve, curves } from "./curves.ts";
import { exported, formOf, type KeyExportOptions } from "./key_export.ts";
import { type KeyData, type KeyObject, keyObject, publicOf } from "./key_object.ts";
import { type KeyAnswer, request, requestLater } from "./key_requests.ts";

export interface KeyPairOptions {
  modulusLength?: number;
  publicExponent?: number;
  hash?: string;
  mgf1Hash?: string;
  hashAlgorithm?: string;
  mgf1HashAlgorithm?: string;
  saltLength?: number;
  namedCurve?: string;
  paramEncoding?: "named" | "explicit";
  publicKeyEncoding?: KeyExportOptions;
  privateKeyEncoding?: KeyExportOptions;
}

export interface KeyPair {
  publicKey: KeyObject | unknown;
  privateKey: KeyObject | unknown;
}

const edwards = ["ed25519", "x25519"];
const kinds = ["rsa", "rsa-pss", "ec", "ed25519", "x25519"];

export const getCurves = (): string[] => curves.map((it) => it.name);

function generateRequest(type: string, options: KeyPairOptions | undefined): object {
  checkText("type", type);
  if (!kinds.includes(type)) throw invalidArgValue("type", `'${type}'`, "must be a supported key type");
  if (options !== undefined || !edwards.includes(type)) checkObject("options", options);
  const given = options ?? {};
  const generate = { kind: type, bits: 0, exponent: 65537, curve: null as string | null, pss: null as unknown };
  if (type.startsWith("rsa")) {
    checkUint32("options.modulusLength", given.modulusLength);
    if (given.publicExponent !== undefined) checkUint32("options.publicExponent", given.publicExponent);
    generate.bits = given.modulusLength!;
    generate.exponent = given.publicExponent ?? 65537;
    if (type === "rsa-pss") generate.pss = limitsOf(given);
  } else if (type === "ec") {
    const { namedCurve, paramEncoding } = given;
    checkText("options.namedCurve", namedCurve);
    if (paramEncoding !== undefined && paramEncoding !== "named" && paramEncoding !== "explicit") {
      throw invalidArgValue("options.paramEncoding", inspect(paramEncoding));
    }
    if (paramEncoding === "explicit") {
      throw coded(Error, "ERR_FEATURE_UNAVAILABLE", "lumi names the curves of keys: paramEncoding must be 'named'");
    }
    checkCurve(namedCurve);
    generate.curve = namedCurve;
  }
  checkEncodings(type, given);
  if (type.startsWith("rsa")) checkRsa(generate.bits, generate.exponent);
  return { generate };
}

/** OpenSSL refuses these, too. */
function checkRsa(bits: number, exponent: number): void {
  const failed = (number: string, reason: string) =>
    Object.assign(
      coded(Error, `ERR_OSSL_RSA_${reason.toUpperCase().replaceAll(" ", "_")}`,
        `error:${number}:rsa routines::${reason}`),
      { library: "rsa routines", reason },
    );
  if (bits < 512) throw failed("02000078", "key size too small");
  if (bits > 16384) throw failed("02000069", "modulus too large");
  if (exponent < 3 || exponent % 2 === 0) throw failed("020000B2", "pub exponent out of range");
}

/** The limits of a PSS key; null for a key without limits. */
function limitsOf(options: KeyPairOptions): [string, string, number] | null {
  const { hash, mgf1Hash, hashAlgorithm = hash, mgf1HashAlgorithm = mgf1Hash, saltLength } = options;
  if (saltLength !== undefined) checkInt32("options.saltLength", saltLength);
  if (hashAlgorithm !== undefined) checkText("options.hashAlgorithm", hashAlgorithm);
  if (mgf1HashAlgorithm !== undefined) checkText("options.mgf1HashAlgorithm", mgf1HashAlgorithm);
  if (hash !== undefined && hashAlgorithm !== hash) throw invalidArgValue("options.hash", inspect(hash));
  if (mgf1Hash !== undefined && mgf1HashAlgorithm !== mgf1Hash) {
    throw invalidArgValue("options.mgf1Hash", inspect(mgf1Hash));
  }
  if (hashAlgorithm === undefined && mgf1HashAlgorithm === undefined && saltLength === undefined) return null;
  const digest = hashAlgorithm ?? "sha1";
  const known = [digest, mgf1HashAlgorithm ?? digest];
  for (const name of known) checkDigest(name);
  return [known[0]!, known[1]!, saltLength ?? core.ops.op_lumi_digest(digest, new Uint8Array()).length];
}

/** Throws for options of a form that a key of this kind does not have, before the key is made. */
function checkEncodings(type: string, options: KeyPairOptions): void {
  for (const keyType of ["public", "private"] as const) {
    const encoding: unknown = options[`${keyType}KeyEncoding`];
    if (encoding === undefined) continue;
    const name = `options.${keyType}KeyEncoding`;
    if (typeof encoding !== "object" || encoding === null) throw invalidArgValue(name, inspect(encoding));
    formOf(name, encoding, keyType, type);
  }
}

function pairOf(answer: KeyAnswer, options: KeyPairOptions | undefined): KeyPair {
  const secret: KeyData = { type: "private", bytes: answer.document! };
  const open = publicOf(secret);
  const { publicKeyEncoding, privateKeyEncoding } = options ?? {};
  const shown = (key: KeyData, encoding: KeyExportOptions | undefined) =>
    encoding === undefined ? keyObject(key) : exported(key, encoding);
  return { publicKey: shown(open, publicKeyEncoding), privateKey: shown(secret, privateKeyEncoding) };
}

export function generateKeyPairSync(type: string, options?: KeyPairOptions): KeyPair {
  return pairOf(request(generateRequest(type, options)) as KeyAnswer, options);
}

type PairCallback = (error: Error | null, publicKey?: unknown, privateKey?: unknown) => void;

export function generateKeyPair(type: string, options: KeyPairOptions | PairCallback, last?: PairCallback): void {
  const [given, callback] = typeof options === "function" ? [undefined, options] : [options, last];
  const request = generateRequest(type, given);
  checkCallback(callback);
  const work = requestLater(request) as Promise<KeyAnswer>;
  const done = callback as PairCallback;
  const answered = (error: Error | null, pair?: KeyPair) =>
    error === null ? done(null, pair!.publicKey, pair!.privateKey) : done(error);
  whenDone(work.then((answer) => pairOf(answer, given)), answered);
}

/** The form of `util.promisify` returns both keys. */
Object.defineProperty(generateKeyPair, Symbol.for("nodejs.util.promisify.custom"), {
  value: (type: string, options: KeyPairOptions) =>
    new Promise((resolve, reject) => {
      generateKeyPair(type, options, (error, publicKey, privateKey) => {
        if (error === null) resolve({ publicKey, privateKey });
        else reject(error);
      });
    }),
  configurable: true,
});

export function generateKeySync(type: "hmac" | "aes", options: { length: number }): KeyObject {
  checkText("type", type);
  checkObject("options", options);
  const { length } = options;
  if (type === "hmac") checkInteger("options.length", length, 8, 2 ** 31 - 1);
  else if (type !== "aes") throw invalidArgValue("type", `'${String(type)}'`, "must be a supported key type");
  else if (![128, 192, 256].includes(length)) {
    throw invalidArgValue("options.length", String(length), "must be one of: 128, 192, 256");
  }
  const bytes = new Uint8Array(Math.floor(length / 8));
  fillRandom(bytes);
  return keyObject({ type: "secret", bytes });
}

export function generateKey(
  type: "hmac" | "aes",
  options: { length: number },
  callback: (error: Error | null, key: KeyObject) => void,
): void {
  if (typeof callback !== "function") throw invalidArgType("callback", "of type function", callback);
  const key = generateKeySync(type, options);
  setTimeout(() => callback(null, key), 0);
}
