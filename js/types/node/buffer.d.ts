export type BufferEncoding = "utf8" | "utf-8" | "utf16le" | "utf-16le" | "ucs2" | "ucs-2" | "hex" | "base64" | "base64url" | "latin1" | "binary" | "ascii";
/** A search or fill pattern: a byte, bytes, or a text. */
type Pattern = string | number | Uint8Array;
export declare class Buffer extends Uint8Array<ArrayBuffer> {
    static from(value: string | ArrayLike<number> | Iterable<number> | ArrayBuffer, encodingOrOffset?: unknown, length?: unknown): Buffer;
    static alloc(size: number, fill?: Pattern, encoding?: string): Buffer;
    static allocUnsafe(size: number): Buffer;
    static concat(list: readonly Uint8Array[], total?: number): Buffer;
    static byteLength(value: string | ArrayBuffer | ArrayBufferView, encoding?: string): number;
    static isBuffer(value: unknown): value is Buffer;
    static isEncoding(name: unknown): boolean;
    static compare(a: Uint8Array, b: Uint8Array): -1 | 0 | 1;
    toString(encoding?: string, start?: number, end?: number): string;
    equals(other: Uint8Array): boolean;
    /** Shares memory, unlike the method of Uint8Array. */
    slice(start?: number, end?: number): Buffer;
    indexOf(value: Pattern, start?: number | string, encoding?: string): number;
    lastIndexOf(value: Pattern, start?: number | string, encoding?: string): number;
    includes(value: Pattern, start?: number | string, encoding?: string): boolean;
    /** Repeats a pattern; the encoding may be passed in place of `start` or `end`. */
    fill(value: Pattern, start?: number | string, end?: number | string, encoding?: string): this;
    toJSON(): {
        type: "Buffer";
        data: number[];
    };
}
declare const _default: {
    Buffer: typeof Buffer;
};
export default _default;
