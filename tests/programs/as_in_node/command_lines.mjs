// util.parseArgs, and helpers of util for old packages.
import util, { parseArgs } from "node:util";

const log = (...args) => console.log(args.map((it) => typeof it === "string" ? it : JSON.stringify(it)).join(" "));
const options = {
  force: { type: "boolean", short: "f" },
  name: { type: "string", short: "n" },
  tag: { type: "string", short: "t", multiple: true },
  level: { type: "string", default: "low" },
  loud: { type: "boolean", multiple: true, short: "v", default: [true, false] },
};
const lines = [
  [],
  ["-f", "--name", "a", "one", "two"],
  ["-fn", "b"],
  ["-fnb", "-tx", "-t", "y", "--tag=z", "-vv"],
  ["--name=", "--", "-f", "--name"],
  ["--name", "-x"],
  ["-n", "-x"],
  ["--name"],
  ["-n"],
  ["--force=1"],
  ["--other"],
  ["-q"],
  ["-fq"],
  ["-", "--", "--"],
  ["--no-force", "--no-name"],
  ["--no-force", "-v", "--no-loud"],
  ["--level", "high", "--name=a=b", "--__proto__"],
];
const settings = [{}, { allowPositionals: true, tokens: true }, { strict: false, tokens: true }, { allowNegative: true, allowPositionals: true }];
for (const args of lines) {
  for (const setting of settings) {
    try {
      log(args, parseArgs({ args, options, ...setting }));
    } catch ({ name, code, message }) {
      log(args, name, code, message);
    }
  }
}
const bad = [
  { args: 1 },
  { strict: 1 },
  { options: null },
  { options: { a: null } },
  { options: { a: { type: "number" } } },
  { options: { a: { type: "string", short: "ab" } } },
  { options: { a: { type: "string", short: 1 } } },
  { options: { a: { type: "string", multiple: "yes" } } },
  { options: { a: { type: "string", default: true } } },
  { options: { a: { type: "boolean", multiple: true, default: true } } },
  { options: { a: { type: "boolean", multiple: true, default: [1] } } },
];
for (const config of bad) {
  try {
    log(parseArgs(config));
  } catch ({ name, code, message }) {
    log(name, code, message);
  }
}
log(Object.getPrototypeOf(parseArgs({ args: [] }).values), parseArgs({ args: [] }));

const values = [true, Buffer.alloc(1), new Date(0), new Error("e"), () => {}, null, undefined, 1, {}, /x/, "s", Symbol("y"), 1n];
const tests = Object.keys(util).filter((it) => /^is[A-Z]/.test(it) && util[it].length < 2).sort();
for (const test of tests) log(test, values.map((it) => util[test](it) ? 1 : 0).join(""));
log(["isUint8ClampedArray", "isBigInt64Array", "isBigUint64Array"].map((it) => util.types[it](new BigInt64Array(1))));
for (const number of [-2, -13, 2, "x", 1.5]) {
  try {
    log(util.getSystemErrorName(number));
  } catch ({ name, code, message }) {
    log(name, code, message);
  }
}
