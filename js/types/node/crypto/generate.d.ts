import { type KeyExportOptions } from "./key_export.js";
import { type KeyObject } from "./key_object.js";
export interface KeyPairOptions {
    modulusLength?: number;
    publicExponent?: number;
    hash?: string;
    mgf1Hash?: string;
    hashAlgorithm?: string;
    mgf1HashAlgorithm?: string;
    saltLength?: number;
    namedCurve?: string;
    paramEncoding?: "named" | "explicit";
    publicKeyEncoding?: KeyExportOptions;
    privateKeyEncoding?: KeyExportOptions;
}
export interface KeyPair {
    publicKey: KeyObject | unknown;
    privateKey: KeyObject | unknown;
}
export declare const getCurves: () => string[];
export declare function generateKeyPairSync(type: string, options?: KeyPairOptions): KeyPair;
type PairCallback = (error: Error | null, publicKey?: unknown, privateKey?: unknown) => void;
export declare function generateKeyPair(type: string, options: KeyPairOptions | PairCallback, last?: PairCallback): void;
export declare function generateKeySync(type: "hmac" | "aes", options: {
    length: number;
}): KeyObject;
export declare function generateKey(type: "hmac" | "aes", options: {
    length: number;
}, callback: (error: Error | null, key: KeyObject) => void): void;
export {};
