import { Buffer } from "../buffer/buffer.js";
import { type BinaryLike } from "./checks.js";
import { type KeyObject } from "./key_object.js";
/** The secret of a private and a public key of the same curve. */
export declare function diffieHellman(options: {
    privateKey: KeyObject;
    publicKey: KeyObject;
}): Buffer;
type PointFormat = "compressed" | "uncompressed" | "hybrid";
export declare class ECDHClass {
    #private;
    constructor(curve: string);
    static convertKey(key: BinaryLike, curve: string, input?: string, output?: string, format?: PointFormat): string | Buffer;
    generateKeys(encoding?: string, format?: PointFormat): string | Buffer;
    setPrivateKey(key: BinaryLike, encoding?: string): void;
    /** A public key that need not be that of the private one. */
    setPublicKey(key: BinaryLike, encoding?: string): void;
    getPrivateKey(encoding?: string): string | Buffer;
    getPublicKey(encoding?: string, format?: PointFormat): string | Buffer;
    computeSecret(other: BinaryLike, input?: string, output?: string): string | Buffer;
}
export declare const ECDH: typeof ECDHClass;
export declare function createECDH(curve: string): ECDHClass;
export {};
