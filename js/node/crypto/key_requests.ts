// Requests about keys: src/node/crypto_requests/key_request.rs.

import { core } from "../../web/ops.ts";
import { Buffer } from "../buffer/buffer.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A key by its numbers, or as a document. */
export interface KeyAnswer {
  isPrivate: boolean;
  document: Bytes | null;
  kind: string;
  curve: string | null;
  n: Bytes | null;
  e: Bytes | null;
  d: Bytes | null;
  p: Bytes | null;
  q: Bytes | null;
  dp: Bytes | null;
  dq: Bytes | null;
  qi: Bytes | null;
  x: Bytes | null;
  y: Bytes | null;
  /** Digest, digest of the mask and least length of the salt, for keys of PSS that are limited. */
  pss: [string, string, number] | null;
  /** The initialization vector of a document that is encrypted in the old form. */
  iv: Bytes | null;
}

export const request = (key: object): unknown => core.ops.op_lumi_crypto({ key });
export const requestLater = (key: object): Promise<unknown> => core.ops.op_lumi_crypto_later({ key });
export const keyOperation = (request: object): unknown => core.ops.op_lumi_crypto({ use: request });
export const keyOperationLater = (request: object): Promise<unknown> => core.ops.op_lumi_crypto_later({ use: request });

export const decompose = (key: { type: string; bytes: Uint8Array }): KeyAnswer =>
  request({ decompose: { key: key.bytes, isPrivate: key.type === "private" } }) as KeyAnswer;

/** The bytes of a number, most significant first. */
export function numberBytes(value: bigint): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
}

export const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.over(bytes).toString("hex") || "0"}`);
