import { Buffer } from "../buffer/buffer.js";
import { type BinaryLike } from "./checks.js";
import { type Jwk } from "./jwk.js";
import { type KeyExportOptions } from "./key_export.js";
import { type KeyData, keyDataOf, type KeyType } from "./key_data.js";
export { type KeyData, keyDataOf };
export type KeyLike = BinaryLike | ArrayBuffer | object;
/** The bytes of a secret key, which may be given as such. */
export declare function secretBytes(name: string, key: unknown, encoding?: unknown): Uint8Array;
export declare function wrongKeyType(type: string, wanted: string): Error;
export interface AsymmetricKeyDetails {
    modulusLength?: number;
    publicExponent?: bigint;
    hashAlgorithm?: string;
    mgf1HashAlgorithm?: string;
    saltLength?: number;
    namedCurve?: string;
}
export declare class KeyObject {
    constructor(type: KeyType, handle?: unknown);
    /** The KeyObject of a CryptoKey. */
    static from(key: CryptoKey): KeyObject;
    get type(): KeyType;
    get symmetricKeySize(): number | undefined;
    get asymmetricKeyType(): string | undefined;
    get asymmetricKeyDetails(): AsymmetricKeyDetails | undefined;
    equals(other: KeyObject): boolean;
    export(options: {
        format: "jwk";
    }): Jwk;
    export(options?: KeyExportOptions): string | Buffer;
    get [Symbol.toStringTag](): string;
}
export declare function keyObject(value: KeyData): KeyObject;
/** The key that an argument means: an object, a text in PEM, or an object of options around either. */
export declare function asymmetric(name: string, given: unknown, wanted: "public" | "private"): KeyData;
export declare const publicOf: (key: KeyData) => KeyData;
export declare function createSecretKey(key: BinaryLike | ArrayBuffer, encoding?: string): KeyObject;
export declare function createPrivateKey(key: KeyLike): KeyObject;
export declare function createPublicKey(key: KeyLike): KeyObject;
