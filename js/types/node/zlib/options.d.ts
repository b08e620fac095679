export interface ZlibOptions {
    flush?: number;
    finishFlush?: number;
    /** Bytes of output at a time. */
    chunkSize?: number;
    windowBits?: number;
    level?: number;
    memLevel?: number;
    strategy?: number;
    dictionary?: ArrayBufferView | ArrayBuffer;
    /** The one-shot functions answer the stream, too. */
    info?: boolean;
    /** Bytes that the one-shot functions answer at most. */
    maxOutputLength?: number;
}
export interface BrotliOptions {
    flush?: number;
    finishFlush?: number;
    chunkSize?: number;
    /** Parameters of Brotli's encoder by their numbers. */
    params?: Record<number, number | boolean>;
    info?: boolean;
    maxOutputLength?: number;
}
export interface ZstdOptions {
    flush?: number;
    finishFlush?: number;
    chunkSize?: number;
    /** Parameters of Zstandard by their numbers. */
    params?: Record<number, number | boolean>;
    dictionary?: ArrayBufferView | ArrayBuffer;
    /** Bytes of the whole input, where that is known before. */
    pledgedSrcSize?: number;
    info?: boolean;
    maxOutputLength?: number;
}
/** A stream's format: its number and what its options may be. */
export interface Format {
    kind: number;
    isDecoder: boolean;
    family: "zlib" | "brotli" | "zstd";
}
/** The options of `op_lumi_zlib_open`. */
export interface CodecOptions {
    kind: number;
    level: number;
    windowBits: number;
    memLevel: number;
    strategy: number;
    parameters: [number, number][];
    pledgedSize: number | null;
}
export interface Settings {
    codec: CodecOptions;
    dictionary: Uint8Array;
    flush: number;
    finishFlush: number;
    chunkSize: number;
    maxOutputLength: number;
}
/** A number within a range; NaN counts as not given, as in Node. */
export declare function numberInRange(name: string, value: unknown, least: number, most: number, fallback: number): number;
/** Bytes behind an option or an argument that is a buffer of any kind; undefined if it is none. */
export declare function viewOf(value: unknown): Uint8Array | undefined;
export declare function settingsOf(format: Format, options: ZlibOptions & BrotliOptions & ZstdOptions): Settings;
