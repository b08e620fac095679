// The data of keys, both of Node and of the web.

export type KeyType = "secret" | "public" | "private";

/** The data of a key: bytes of a secret, or DER of SubjectPublicKeyInfo or PKCS #8. */
export interface KeyData {
  readonly type: KeyType;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Data of keys by their objects; programs cannot reach it. */
const data = new WeakMap<object, KeyData>();

export function setKeyData(key: object, value: KeyData): void {
  data.set(key, value);
}

/** The data of a KeyObject or a CryptoKey; undefined for other values. */
export const keyDataOf = (value: unknown): KeyData | undefined =>
  typeof value === "object" && value !== null ? data.get(value) : undefined;
