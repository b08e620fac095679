// The curves of NIST and secp256k1: their names, and how large their numbers are. The host has the same list in
// src/node/crypto/curve.rs.

import { coded } from "../node_errors.ts";

export interface Curve {
  /** The name of OpenSSL, as keys have it. */
  name: string;
  /** Other names that programs may use. */
  aliases: readonly string[];
  /** The name in JWK. */
  jwk: string;
  /** The name of NIST, and the signature algorithm of JWK, for curves of Web Crypto. */
  nist?: string;
  algorithm?: string;
  bits: number;
}

export const curves: readonly Curve[] = [
  { name: "prime256v1", aliases: ["secp256r1", "P-256"], jwk: "P-256", nist: "P-256", algorithm: "ES256", bits: 256 },
  { name: "secp256k1", aliases: [], jwk: "secp256k1", bits: 256 },
  { name: "secp384r1", aliases: ["P-384"], jwk: "P-384", nist: "P-384", algorithm: "ES384", bits: 384 },
  { name: "secp521r1", aliases: ["P-521"], jwk: "P-521", nist: "P-521", algorithm: "ES512", bits: 521 },
];

/** The curve of a key. */
export const curveOf = (name: string | null): Curve => curves.find((it) => it.name === name)!;

/** The curve of Web Crypto with a name of NIST. */
export const nistCurve = (name: string): Curve | undefined => curves.find((it) => it.nist === name);

/** Throws unless a program means a curve. */
export function checkCurve(name: string): void {
  if (!curves.some((it) => it.name === name || it.aliases.includes(name))) {
    throw coded(TypeError, "ERR_CRYPTO_INVALID_CURVE", "Invalid EC curve name");
  }
}

/** The bytes of a number of the curve. */
export const sizeOf = (curve: Curve): number => Math.ceil(curve.bits / 8);
