// Default outputs of `std` resources without a mock: values of the right types, derived only from
// inputs and name, so that they are the same in every run.

import { secret } from "../property/combinators.ts";

type Values = Record<string, any>;

/** A timestamp that tests cannot mistake for the present. */
const moment = "2000-01-01T00:00:00Z";
const noHash = "0".repeat(64);
const hexDigits = "0123456789abcdef";

/** The outputs besides the inputs; none for types of other packages. */
export function stdOutputs(type: string, name: string, inputs: Values): Values {
  return outputsOf[type]?.(name, inputs) ?? (type.startsWith("std:http:") ? response(inputs) : {});
}

const outputsOf: Record<string, (name: string, inputs: Values) => Values> = {
  "std:random:Id": (name, { byteLength = 8, prefix = "" }) => {
    const hex = digits(name, 2 * byteLength);
    const base64 = text(name, base64Digits, Math.ceil((4 * byteLength) / 3));
    const padding = "=".repeat((3 - (byteLength % 3)) % 3);
    const dec = BigInt(`0x${hex}`).toString();
    return {
      hex: prefix + hex,
      base64: prefix + base64 + padding,
      base64url: prefix + base64,
      dec: prefix + dec,
    };
  },
  "std:random:Password": (name, { length = 16 }) => ({ result: secret(text(name, letters, length)) }),
  "std:random:Uuid": (name) => {
    const hex = digits(name, 32);
    const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
    return { result: [...parts, hex.slice(20)].join("-") };
  },
  "std:random:Integer": (_, { min = 0 }) => ({ result: min }),
  "std:random:Pet": (name, { length = 2, prefix, separator = "-" }) => {
    const words = Array.from({ length }, (_, index) => text(`${name} ${index}`, letters, 5).toLowerCase());
    return { result: (prefix === undefined ? words : [prefix, ...words]).join(separator) };
  },
  "std:random:Shuffle": (_, { inputs = [], resultCount = inputs.length }) => ({
    result: Array.from({ length: resultCount }, (_, index) => inputs[index % inputs.length]),
  }),
  "std:fs:File": (_, { content = "", mode = "0644" }) => ({
    mode: typeof mode === "number" ? `0${mode.toString(8)}` : mode,
    sha256: noHash,
    size: new TextEncoder().encode(content).length,
  }),
  "std:fs:Directory": () => ({ files: {}, sha256: noHash, count: 0 }),
  "std:exec:Command": () => ({ stdout: "", stderr: "" }),
  "std:time:Rotating": () => ({
    rfc3339: moment,
    rotationRfc3339: moment,
    unix: Date.parse(moment) / 1000,
    year: 2000,
    month: 1,
    day: 1,
    hour: 0,
    minute: 0,
    second: 0,
  }),
  "std:tls:PrivateKey": (name, { algorithm, ecdsaCurve = "P256" }) => ({
    privateKeyPem: secret(algorithm === "ED25519" ? edwardsPem(name) : pem("PRIVATE KEY", name)),
    publicKeyPem: pem("PUBLIC KEY", name),
    publicKeyOpenssh: `${sshKind(algorithm, ecdsaCurve)} ${text(name, base64Digits, 68)}`,
    publicKeyFingerprintSha256: `SHA256:${text(name, base64Digits, 43)}`,
  }),
  "std:tls:CertificateRequest": (name) => ({ certRequestPem: pem("CERTIFICATE REQUEST", name) }),
  "std:tls:SelfSignedCert": certificate,
  "std:tls:SignedCertificate": certificate,
};

/** The SSH name of a key type. */
function sshKind(algorithm: string, curve: string): string {
  if (algorithm === "RSA") return "ssh-rsa";
  return algorithm === "ECDSA" ? `ecdsa-sha2-nistp${curve.slice(1)}` : "ssh-ed25519";
}

function certificate(name: string): Values {
  return {
    certPem: pem("CERTIFICATE", name),
    validityStartTime: moment,
    validityEndTime: moment,
    readyForRenewal: false,
  };
}

/** The response of an API that echoes the request. */
function response({ create, body = create?.body ?? {}, outputs = {} }: Values): Values {
  const values: Values = {};
  for (const [key, pointer] of Object.entries<string>(outputs)) values[key] = at(body, pointer);
  return { values, response: body };
}

/** The value at a JSON pointer; null if it is missing. */
function at(value: any, pointer: string): unknown {
  for (const step of pointer.split("/").slice(1)) {
    value = value?.[step.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return value ?? null;
}

const letters = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

function digits(seed: string, length: number): string {
  return text(seed, hexDigits, length);
}

/** A random-looking text that depends only on the seed. */
function text(seed: string, alphabet: string, length: number): string {
  let state = 0x811c9dc5;
  for (const character of seed) state = Math.imul(state ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  let result = "";
  while (result.length < length) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    result += alphabet[(state >>> 8) % alphabet.length];
  }
  return result;
}

/** A key of Ed25519 that programs may sign with: PKCS #8, of which the last 32 bytes are the key. */
function edwardsPem(name: string): string {
  const hex = `302e020100300506032b657004220420${digits(name, 64)}`;
  let bytes = "";
  for (let at = 0; at < hex.length; at += 2) bytes += String.fromCharCode(Number.parseInt(hex.slice(at, at + 2), 16));
  return `-----BEGIN PRIVATE KEY-----\n${btoa(bytes)}\n-----END PRIVATE KEY-----\n`;
}

function pem(label: string, name: string): string {
  return `-----BEGIN ${label}-----\n${text(name, base64Digits, 64)}\n-----END ${label}-----\n`;
}
