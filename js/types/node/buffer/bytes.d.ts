import { type BufferEncoding } from "./codecs.js";
import { NumericBytes } from "./numeric_bytes.js";
/** A search or fill pattern: a byte, bytes, or a text. */
export type Pattern = string | number | Uint8Array;
/** The number of bytes that `inspect` shows, which programs may change. */
export declare const shown: {
    bytes: number;
};
/** The largest size of a Buffer in bytes, as in Node 20. */
export declare const MAX_LENGTH = 4294967296;
/** -1, 0 or 1, as the first bytes that differ say, else as the lengths say. */
export declare function compareBytes(a: Uint8Array, b: Uint8Array): -1 | 0 | 1;
export declare function patternOf(value: unknown, encoding: unknown): Uint8Array;
export declare class BufferBytes extends NumericBytes {
    toString(encoding?: BufferEncoding | string, start?: number, end?: number): string;
    /** Writes as much of the text as fits; returns the number of bytes. */
    write(text: string, encoding?: BufferEncoding | string): number;
    write(text: string, offset: number, encoding?: BufferEncoding | string): number;
    write(text: string, offset: number, length: number, encoding?: BufferEncoding | string): number;
    equals(other: Uint8Array): boolean;
    compare(target: Uint8Array, targetStart?: number, targetEnd?: number, sourceStart?: number, sourceEnd?: number): -1 | 0 | 1;
    /** Copies bytes into `target`, and returns how many. */
    copy(target: Uint8Array, targetStart?: number, sourceStart?: number, sourceEnd?: number): number;
    /** Shares memory, unlike the method of Uint8Array. */
    slice(start?: number, end?: number): this;
    indexOf(value: Pattern, start?: number | string, encoding?: string): number;
    lastIndexOf(value: Pattern, start?: number | string, encoding?: string): number;
    includes(value: Pattern, start?: number | string, encoding?: string): boolean;
    /** Repeats a pattern; the encoding may be passed in place of `offset` or `end`. */
    fill(value: Pattern, offset?: number | string, end?: number | string, encoding?: string): this;
    swap16(): this;
    swap32(): this;
    swap64(): this;
    toJSON(): {
        type: "Buffer";
        data: number[];
    };
    /** The memory that this is a part of. */
    get parent(): ArrayBuffer;
    get offset(): number;
    inspect(): string;
}
