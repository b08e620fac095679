// Hexadecimal digits and hashes of texts. This code is a part of bundles.

export const hexadecimal = (bytes: Uint8Array | ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((it) => it.toString(16).padStart(2, "0")).join("");

/** SHA-256 of a text in UTF-8: 64 digits. */
export async function textHash(text: string): Promise<string> {
  return hexadecimal(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
