// node:_http_common: names that packages take from Node's insides.

import { hasInvalidCharacter, isToken, METHODS as methods } from "./names.ts";

export const _checkIsHttpToken = isToken;
export const _checkInvalidHeaderChar = (value: unknown): boolean => hasInvalidCharacter(String(value));
export const chunkExpression: RegExp = /(?:^|\W)chunked(?:$|\W)/i;
export const continueExpression: RegExp = /(?:^|\W)100-continue(?:$|\W)/i;
export const CRLF = "\r\n";
export { methods };
export default { _checkInvalidHeaderChar, _checkIsHttpToken, chunkExpression, continueExpression, CRLF, methods };
