import { Buffer } from "./buffer.js";
type Data = string | ArrayBufferView;
export declare class Hash {
    private readonly finish;
    private parts;
    private isDone;
    constructor(finish: (data: Uint8Array) => Uint8Array);
    update(data: Data, encoding?: string): this;
    digest(): Buffer;
    digest(encoding: string): string;
    private checkOpen;
}
export declare function createHash(algorithm: string): Hash;
export declare function createHmac(algorithm: string, key: Data): Hash;
export declare function randomBytes(size: number): Buffer;
/** A random integer of at least `from` (0 if only one bound is given) and less than `to`. */
export declare function randomInt(from: number, to?: number): number;
export declare const webcrypto: Crypto;
export declare const randomUUID: () => string;
/** Compares in constant time. */
export declare function timingSafeEqual(a: ArrayBufferView, b: ArrayBufferView): boolean;
declare const _default: {
    createHash: typeof createHash;
    createHmac: typeof createHmac;
    randomBytes: typeof randomBytes;
    randomInt: typeof randomInt;
    randomUUID: typeof randomUUID;
    timingSafeEqual: typeof timingSafeEqual;
    webcrypto: Crypto;
};
export default _default;
