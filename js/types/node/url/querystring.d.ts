import { Buffer } from "../buffer/buffer.js";
export type Query = Record<string, string | string[] | undefined>;
export interface ParseOptions {
    maxKeys?: number;
    decodeURIComponent?: (text: string) => string;
}
export interface StringifyOptions {
    encodeURIComponent?: (text: string) => string;
}
/** Half of a surrogate pair counts as one with the code unit that follows, whatever that is. */
export declare function escape(value: unknown): string;
/** The bytes of escaped text; what is no escape stays. */
export declare function unescapeBuffer(text: string, decodeSpaces?: boolean): Buffer;
export declare function unescape(text: string, decodeSpaces?: boolean): string;
export declare function parse(text: string, separator?: string, equals?: string, options?: ParseOptions): Query;
export declare function stringify(query: Record<string, unknown>, separator?: string, equals?: string, options?: StringifyOptions): string;
declare const members: {
    decode: typeof parse;
    encode: typeof stringify;
    escape: typeof escape;
    parse: typeof parse;
    stringify: typeof stringify;
    unescape: typeof unescape;
    unescapeBuffer: typeof unescapeBuffer;
};
export { parse as decode, stringify as encode };
export default members;
