import { builtinModules, createRequire } from "node:module";
import process from "node:process";
import { runInThisContext } from "node:vm";

const require = createRequire(`${process.cwd()}/[eval]`);
for (const name of builtinModules) {
  if (name.includes("/") || name in globalThis) continue;
  const set = (value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  Object.defineProperty(globalThis, name, { get: () => require(name), set, configurable: true });
}
const module = { exports: {}, filename: `${process.cwd()}/[eval]`, id: "[eval]", children: [], paths: [] };
Object.assign(globalThis, { require, module, exports: module.exports, __filename: "[eval]", __dirname: "." });
process.argv.splice(1, 1);
const result = runInThisContext("CODE", { filename: "[eval]" });
if (PRINTS) console.log(result);
