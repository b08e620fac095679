// node:punycode: host names with other letters than those of ASCII.

import punycode from "../../npm/punycode.js";

export const { decode, encode, toASCII, toUnicode, ucs2, version } = punycode;
export default punycode;
