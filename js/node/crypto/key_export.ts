// Keys of Node in other forms: PEM, DER and JWK.

import { Buffer } from "../buffer/buffer.ts";
import { coded, invalidArgValue } from "../node_errors.ts";
import { inspect } from "../util/util.ts";
import { type BinaryLike, bytesOf, checkObject, viewOf } from "./checks.ts";
import { findCipher, nameOf } from "./cipher_info.ts";
import { type Jwk, toJwk } from "./jwk.ts";
import type { KeyData, KeyType } from "./key_data.ts";
import { decompose, type KeyAnswer, request } from "./key_requests.ts";

export interface KeyExportOptions {
  type?: "pkcs1" | "spki" | "pkcs8" | "sec1";
  format?: "pem" | "der" | "jwk" | "buffer";
  cipher?: string;
  passphrase?: BinaryLike;
}

export function pem(label: string, bytes: Uint8Array): string {
  const text = Buffer.over(bytes).toString("base64");
  const lines: string[] = [];
  for (let at = 0; at < text.length; at += 64) lines.push(text.slice(at, at + 64));
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}

/** PEM with headers that tell how it is encrypted (RFC 1421). */
function oldPem(label: string, cipher: string, { document, iv }: KeyAnswer): string {
  const vector = Buffer.over(iv!).toString("hex").toUpperCase();
  const headers = `Proc-Type: 4,ENCRYPTED\nDEK-Info: ${cipher.toUpperCase()},${vector}\n\n`;
  const begin = `-----BEGIN ${label}-----\n`;
  return begin + headers + pem(label, document!).slice(begin.length);
}

/** How a key is written, as its options name it. */
interface Form {
  format: "pem" | "der" | "jwk";
  type: string;
  /** The host's name of the cipher of an encrypted key. */
  cipher: string | undefined;
  passphrase: Uint8Array | undefined;
}

const incompatible = (text: string) => coded(Error, "ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS", text);

const kinds = { public: ["pkcs1", "spki"], private: ["pkcs1", "pkcs8", "sec1"] };

/** Reads the options of a key of a kind; `name` is what errors call them. */
export function formOf(name: string, given: unknown, keyType: "public" | "private", kind: string): Form {
  const { format, type, cipher, passphrase } = given as KeyExportOptions;
  const invalid = (member: string, value: unknown) => invalidArgValue(`${name}.${member}`, inspect(value));
  if (format !== undefined && !["pem", "der", "jwk"].includes(format)) throw invalid("format", format);
  if (format === "jwk") {
    if (passphrase !== undefined) throw incompatible("The selected key encoding jwk does not support encryption.");
    return { format, type: "jwk", cipher: undefined, passphrase: undefined };
  }
  if (typeof type !== "string" || !kinds[keyType].includes(type)) throw invalid("type", type);
  if (format !== "pem" && format !== "der") throw invalid("format", format);
  const needed = type === "pkcs1" ? "rsa" : type === "sec1" ? "ec" : kind;
  if (kind !== needed) {
    throw incompatible(`The selected key encoding ${type} can only be used for ${needed.toUpperCase()} keys.`);
  }
  const plain: Form = { format, type, cipher: undefined, passphrase: undefined };
  if (keyType === "public") return plain;
  if (cipher === undefined || cipher === null) {
    if (passphrase !== undefined) throw invalid("cipher", cipher);
    return plain;
  }
  if (typeof cipher !== "string") throw invalid("cipher", cipher);
  if (format === "der" && type !== "pkcs8") {
    throw incompatible(`The selected key encoding ${type} does not support encryption.`);
  }
  if (typeof passphrase !== "string" && viewOf(passphrase) === undefined) throw invalid("passphrase", passphrase);
  const known = findCipher(cipher);
  if (known === undefined) throw coded(Error, "ERR_CRYPTO_UNKNOWN_CIPHER", "Unknown cipher");
  return { ...plain, cipher: nameOf(known.name), passphrase: bytesOf(`${name}.passphrase`, passphrase) };
}

/** A key in the form that the options name. */
export function exported(key: KeyData, options: unknown, name = "options"): string | Buffer | Jwk {
  if (key.type === "secret") return exportedSecret(key, options as KeyExportOptions | undefined);
  checkObject(name, options);
  const isPrivate = key.type === "private";
  const { kind } = decompose(key);
  const { format, type, cipher, passphrase } = formOf(name, options, key.type, kind);
  if (format === "jwk") return toJwk(key);
  const answer = request({
    export: { key: key.bytes, isPrivate, form: type, cipher: cipher ?? null, passphrase: passphrase ?? null },
  }) as Uint8Array | KeyAnswer;
  const label = labelOf(type, key.type, cipher !== undefined);
  if (!(answer instanceof Uint8Array)) return oldPem(label, cipher!, answer);
  return format === "der" ? Buffer.over(answer) : pem(label, answer);
}

function exportedSecret(key: KeyData, options: KeyExportOptions | undefined): Buffer | Jwk {
  if (options !== undefined) checkObject("options", options);
  const format = options?.format;
  if (format === "jwk") return toJwk(key);
  if (format !== undefined && format !== "buffer") throw invalidArgValue("options.format", inspect(format));
  return Buffer.from(key.bytes);
}

function labelOf(form: string, type: KeyType, isEncrypted: boolean): string {
  if (form === "pkcs1") return type === "public" ? "RSA PUBLIC KEY" : "RSA PRIVATE KEY";
  if (form === "sec1") return "EC PRIVATE KEY";
  if (form === "spki") return "PUBLIC KEY";
  return isEncrypted ? "ENCRYPTED PRIVATE KEY" : "PRIVATE KEY";
}
