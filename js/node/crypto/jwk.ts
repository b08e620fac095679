// Keys as JSON (RFC 7517).

import { Buffer } from "../buffer/buffer.ts";
import { coded, invalidArgType } from "../node_errors.ts";
import { curveOf } from "./curves.ts";
import type { KeyData } from "./key_object.ts";
import { decompose, type KeyAnswer, request } from "./key_requests.ts";

export interface Jwk {
  kty?: string;
  crv?: string;
  k?: string;
  n?: string;
  e?: string;
  d?: string;
  p?: string;
  q?: string;
  dp?: string;
  dq?: string;
  qi?: string;
  x?: string;
  y?: string;
  [member: string]: unknown;
}

const edwards: Record<string, string> = { ed25519: "Ed25519", x25519: "X25519" };

const base64 = (bytes: Uint8Array | null): string => Buffer.over(bytes ?? new Uint8Array()).toString("base64url");

export function toJwk(key: KeyData): Jwk {
  if (key.type === "secret") return { kty: "oct", k: base64(key.bytes) };
  const it = decompose(key);
  if (it.kind === "rsa") {
    const jwk: Jwk = { kty: "RSA", n: base64(it.n), e: base64(it.e) };
    if (!it.isPrivate) return jwk;
    const [d, p, q] = [base64(it.d), base64(it.p), base64(it.q)];
    return { ...jwk, d, p, q, dp: base64(it.dp), dq: base64(it.dq), qi: base64(it.qi) };
  }
  if (it.kind === "ec") {
    const jwk: Jwk = { kty: "EC", x: base64(it.x), y: base64(it.y), crv: curveOf(it.curve).jwk };
    return it.isPrivate ? { ...jwk, d: base64(it.d) } : jwk;
  }
  const crv = edwards[it.kind];
  if (crv === undefined) {
    throw coded(Error, "ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE", "Unsupported JWK Key Type.");
  }
  const secret = it.isPrivate ? { d: base64(it.d) } : {};
  return { crv, ...secret, x: base64(it.x), kty: "OKP" };
}

function kindOf(jwk: Jwk): string {
  if (jwk.kty === "RSA") return "rsa";
  if (jwk.kty === "EC") return "ec";
  const kind = String(jwk.crv).toLowerCase();
  if (jwk.kty === "OKP" && edwards[kind] !== undefined) return kind;
  throw coded(TypeError, "ERR_INVALID_ARG_VALUE", `The property 'key.kty' is invalid. Received '${String(jwk.kty)}'`);
}

export function fromJwk(jwk: Jwk): KeyData {
  const kind = kindOf(jwk);
  const number = (name: keyof Jwk, isNeeded: boolean): Uint8Array | null => {
    const text = jwk[name];
    if (text === undefined && !isNeeded) return null;
    if (typeof text !== "string") throw invalidArgType(`key.${name}`, "of type string", text);
    return new Uint8Array(Buffer.from(text, "base64url"));
  };
  const isPrivate = jwk.d !== undefined;
  const isRsa = kind === "rsa";
  const isSecret = isRsa && isPrivate;
  const numbers = {
    kind,
    curve: kind === "ec" ? String(jwk.crv) : null,
    n: number("n", isRsa),
    e: number("e", isRsa),
    d: number("d", false),
    p: number("p", isSecret),
    q: number("q", isSecret),
    dp: number("dp", isSecret),
    dq: number("dq", isSecret),
    qi: number("qi", isSecret),
    x: number("x", !isRsa),
    y: number("y", kind === "ec"),
  };
  let answer: KeyAnswer;
  try {
    answer = request({ compose: { numbers } }) as KeyAnswer;
  } catch {
    const name = isRsa ? "RSA" : kind === "ec" ? "EC" : "OKP";
    throw coded(Error, "ERR_CRYPTO_INVALID_JWK", `Invalid JWK ${name} key`);
  }
  return { type: answer.isPrivate ? "private" : "public", bytes: answer.document! };
}
