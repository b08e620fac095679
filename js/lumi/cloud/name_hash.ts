// A hash for names that are too long for a target.

/** FNV-1a with 32 bits in hexadecimal: names need no secrecy. */
export function nameHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}
