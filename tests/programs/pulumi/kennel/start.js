"use strict";
// Starts the plugin with the compiler that the SDK brings.
const path = require("path");
const fs = require("fs");
process.chdir(__dirname);
const vendor = path.join(path.dirname(require.resolve("@pulumi/pulumi/package.json")), "vendor");
const [node, compiler] = ["ts-node@", "typescript@"].map((it) =>
  path.join(vendor, fs.readdirSync(vendor).find((name) => name.startsWith(it))));
require(node).register({
  compiler: path.join(compiler, "typescript.js"),
  compilerOptions: { target: "es2019", module: "commonjs" },
  skipProject: true,
  transpileOnly: true,
  typeCheck: false,
});
require("./index.ts");
