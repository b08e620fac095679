// The types of the npm package punycode.

declare const punycode: {
  version: string;
  ucs2: { decode(text: string): number[]; encode(codePoints: readonly number[]): string };
  decode(text: string): string;
  encode(text: string): string;
  toASCII(domain: string): string;
  toUnicode(domain: string): string;
};

export default punycode;
