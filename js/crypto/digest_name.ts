// Names of digests, as the host knows them.

const web = new Map([
  ["SHA-1", "sha1"],
  ["SHA-256", "sha256"],
  ["SHA-384", "sha384"],
  ["SHA-512", "sha512"],
]);

/** The host's name of a digest of Web Crypto. */
export function digestName(name: string): string | undefined {
  return web.get(name.toUpperCase());
}
