// MD5 and SHA-1, as RFC 1321 and RFC 3174 define them. Texts have a character for each byte.

/** The words of 32 bits of a message that is filled up to whole blocks. */
export function blocks(text: string, isLittle: boolean): number[] {
  const size = text.length;
  const count = (Math.floor((size + 8) / 64) + 1) * 16;
  const words: number[] = Array(count).fill(0);
  for (let at = 0; at <= size; at++) {
    const byte = at < size ? text.charCodeAt(at) : 0x80;
    const shift = isLittle ? (at % 4) * 8 : 24 - (at % 4) * 8;
    words[at >> 2] = (words[at >> 2] ?? 0) | (byte << shift);
  }
  const low = (size * 8) >>> 0;
  const high = Math.floor(size / 0x20000000);
  words[count - 2] = isLittle ? low : high;
  words[count - 1] = isLittle ? high : low;
  return words;
}

/** Words of 32 bits as bytes. */
export function bytesOf(words: number[], isLittle: boolean): string {
  const texts = words.map((it) => {
    const bytes = [it >>> 24, it >>> 16, it >>> 8, it].map((byte) => String.fromCharCode(byte & 0xff));
    return (isLittle ? bytes.reverse() : bytes).join("");
  });
  return texts.join("");
}

function rotated(word: number, count: number): number {
  return (word << count) | (word >>> (32 - count));
}

/** The product of words, of which the lowest 32 bits count. */
function added(...words: number[]): number {
  return words.reduce((sum, it) => (sum + it) | 0, 0);
}

const MD5_SHIFTS = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];
const MD5_SINES = Array.from({ length: 64 }, (_, at) => Math.floor(Math.abs(Math.sin(at + 1)) * 2 ** 32) | 0);

/** The function and the place of the word of a step. */
function md5Step(at: number, b: number, c: number, d: number): [number, number] {
  if (at < 16) return [(b & c) | (~b & d), at];
  if (at < 32) return [(d & b) | (~d & c), (5 * at + 1) % 16];
  if (at < 48) return [b ^ c ^ d, (3 * at + 5) % 16];
  return [c ^ (b | ~d), (7 * at) % 16];
}

export function md5(text: string): string {
  let state = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476];
  const words = blocks(text, true);
  for (let start = 0; start < words.length; start += 16) {
    let [a = 0, b = 0, c = 0, d = 0] = state;
    for (let at = 0; at < 64; at++) {
      const [value, place] = md5Step(at, b, c, d);
      const sum = added(a, value, MD5_SINES[at] ?? 0, words[start + place] ?? 0);
      const shift = MD5_SHIFTS[at >> 4]?.[at % 4] ?? 0;
      [a, d, c, b] = [d, c, b, added(b, rotated(sum, shift))];
    }
    state = [a, b, c, d].map((it, at) => added(it, state[at] ?? 0));
  }
  return bytesOf(state, true);
}

function sha1Step(at: number, b: number, c: number, d: number): [number, number] {
  if (at < 20) return [(b & c) | (~b & d), 0x5a827999];
  if (at < 40) return [b ^ c ^ d, 0x6ed9eba1];
  if (at < 60) return [(b & c) | (b & d) | (c & d), 0x8f1bbcdc | 0];
  return [b ^ c ^ d, 0xca62c1d6 | 0];
}

export function sha1(text: string): string {
  let state = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476, 0xc3d2e1f0 | 0];
  const words = blocks(text, false);
  for (let start = 0; start < words.length; start += 16) {
    const all = words.slice(start, start + 16);
    for (let at = 16; at < 80; at++) {
      const [x = 0, y = 0, z = 0, w = 0] = [all[at - 3], all[at - 8], all[at - 14], all[at - 16]];
      all.push(rotated(x ^ y ^ z ^ w, 1));
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
    for (let at = 0; at < 80; at++) {
      const [value, constant] = sha1Step(at, b, c, d);
      const sum = added(rotated(a, 5), value, e, constant, all[at] ?? 0);
      [e, d, c, b, a] = [d, c, rotated(b, 30), a, sum];
    }
    state = [a, b, c, d, e].map((it, at) => added(it, state[at] ?? 0));
  }
  return bytesOf(state, false);
}
