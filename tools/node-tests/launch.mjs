// Runs the test that is the first argument as `node TEST` does.
import { createRequire } from "node:module";

const test = process.argv[2];
process.argv.splice(1, 2, test);
createRequire(test)(test);
