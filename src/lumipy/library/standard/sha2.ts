// SHA-2, as FIPS 180-4 defines it. Texts have a character for each byte.

import { blocks, bytesOf } from "./old_hashes.ts";

/** The first 64 bits of the fractions of the cube roots of primes, as two words each. */
const ROOTS = [
  0x428a2f98,
  0xd728ae22,
  0x71374491,
  0x23ef65cd,
  0xb5c0fbcf,
  0xec4d3b2f,
  0xe9b5dba5,
  0x8189dbbc,
  0x3956c25b,
  0xf348b538,
  0x59f111f1,
  0xb605d019,
  0x923f82a4,
  0xaf194f9b,
  0xab1c5ed5,
  0xda6d8118,
  0xd807aa98,
  0xa3030242,
  0x12835b01,
  0x45706fbe,
  0x243185be,
  0x4ee4b28c,
  0x550c7dc3,
  0xd5ffb4e2,
  0x72be5d74,
  0xf27b896f,
  0x80deb1fe,
  0x3b1696b1,
  0x9bdc06a7,
  0x25c71235,
  0xc19bf174,
  0xcf692694,
  0xe49b69c1,
  0x9ef14ad2,
  0xefbe4786,
  0x384f25e3,
  0x0fc19dc6,
  0x8b8cd5b5,
  0x240ca1cc,
  0x77ac9c65,
  0x2de92c6f,
  0x592b0275,
  0x4a7484aa,
  0x6ea6e483,
  0x5cb0a9dc,
  0xbd41fbd4,
  0x76f988da,
  0x831153b5,
  0x983e5152,
  0xee66dfab,
  0xa831c66d,
  0x2db43210,
  0xb00327c8,
  0x98fb213f,
  0xbf597fc7,
  0xbeef0ee4,
  0xc6e00bf3,
  0x3da88fc2,
  0xd5a79147,
  0x930aa725,
  0x06ca6351,
  0xe003826f,
  0x14292967,
  0x0a0e6e70,
  0x27b70a85,
  0x46d22ffc,
  0x2e1b2138,
  0x5c26c926,
  0x4d2c6dfc,
  0x5ac42aed,
  0x53380d13,
  0x9d95b3df,
  0x650a7354,
  0x8baf63de,
  0x766a0abb,
  0x3c77b2a8,
  0x81c2c92e,
  0x47edaee6,
  0x92722c85,
  0x1482353b,
  0xa2bfe8a1,
  0x4cf10364,
  0xa81a664b,
  0xbc423001,
  0xc24b8b70,
  0xd0f89791,
  0xc76c51a3,
  0x0654be30,
  0xd192e819,
  0xd6ef5218,
  0xd6990624,
  0x5565a910,
  0xf40e3585,
  0x5771202a,
  0x106aa070,
  0x32bbd1b8,
  0x19a4c116,
  0xb8d2d0c8,
  0x1e376c08,
  0x5141ab53,
  0x2748774c,
  0xdf8eeb99,
  0x34b0bcb5,
  0xe19b48a8,
  0x391c0cb3,
  0xc5c95a63,
  0x4ed8aa4a,
  0xe3418acb,
  0x5b9cca4f,
  0x7763e373,
  0x682e6ff3,
  0xd6b2b8a3,
  0x748f82ee,
  0x5defb2fc,
  0x78a5636f,
  0x43172f60,
  0x84c87814,
  0xa1f0ab72,
  0x8cc70208,
  0x1a6439ec,
  0x90befffa,
  0x23631e28,
  0xa4506ceb,
  0xde82bde9,
  0xbef9a3f7,
  0xb2c67915,
  0xc67178f2,
  0xe372532b,
  0xca273ece,
  0xea26619c,
  0xd186b8c7,
  0x21c0c207,
  0xeada7dd6,
  0xcde0eb1e,
  0xf57d4f7f,
  0xee6ed178,
  0x06f067aa,
  0x72176fba,
  0x0a637dc5,
  0xa2c898a6,
  0x113f9804,
  0xbef90dae,
  0x1b710b35,
  0x131c471b,
  0x28db77f5,
  0x23047d84,
  0x32caab7b,
  0x40c72493,
  0x3c9ebe0a,
  0x15c9bebc,
  0x431d67c4,
  0x9c100d4c,
  0x4cc5d4be,
  0xcb3e42b6,
  0x597f299c,
  0xfc657e2a,
  0x5fcb6fab,
  0x3ad6faec,
  0x6c44198c,
  0x4a475817,
];

const START_224 = [
  0xc1059ed8,
  0x367cd507,
  0x3070dd17,
  0xf70e5939,
  0xffc00b31,
  0x68581511,
  0x64f98fa7,
  0xbefa4fa4,
];

const START_256 = [
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
];

/** Two words for each value of 64 bits. */
const START_384 = [
  0xcbbb9d5d,
  0xc1059ed8,
  0x629a292a,
  0x367cd507,
  0x9159015a,
  0x3070dd17,
  0x152fecd8,
  0xf70e5939,
  0x67332667,
  0xffc00b31,
  0x8eb44a87,
  0x68581511,
  0xdb0c2e0d,
  0x64f98fa7,
  0x47b5481d,
  0xbefa4fa4,
];

const START_512 = [
  0x6a09e667,
  0xf3bcc908,
  0xbb67ae85,
  0x84caa73b,
  0x3c6ef372,
  0xfe94f82b,
  0xa54ff53a,
  0x5f1d36f1,
  0x510e527f,
  0xade682d1,
  0x9b05688c,
  0x2b3e6c1f,
  0x1f83d9ab,
  0xfb41bd6b,
  0x5be0cd19,
  0x137e2179,
];

function right(word: number, count: number): number {
  return (word >>> count) | (word << (32 - count));
}

/** SHA-256, or SHA-224 before it is cut. */
export function sha256(text: string, isShort: boolean): string {
  let state = isShort ? START_224 : START_256;
  const words = blocks(text, false);
  for (let start = 0; start < words.length; start += 16) {
    const all = words.slice(start, start + 16);
    for (let at = 16; at < 64; at++) {
      const [x = 0, y = 0, z = 0, w = 0] = [all[at - 15], all[at - 2], all[at - 16], all[at - 7]];
      const first = right(x, 7) ^ right(x, 18) ^ (x >>> 3);
      const second = right(y, 17) ^ right(y, 19) ^ (y >>> 10);
      all.push((z + first + w + second) | 0);
    }
    state = rounds(state, all);
  }
  return bytesOf(state, false);
}

function rounds(state: number[], words: number[]): number[] {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at++) {
    const sum = right(e, 6) ^ right(e, 11) ^ right(e, 25);
    const first = (h + sum + ((e & f) ^ (~e & g)) + (ROOTS[at * 2] ?? 0) + (words[at] ?? 0)) | 0;
    const other = right(a, 2) ^ right(a, 13) ^ right(a, 22);
    const second = (other + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((it, at) => (it + (state[at] ?? 0)) | 0);
}

/** A value of 64 bits as two words. */
type Pair = [number, number];

function sum(...pairs: Pair[]): Pair {
  let low = 0;
  let high = 0;
  for (const [first, second] of pairs) {
    low += second >>> 0;
    high += first;
  }
  return [(high + Math.floor(low / 2 ** 32)) | 0, low | 0];
}

/** A rotation to the right. */
function turned([high, low]: Pair, count: number): Pair {
  if (count === 32) return [low, high];
  if (count > 32) return turned([low, high], count - 32);
  return [(high >>> count) | (low << (32 - count)), (low >>> count) | (high << (32 - count))];
}

function shifted([high, low]: Pair, count: number): Pair {
  return [high >>> count, (low >>> count) | (high << (32 - count))];
}

function mixed(...pairs: Pair[]): Pair {
  return pairs.reduce((all, it) => [all[0] ^ it[0], all[1] ^ it[1]], [0, 0]);
}

function pairAt(words: number[], at: number): Pair {
  return [words[at * 2] ?? 0, words[at * 2 + 1] ?? 0];
}

/** The message in blocks of 1024 bits, as words of 32 bits. */
function longBlocks(text: string): number[] {
  const size = text.length;
  const count = (Math.floor((size + 16) / 128) + 1) * 32;
  const short = blocks(text, false);
  const words: number[] = Array.from({ length: count }, (_, at) => at < short.length - 2 ? short[at] ?? 0 : 0);
  words[count - 2] = Math.floor(size / 0x20000000);
  words[count - 1] = (size * 8) >>> 0;
  return words;
}

/** SHA-512, or SHA-384 before it is cut. */
export function sha512(text: string, isShort: boolean): string {
  let state: Pair[] = Array.from({ length: 8 }, (_, at) => pairAt(isShort ? START_384 : START_512, at));
  const words = longBlocks(text);
  for (let start = 0; start < words.length; start += 32) {
    const all: Pair[] = Array.from({ length: 16 }, (_, at) => pairAt(words, start / 2 + at));
    for (let at = 16; at < 80; at++) {
      const [x, y, z, w] = [all[at - 15], all[at - 2], all[at - 16], all[at - 7]] as [Pair, Pair, Pair, Pair];
      const first = mixed(turned(x, 1), turned(x, 8), shifted(x, 7));
      const second = mixed(turned(y, 19), turned(y, 61), shifted(y, 6));
      all.push(sum(z, first, w, second));
    }
    state = longRounds(state, all);
  }
  return bytesOf(state.flat(), false);
}

function longRounds(state: Pair[], words: Pair[]): Pair[] {
  let [a, b, c, d, e, f, g, h] = state as [Pair, Pair, Pair, Pair, Pair, Pair, Pair, Pair];
  for (let at = 0; at < 80; at++) {
    const chosen: Pair = [(e[0] & f[0]) ^ (~e[0] & g[0]), (e[1] & f[1]) ^ (~e[1] & g[1])];
    const mix = mixed(turned(e, 14), turned(e, 18), turned(e, 41));
    const first = sum(h, mix, chosen, pairAt(ROOTS, at), words[at] ?? [0, 0]);
    const most: Pair = [
      (a[0] & b[0]) ^ (a[0] & c[0]) ^ (b[0] & c[0]),
      (a[1] & b[1]) ^ (a[1] & c[1]) ^ (b[1] & c[1]),
    ];
    const second = sum(mixed(turned(a, 28), turned(a, 34), turned(a, 39)), most);
    [h, g, f, e, d, c, b, a] = [g, f, e, sum(d, first), c, b, a, sum(first, second)];
  }
  return [a, b, c, d, e, f, g, h].map((it, at) => sum(it, state[at] ?? [0, 0]));
}
