export type Query = Record<string, string | string[] | undefined>;
export interface ParseOptions {
    maxKeys?: number;
    decodeURIComponent?: (text: string) => string;
}
export interface StringifyOptions {
    encodeURIComponent?: (text: string) => string;
}
export declare const escape: (text: unknown) => string;
/** Bytes that are not valid UTF-8 are kept. */
export declare function unescape(text: string): string;
export declare function parse(text: string, separator?: string, equals?: string, options?: ParseOptions): Query;
export declare function stringify(query: Record<string, unknown>, separator?: string, equals?: string, options?: StringifyOptions): string;
export { parse as decode, stringify as encode };
declare const _default: {
    decode: typeof parse;
    encode: typeof stringify;
    escape: typeof escape;
    parse: typeof parse;
    stringify: typeof stringify;
    unescape: typeof unescape;
};
export default _default;
