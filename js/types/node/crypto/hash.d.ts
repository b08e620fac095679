import type { TransformDone } from "../../npm/readable-stream.js";
import { Buffer } from "../buffer/buffer.js";
import { type BinaryLike } from "./checks.js";
import { type KeyLike } from "./key_object.js";
import { LazyTransform } from "./lazy_transform.js";
export interface HashOptions {
    /** Bytes of the result of SHAKE. */
    outputLength?: number;
    encoding?: string;
    highWaterMark?: number;
}
export declare class Hash extends LazyTransform {
    #private;
    constructor(algorithm: string, options?: HashOptions);
    update(data: BinaryLike, encoding?: string): this;
    digest(): Buffer;
    digest(encoding: string): string;
    copy(options?: HashOptions): Hash;
    _transform(chunk: BinaryLike, encoding: string, callback: TransformDone): void;
    _flush(callback: TransformDone): void;
}
export declare class Hmac extends LazyTransform {
    #private;
    constructor(hmac: string, key: KeyLike, options?: HashOptions);
    update(data: BinaryLike, encoding?: string): this;
    /** A second call answers nothing, as in Node. */
    digest(): Buffer;
    digest(encoding: string): string;
    _transform(chunk: BinaryLike, encoding: string, callback: TransformDone): void;
    _flush(callback: TransformDone): void;
}
export declare const HashClass: typeof Hash;
export declare const HmacClass: typeof Hmac;
export declare function createHash(algorithm: string, options?: HashOptions): Hash;
export declare function createHmac(hmac: string, key: KeyLike, options?: HashOptions): Hmac;
/** The digest of data at once, as hexadecimal text unless an encoding is named. */
export declare function hash(algorithm: string, data: BinaryLike, outputEncoding?: string): string | Buffer;
export declare const getHashes: () => string[];
