// Runs the test that is the first argument as `node TEST` does.
import { createRequire } from "node:module";

const test = process.argv[2];
process.argv.splice(1, 2, test);
// Node's helpers take cryptography for granted where there is OpenSSL.
if (/\/test-(?:web)?crypto/.test(test)) {
  Object.defineProperty(process.versions, "openssl", { value: "3.0.16", enumerable: true, configurable: true });
}
createRequire(test)(test);
