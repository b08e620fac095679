import punycode from "../../npm/punycode.js";
export declare const decode: (text: string) => string, encode: (text: string) => string, toASCII: (domain: string) => string, toUnicode: (domain: string) => string, ucs2: {
    decode(text: string): number[];
    encode(codePoints: readonly number[]): string;
}, version: string;
export default punycode;
