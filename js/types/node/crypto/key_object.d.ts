import { Buffer } from "../buffer.js";
import { invalidArgValue } from "../node_errors.js";
import { type BinaryLike } from "./checks.js";
export type KeyType = "secret" | "public" | "private";
/** What a key is: bytes of a secret, or DER of SubjectPublicKeyInfo or PKCS #8. */
export interface KeyData {
    readonly type: KeyType;
    readonly bytes: Uint8Array<ArrayBuffer>;
}
export declare function setKeyData(key: object, value: KeyData): void;
/** The data of a KeyObject or a CryptoKey; undefined for other values. */
export declare const keyDataOf: (value: unknown) => KeyData | undefined;
export type KeyLike = BinaryLike | ArrayBuffer | object;
/** The bytes of a secret key, which may be given as such. */
export declare function secretBytes(name: string, key: unknown, encoding?: unknown): Uint8Array;
export declare function wrongKeyType(type: string, wanted: string): Error;
export { Buffer, invalidArgValue };
