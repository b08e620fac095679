import { strict } from "./assert.js";
export { AssertionError, deepStrictEqual, deepStrictEqual as deepEqual, doesNotMatch, doesNotReject, doesNotThrow, fail, ifError, match, notDeepStrictEqual, notDeepStrictEqual as notDeepEqual, notStrictEqual, notStrictEqual as notEqual, ok, rejects, strict, strictEqual, strictEqual as equal, throws, } from "./assert.js";
export default strict;
