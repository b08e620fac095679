// Ciphers by name.

import { invalidArgType } from "../node_errors.ts";
import { checkInt32, checkObject } from "./checks.ts";

export interface CipherInfo {
  mode: string;
  name: string;
  nid: number;
  blockSize?: number;
  ivLength?: number;
  keyLength: number;
}

const blockSizes: Record<string, number> = { cbc: 16, ecb: 16, wrap: 8 };
const ivLengths: Record<string, number> = { ccm: 12, gcm: 12, wrap: 8 };

function aes(bits: number, mode: string, nid: number, name = `aes-${bits}-${mode}`): CipherInfo {
  const kind = mode === "cfb8" ? "cfb" : mode;
  const ivLength = kind === "ecb" ? {} : { ivLength: ivLengths[kind] ?? 16 };
  return { mode: kind, name, nid, blockSize: blockSizes[kind] ?? 1, ...ivLength, keyLength: bits / 8 };
}

/** The numbers of OpenSSL for AES with 128, 192 and 256 bits. */
const numbers: [string, number, number, number][] = [
  ["cbc", 419, 423, 427],
  ["ccm", 896, 899, 902],
  ["cfb", 421, 425, 429],
  ["cfb8", 653, 654, 655],
  ["ctr", 904, 905, 906],
  ["ecb", 418, 422, 426],
  ["gcm", 895, 898, 901],
  ["ofb", 420, 424, 428],
  ["wrap", 788, 789, 790],
];

const idModes = ["ccm", "gcm", "wrap"];

const nameIn = (bits: number, mode: string) => idModes.includes(mode) ? `id-aes${bits}-${mode}` : undefined;

const ciphers: CipherInfo[] = [
  ...numbers.flatMap(([mode, short, middle, long]) => [
    aes(128, mode, short, nameIn(128, mode)),
    aes(192, mode, middle, nameIn(192, mode)),
    aes(256, mode, long, nameIn(256, mode)),
  ]),
  { mode: "stream", name: "chacha20", nid: 1019, ivLength: 16, keyLength: 32 },
  { mode: "stream", name: "chacha20-poly1305", nid: 1018, ivLength: 12, keyLength: 32 },
  { mode: "ecb", name: "des-ede3", nid: 33, blockSize: 8, keyLength: 24 },
  { mode: "cbc", name: "des-ede3-cbc", nid: 44, blockSize: 8, ivLength: 8, keyLength: 24 },
];

/** The host's name of a cipher: `aes-256-gcm` for `id-aes256-GCM`, `aes-128-cbc` for `AES128`. */
export function nameOf(cipher: string): string {
  const lower = cipher.toLowerCase();
  if (lower === "des3") return "des-ede3-cbc";
  if (lower === "des-ede3-ecb") return "des-ede3";
  const dashed = lower.replace(/^(?:id-)?aes(\d+)-/, (_all, bits) => `aes-${bits}-`);
  return dashed.replace(/^aes(128|192|256)$/, (_all, bits) => `aes-${bits}-cbc`);
}

export const findCipher = (cipher: string): CipherInfo | undefined =>
  ciphers.find((it) => nameOf(it.name) === nameOf(cipher));

/** Whether the initialization vector of a cipher may have a length. */
export function isIvLength(known: CipherInfo, length: number): boolean {
  if (known.mode === "gcm") return length > 0;
  if (known.mode === "ccm") return length >= 7 && length <= 13;
  if (known.name === "chacha20-poly1305") return length > 0 && length <= 12;
  return length === (known.ivLength ?? 0);
}

export function getCipherInfo(
  cipher: string | number,
  options: { keyLength?: number; ivLength?: number } = {},
): CipherInfo | undefined {
  if (typeof cipher !== "string" && typeof cipher !== "number") {
    throw invalidArgType("nameOrNid", "of type string or number", cipher);
  }
  checkObject("options", options);
  const { keyLength, ivLength } = options;
  if (keyLength !== undefined) checkInt32("options.keyLength", keyLength);
  if (ivLength !== undefined) checkInt32("options.ivLength", ivLength);
  const known = typeof cipher === "string" ? findCipher(cipher) : ciphers.find((it) => it.nid === cipher);
  if (known === undefined) return undefined;
  if (keyLength !== undefined && keyLength !== known.keyLength) return undefined;
  if (ivLength === undefined) return { ...known };
  if (!isIvLength(known, ivLength)) return undefined;
  return known.mode === "ecb" ? { ...known } : { ...known, ivLength };
}

/** Names of modes whose identifiers have capital letters. */
const withUpperCaseMode = (name: string) =>
  name.replace(/^(id-aes\d+-)(ccm|gcm)$/, (_all, id, mode) => id + mode.toUpperCase());

export const getCiphers = (): string[] =>
  [
    ...ciphers.filter((it) => it.mode !== "wrap").map((it) => nameOf(it.name)),
    ...ciphers.filter((it) => it.mode === "wrap").map((it) => it.name.slice(3)),
    ...ciphers.map((it) => withUpperCaseMode(it.name)),
    "aes128",
    "aes192",
    "aes256",
    "des-ede3-ecb",
    "des3",
  ]
    .filter((name, index, all) => all.indexOf(name) === index)
    .sort();
