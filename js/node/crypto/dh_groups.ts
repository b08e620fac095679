// The groups of Diffie-Hellman of RFC 2409 and RFC 3526, whose primes are made of digits of pi.

interface Group {
  bits: number;
  /** The number that is added to the digits to make a prime. */
  addend: number;
  /** Bits of a private key: twice the strength of the group. */
  secretBits: number;
}

const groups: Record<string, Group> = {
  modp1: { bits: 768, addend: 149686, secretBits: 160 },
  modp2: { bits: 1024, addend: 129093, secretBits: 160 },
  modp5: { bits: 1536, addend: 741804, secretBits: 200 },
  modp14: { bits: 2048, addend: 124476, secretBits: 225 },
  modp15: { bits: 3072, addend: 1690314, secretBits: 275 },
  modp16: { bits: 4096, addend: 240904, secretBits: 325 },
  modp17: { bits: 6144, addend: 929484, secretBits: 375 },
  modp18: { bits: 8192, addend: 4743158, secretBits: 400 },
};

/** Bits that the last places of a sum may be wrong in. */
const GUARD = 64n;

/** The arc tangent of 1 / n, times a power of two. */
function arcTangent(n: bigint, one: bigint): bigint {
  let term = one / n;
  let sum = term;
  for (let odd = 3n, sign = -1n; term !== 0n; odd += 2n, sign = -sign) {
    term /= n * n;
    sum += sign * (term / odd);
  }
  return sum;
}

/** Pi times a power of two, rounded down (Machin's formula). */
function piShifted(bits: bigint): bigint {
  const one = 1n << bits + GUARD;
  return 4n * (4n * arcTangent(5n, one) - arcTangent(239n, one)) >> GUARD;
}

const primes = new Map<string, bigint>();

export interface KnownGroup {
  prime: bigint;
  secretBits: number;
}

export function groupNamed(name: string): KnownGroup | undefined {
  const key = name.toLowerCase();
  const group = Object.hasOwn(groups, key) ? groups[key] : undefined;
  if (group === undefined) return undefined;
  const bits = BigInt(group.bits);
  const prime = primes.get(key) ??
    (1n << bits) - (1n << bits - 64n) - 1n + (piShifted(bits - 130n) + BigInt(group.addend) << 64n);
  primes.set(key, prime);
  return { prime, secretBits: group.secretBits };
}
