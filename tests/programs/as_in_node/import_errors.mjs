// The errors of `import()` have the class and the code that Node's have.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "import-errors-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

const files = {
  "load.mjs": "export const load = (specifier) => import(specifier);\nexport const resolve = (it) => import.meta.resolve(it);\n",
  "ok.mjs": "export const a = 1;\n",
  "nested.mjs": "import './missing.mjs';\n",
  "no-export.mjs": "import { nothing } from './ok.mjs';\n",
  "syntax.mjs": "const = 1;\n",
  "throws.mjs": "throw Object.assign(new RangeError('own'), { code: 'E_OWN' });\n",
  "throws-value.mjs": "throw 5;\n",
  "throws.cjs": "throw new RangeError('own');\n",
  "requires.cjs": "require('./missing.js');\n",
  "circle-a.mjs": "import { b } from './circle-b.mjs';\nexport const a = b + 1;\n",
  "circle-b.mjs": "import { a } from './circle-a.mjs';\nexport const b = a + 1;\n",
  "text.txt": "hello\n",
  "folder/other.mjs": "",
  "node_modules/kit/package.json": JSON.stringify({
    exports: { ".": "./index.js", "./gone": "./gone.js", "./out": "./../out.js", "./none": null },
  }),
  "node_modules/kit/index.js": "",
  "node_modules/no-main/package.json": JSON.stringify({ main: "gone.js" }),
};
for (const [name, text] of Object.entries(files)) {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  fs.writeFileSync(path.join(folder, name), text);
}
const { load, resolve } = await import(pathToFileURL(path.join(folder, "load.mjs")));

const specifiers = [
  ...["./missing.mjs", "./missing", "./missing.mjs?query", "/missing/x.mjs", "file:///missing.mjs", "./nested.mjs"],
  ...["missing", "missing/sub", "@scope/missing", "node_modules/kit/index.js", "no-main", "no-main/gone.js"],
  ...["kit/gone", "kit/unknown", "kit/out", "kit/none"],
  ...["./folder", "./folder/", ".", "..", "./text.txt"],
  ...["./no-export.mjs", "./syntax.mjs", "./throws.mjs", "./throws-value.mjs", "./circle-a.mjs"],
  ...["./throws.cjs", "./requires.cjs"],
  ...["node:missing", "fs/missing", "http://localhost:1/x.mjs", "https://localhost:1/x.mjs", "ftp://x/y", "blob:x", "x:y"],
  ...["data:text/plain,x", "data:nothing", "data:text/javascript,throw new RangeError()", "data:text/javascript,const"],
  ...["data:text/javascript,import './x.mjs'", "data:text/javascript,import 'missing'"],
  ...["#missing", "@", "@scope", ".hidden", "%", "./%2f.mjs", "kit\\x"],
];

function described(error) {
  if (!(error instanceof Error)) return `thrown ${error}`;
  const tag = Object.prototype.toString.call(error);
  return [error.constructor.name, error.name, error.code, tag].join(" ");
}

for (const specifier of specifiers) {
  const error = await load(specifier).catch((it) => it);
  const isOwn = error === (await load(specifier).catch((it) => it));
  // Node keeps the errors of evaluation.
  const again = specifier.includes("throws") ? ` ${isOwn}` : "";
  console.log(`${specifier}: ${described(error)}${again}`);
}

// An error is the same for every way of waiting for it.
const codes = [];
await load("./folder").then(undefined, (error) => codes.push(error.code));
await Promise.allSettled([load("kit/none"), load("missing")]).then((all) => codes.push(...all.map((it) => it.reason.code)));
await new Promise((done) => setTimeout(() => load("./text.txt").catch((error) => done(codes.push(error.code)))));
Error.stackTraceLimit = 1;
await load("./folder").catch((error) => codes.push(error.code));
Error.stackTraceLimit = 10;
Error.prepareStackTrace = (error, sites) => `${error.code} ${sites.length > 100}`;
await load("./folder").catch((error) => codes.push(error.code));
delete Error.prepareStackTrace;
console.log(codes.join(" "));

// Errors of a program are its own, whatever their message is.
const { message } = await load("./folder").catch((it) => it);
const same = new TypeError(message);
console.log(described(same), same.stack.includes("import_errors"));

for (const specifier of ["./missing.mjs", "./folder", "./ok.mjs", "node:fs", "node:missing", "http://localhost/x", "kit"]) {
  const url = resolve(specifier);
  console.log(url.replace(pathToFileURL(folder), "folder"));
}
