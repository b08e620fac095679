// node:_http_common: names that packages take from Node's insides.

import { HTTPParser } from "./http_parser.ts";
import { hasInvalidCharacter, isToken, METHODS as methods } from "./names.ts";

export const _checkIsHttpToken = isToken;
export const _checkInvalidHeaderChar = (value: unknown): boolean => hasInvalidCharacter(String(value));
export const chunkExpression: RegExp = /(?:^|\W)chunked(?:$|\W)/i;
export const continueExpression: RegExp = /(?:^|\W)100-continue(?:$|\W)/i;
export const CRLF = "\r\n";
export { HTTPParser, methods };
export default {
  _checkInvalidHeaderChar,
  _checkIsHttpToken,
  chunkExpression,
  continueExpression,
  CRLF,
  HTTPParser,
  methods,
};
