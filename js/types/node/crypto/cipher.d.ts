import type { TransformDone } from "../../npm/readable-stream.js";
import { Buffer } from "../buffer/buffer.js";
import { type BinaryLike } from "./checks.js";
import { type KeyLike } from "./key_object.js";
import { LazyTransform } from "./lazy_transform.js";
export interface CipherOptions {
    authTagLength?: number;
}
export declare class CipherStream extends LazyTransform {
    #private;
    constructor(isEncryption: boolean, cipher: string, key: KeyLike, iv: BinaryLike | null, options?: CipherOptions);
    update(data: BinaryLike): Buffer;
    update(data: BinaryLike, input: string | undefined): Buffer;
    update(data: BinaryLike, input: string | undefined, output: string): string;
    final(): Buffer;
    final(output: string): string;
    getAuthTag(): Buffer;
    setAuthTag(tag: BinaryLike, encoding?: string): this;
    setAAD(data: BinaryLike, options?: {
        encoding?: string;
        plaintextLength?: number;
    }): this;
    setAutoPadding(isOn?: boolean): this;
    _transform(chunk: BinaryLike, encoding: string, callback: TransformDone): void;
    _flush(callback: TransformDone): void;
}
export declare class CipherivClass extends CipherStream {
    constructor(cipher: string, key: KeyLike, iv: BinaryLike | null, options?: CipherOptions);
}
export declare class DecipherivClass extends CipherStream {
    constructor(cipher: string, key: KeyLike, iv: BinaryLike | null, options?: CipherOptions);
}
export declare const Cipheriv: typeof CipherivClass;
export declare const Decipheriv: typeof DecipherivClass;
export declare function createCipheriv(cipher: string, key: KeyLike, iv: BinaryLike | null, options?: CipherOptions): CipherStream;
export declare function createDecipheriv(cipher: string, key: KeyLike, iv: BinaryLike | null, options?: CipherOptions): CipherStream;
