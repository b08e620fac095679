import type { Writable } from "../../npm/readable-stream.js";
import { Buffer } from "../buffer/buffer.js";
import { type BinaryLike } from "./checks.js";
import { type KeyLike } from "./key_object.js";
export interface SignOptions {
    padding?: number;
    saltLength?: number;
    dsaEncoding?: "der" | "ieee-p1363";
}
type StreamClass = new (options?: object) => Writable;
declare const Collector_base: StreamClass;
export declare class Collector extends Collector_base {
    #private;
    protected readonly algorithm: string;
    constructor(algorithm: string, options?: object);
    update(data: BinaryLike, encoding?: string): this;
    _write(chunk: BinaryLike, encoding: string, callback: () => void): void;
    protected collected(): Uint8Array;
}
export declare class SignClass extends Collector {
    sign(key: KeyLike): Buffer;
    sign(key: KeyLike, encoding: string): string;
}
export declare class VerifyClass extends Collector {
    verify(key: KeyLike, signature: BinaryLike, encoding?: string): boolean;
}
export declare const Sign: typeof SignClass;
export declare const Verify: typeof VerifyClass;
export declare function createSign(algorithm: string, options?: object): SignClass;
export declare function createVerify(algorithm: string, options?: object): VerifyClass;
type SignCallback = (error: Error | null, signature?: Buffer) => void;
export declare function sign(algorithm: string | null | undefined, data: ArrayBufferView, key: KeyLike): Buffer;
export declare function sign(algorithm: string | null | undefined, data: ArrayBufferView, key: KeyLike, callback: SignCallback): void;
export declare function verify(algorithm: string | null | undefined, data: ArrayBufferView, key: KeyLike, signature: ArrayBufferView, callback?: (error: Error | null, isRight?: boolean) => void): boolean | void;
export declare const publicEncrypt: (key: KeyLike, data: BinaryLike) => Buffer;
export declare const privateDecrypt: (key: KeyLike, data: BinaryLike) => Buffer;
export declare const privateEncrypt: (key: KeyLike, data: BinaryLike) => Buffer;
export declare const publicDecrypt: (key: KeyLike, data: BinaryLike) => Buffer;
export {};
