import { BufferBytes, type Pattern } from "./bytes.js";
import { type BufferEncoding } from "./codecs.js";
export type { BufferEncoding };
export interface Buffer extends BufferBytes {
}
type Text = {
    valueOf(): string;
} | {
    [Symbol.toPrimitive](hint: "string"): string;
};
export interface BufferConstructor {
    /** @deprecated `Buffer.from` and `Buffer.alloc` say which of both is meant. */
    new (value: number | string | ArrayLike<number> | ArrayBuffer, encodingOrOffset?: unknown, length?: unknown): Buffer;
    /** @deprecated `Buffer.from` and `Buffer.alloc` say which of both is meant. */
    (value: number | string | ArrayLike<number> | ArrayBuffer, encodingOrOffset?: unknown, length?: unknown): Buffer;
    prototype: Buffer;
    poolSize: number;
    from(value: string | ArrayLike<number> | Iterable<number> | ArrayBuffer | Text, encodingOrOffset?: unknown, length?: unknown): Buffer;
    of(...bytes: number[]): Buffer;
    alloc(size: number, fill?: Pattern, encoding?: string): Buffer;
    allocUnsafe(size: number): Buffer;
    allocUnsafeSlow(size: number): Buffer;
    byteLength(value: string | ArrayBuffer | ArrayBufferView, encoding?: string): number;
    compare(a: Uint8Array, b: Uint8Array): -1 | 0 | 1;
    concat(list: readonly Uint8Array[], total?: number): Buffer;
    copyBytesFrom(view: ArrayBufferView, offset?: number, length?: number): Buffer;
    isBuffer(value: unknown): value is Buffer;
    isEncoding(name: unknown): name is BufferEncoding;
}
/** A function instead of a class, because older packages call it without `new`. */
export declare const Buffer: BufferConstructor;
/** @deprecated The same as `Buffer.allocUnsafeSlow`. */
export declare function SlowBuffer(size: number): Buffer;
export declare const kMaxLength = 4294967296;
/** The largest length of a string of V8, in code units. */
export declare const kStringMaxLength = 536870888;
export declare const constants: {
    MAX_LENGTH: number;
    MAX_STRING_LENGTH: number;
};
export declare const INSPECT_MAX_BYTES = 50;
/** Bytes of one encoding as those of another one; what it lacks becomes "?". */
export declare function transcode(source: Uint8Array, fromEncoding: string, toEncoding: string): Buffer;
export declare function isUtf8(input: ArrayBuffer | ArrayBufferView): boolean;
export declare function isAscii(input: ArrayBuffer | ArrayBufferView): boolean;
export declare const atob: (data: string) => string;
export declare const btoa: (data: string) => string;
/** The Blob that a URL of `URL.createObjectURL` stands for. */
export declare function resolveObjectURL(url: string): Blob | undefined;
declare const members: {
    Buffer: BufferConstructor;
    constants: {
        MAX_LENGTH: number;
        MAX_STRING_LENGTH: number;
    };
    isAscii: typeof isAscii;
    isUtf8: typeof isUtf8;
    kMaxLength: number;
    kStringMaxLength: number;
    resolveObjectURL: typeof resolveObjectURL;
    SlowBuffer: typeof SlowBuffer;
    transcode: typeof transcode;
};
export default members;
