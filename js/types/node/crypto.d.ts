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
    /** A digest of what was added so far, to which more can be added. */
    copy(): Hash;
    private checkOpen;
}
export declare function createHash(algorithm: string): Hash;
export declare function createHmac(algorithm: string, key: Data): Hash;
/** The names of the digests that `createHash` makes. */
export declare const getHashes: () => string[];
type RandomCallback = (error: Error | null, bytes: Buffer) => void;
export declare function randomBytes(size: number): Buffer;
export declare function randomBytes(size: number, callback: RandomCallback): void;
export declare function randomFillSync<T extends ArrayBufferView>(buffer: T, offset?: number, size?: number): T;
type FillCallback<T> = (error: Error | null, buffer: T) => void;
/** The callback is the last argument; `offset` and `size` may be left out. */
export declare function randomFill<T extends ArrayBufferView>(buffer: T, ...rest: (number | FillCallback<T>)[]): void;
/** A random integer of at least `from` (0 if only one bound is given) and less than `to`. */
export declare function randomInt(from: number, to?: number): number;
export declare const webcrypto: Crypto;
export declare const randomUUID: () => string;
/** Compares in constant time. */
export declare function timingSafeEqual(a: ArrayBufferView, b: ArrayBufferView): boolean;
declare const _default: {
    createHash: typeof createHash;
    createHmac: typeof createHmac;
    getHashes: typeof getHashes;
    Hash: typeof Hash;
    randomBytes: typeof randomBytes;
    randomFill: typeof randomFill;
    randomFillSync: typeof randomFillSync;
    randomInt: typeof randomInt;
    randomUUID: typeof randomUUID;
    timingSafeEqual: typeof timingSafeEqual;
    webcrypto: Crypto;
};
export default _default;
