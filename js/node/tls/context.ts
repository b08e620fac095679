// The settings of TLS: certificates, keys, versions and protocols.

import { core } from "../../web/ops.ts";
import { coded, invalidArgType } from "../node_errors.ts";
import { notAvailable } from "../unavailable.ts";
import type { TlsSettings } from "./types.ts";

type Pem = string | Uint8Array;

export interface SecureContextOptions {
  ca?: Pem | Pem[];
  cert?: Pem | Pem[];
  key?: Pem | (Pem | { pem: Pem; passphrase?: string })[];
  pfx?: unknown;
  passphrase?: string;
  minVersion?: string;
  maxVersion?: string;
  secureProtocol?: string;
  /** Ignored, as are other choices of ciphers: all that lumi has are safe. */
  ciphers?: string;
}

export interface SecureContext {
  readonly context: Pick<TlsSettings, "ca" | "cert" | "key" | "minVersion" | "maxVersion">;
}

const versions: Readonly<Record<string, number>> = { "TLSv1": 10, "TLSv1.1": 11, "TLSv1.2": 12, "TLSv1.3": 13 };

/** The versions that OpenSSL's methods stand for: the lowest and the highest. */
const methods: Readonly<Record<string, [string, string]>> = {
  TLS: ["TLSv1", "TLSv1.3"],
  SSLv23: ["TLSv1", "TLSv1.2"],
  TLSv1: ["TLSv1", "TLSv1"],
  TLSv1_1: ["TLSv1.1", "TLSv1.1"],
  TLSv1_2: ["TLSv1.2", "TLSv1.2"],
};

/** The part of node:crypto that is used; it is loaded with the first encrypted key. */
interface Keys {
  createPrivateKey(options: { key: string; passphrase: string | undefined }): {
    export(options: { format: "pem"; type: "pkcs8" }): string;
  };
}

const loadKeys = core.createLazyLoader("lumi:/node/crypto/crypto.ts") as unknown as () => Keys;

export const DEFAULT_MIN_VERSION = "TLSv1.2";
export const DEFAULT_MAX_VERSION = "TLSv1.3";

function textOf(name: string, pem: unknown): string {
  if (typeof pem === "string") return pem;
  if (pem instanceof Uint8Array) return core.decode(pem);
  throw invalidArgType(name, "of type string or an instance of Buffer, TypedArray, or DataView", pem);
}

function joined(name: string, value: unknown): string | null {
  if (value === undefined || value === null || value === "" || value === false) return null;
  const list = Array.isArray(value) ? value : [value];
  const pem = (it: unknown) =>
    textOf(name, typeof it === "object" && it !== null && "pem" in it ? (it as { pem: unknown }).pem : it);
  return list.map(pem).join("\n");
}

function versionOf(name: string, side: string): number {
  const version = Object.hasOwn(versions, name) ? versions[name] : undefined;
  if (version !== undefined) return version;
  const problem = `${JSON.stringify(name)} is not a valid ${side} TLS protocol version`;
  throw coded(TypeError, "ERR_TLS_INVALID_PROTOCOL_VERSION", problem);
}

function methodOf(name: unknown, { minVersion, maxVersion }: SecureContextOptions): [string, string] {
  if (typeof name !== "string") throw invalidArgType("options.secureProtocol", "of type string", name);
  const conflicting = minVersion ?? maxVersion;
  if (conflicting !== undefined && conflicting !== null) {
    const problem = `TLS protocol version ${JSON.stringify(conflicting)} conflicts with secureProtocol ${
      JSON.stringify(name)
    }`;
    throw coded(TypeError, "ERR_TLS_PROTOCOL_VERSION_CONFLICT", problem);
  }
  const [, method] = /^(.*?)(?:_client|_server)?_method$/.exec(name) ?? [];
  if (method !== undefined && Object.hasOwn(methods, method)) return methods[method]!;
  const isOld = method === "SSLv2" || method === "SSLv3";
  throw coded(TypeError, "ERR_TLS_INVALID_PROTOCOL_METHOD",
    isOld ? `${method} methods disabled` : `Unknown method: ${name}`);
}

function versionsOf(options: SecureContextOptions): [lowest: string, highest: string] {
  if (options.secureProtocol) return methodOf(options.secureProtocol, options);
  return [options.minVersion ?? DEFAULT_MIN_VERSION, options.maxVersion ?? DEFAULT_MAX_VERSION];
}

/** Private keys in PEM without encryption. */
function keysOf(options: SecureContextOptions): string | null {
  const keys = joined("options.key", options.key);
  if (keys === null || !keys.includes("ENCRYPTED")) return keys;
  const list = Array.isArray(options.key) ? options.key : [options.key!];
  return list.map((it) => {
    const isPair = typeof it === "object" && "pem" in it;
    const key = textOf("options.key", isPair ? it.pem : it);
    if (!key.includes("ENCRYPTED")) return key;
    const passphrase = (isPair ? it.passphrase : undefined) ?? options.passphrase;
    return loadKeys().createPrivateKey({ key, passphrase }).export({ format: "pem", type: "pkcs8" });
  }).join("\n");
}

/** Refuses what is no PEM at all, with the errors of OpenSSL. */
function checkPem(pem: string | null, code: string, message: string): string | null {
  if (pem === null || pem.includes("-----BEGIN ")) return pem;
  throw coded(Error, code, message);
}

/** Settings that many connections share. */
export function createSecureContext(options: SecureContextOptions = {}): SecureContext {
  if (options.pfx) throw notAvailable("The option pfx");
  const ca = joined("options.ca", options.ca);
  const [lowest, highest] = versionsOf(options);
  const cert = joined("options.cert", options.cert);
  return {
    context: {
      ca: ca === null ? null : [ca],
      cert: checkPem(cert, "ERR_OSSL_PEM_NO_START_LINE", "error:0480006C:PEM routines::no start line"),
      key: checkPem(keysOf(options), "ERR_OSSL_UNSUPPORTED", "error:1E08010C:DECODER routines::unsupported"),
      minVersion: versionOf(lowest, "minimum"),
      maxVersion: versionOf(highest, "maximum"),
    },
  };
}

/** Names of protocols from a list, or from bytes in which each follows its length. */
export function protocolsOf(given: unknown): string[] {
  if (given === undefined || given === null) return [];
  if (Array.isArray(given)) return given.map((it) => textOf("ALPNProtocols", it));
  if (!(given instanceof Uint8Array)) {
    throw invalidArgType("options.ALPNProtocols", "an instance of Buffer, TypedArray, or DataView", given);
  }
  const names: string[] = [];
  for (let at = 0; at < given.length; at += given[at]! + 1) {
    names.push(core.decode(given.subarray(at + 1, at + 1 + given[at]!)));
  }
  return names;
}
