// node:assert/strict.

import { strict } from "./assert.ts";

export {
  AssertionError,
  deepStrictEqual,
  deepStrictEqual as deepEqual,
  doesNotMatch,
  doesNotReject,
  doesNotThrow,
  fail,
  ifError,
  match,
  notDeepStrictEqual,
  notDeepStrictEqual as notDeepEqual,
  notStrictEqual,
  notStrictEqual as notEqual,
  ok,
  rejects,
  strict,
  strictEqual,
  strictEqual as equal,
  throws,
} from "./assert.ts";
export default strict;
