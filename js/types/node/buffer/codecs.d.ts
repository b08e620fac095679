export type BufferEncoding = "utf8" | "utf-8" | "utf16le" | "utf-16le" | "ucs2" | "ucs-2" | "hex" | "base64" | "base64url" | "latin1" | "binary" | "ascii";
export interface Codec {
    encode(text: string): Uint8Array<ArrayBuffer>;
    /** The length in bytes; hexadecimal digits and base64 are taken to be valid, as in Node. */
    byteLength(text: string): number;
    decode(bytes: Uint8Array): string;
}
/** The largest length of a string of V8, in code units. */
export declare const MAX_STRING = 536870888;
/** Text with its byte order mark, which deno_core takes away. */
export declare const decodeUtf8: (bytes: Uint8Array) => string;
/** The codec of an encoding by its name in any case; an error for other names. */
export declare function codec(encoding: unknown): Codec;
/** The codec of an encoding; undefined for other values. */
export declare function codecOf(encoding: unknown): Codec | undefined;
