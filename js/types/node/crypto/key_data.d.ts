export type KeyType = "secret" | "public" | "private";
/** The data of a key: bytes of a secret, or DER of SubjectPublicKeyInfo or PKCS #8. */
export interface KeyData {
    readonly type: KeyType;
    readonly bytes: Uint8Array<ArrayBuffer>;
}
export declare function setKeyData(key: object, value: KeyData): void;
/** The data of a KeyObject or a CryptoKey; undefined for other values. */
export declare const keyDataOf: (value: unknown) => KeyData | undefined;
