// Modules of all styles (tests/it/pulumi_sdk/routes).
/// no up
const pulumi = require("@pulumi/pulumi");

//// modules that require each other
/// file: index.js
const a = require("./a");
exports.all = [a.name, a.ofB(), require("./b").sawA];
/// file: a.js
exports.name = "a";
const b = require("./b");
exports.ofB = () => b.name;
/// file: b.js
exports.name = "b";
exports.sawA = { ...require("./a") };

//// exports of all kinds
/// file: index.js
exports.all = [typeof require("./function"), require("./function")(), new (require("./class"))().name, require("./text"), require("./nothing")];
/// file: function.js
module.exports = () => "called";
/// file: class.js
module.exports = class { name = "class"; };
/// file: text.js
module.exports = "text";
/// file: nothing.js

//// a module is evaluated once
/// file: index.js
require("./counted");
require("./counted.js");
require(`${__dirname}/counted`);
exports.count = globalThis.count;
delete require.cache[require.resolve("./counted")];
require("./counted");
exports.again = globalThis.count;
/// file: counted.js
globalThis.count = (globalThis.count ?? 0) + 1;

//// folders, extensions and json
/// file: folder/index.js
module.exports = "index of a folder";
/// file: package/package.json
{ "name": "package", "main": "lib/start" }
/// file: package/lib/start.js
module.exports = "main of a package";
/// file: data.json
{ "list": [1, 2], "text": "x" }
/// file: module.cjs
module.exports = "cjs";
/// file: index.js
exports.all = [require("./folder"), require("./package"), require("./data"), require("./data.json").list, require("./module.cjs")];
exports.same = require("./data") === require("./data.json");

//// packages of a project
/// file: lib/node_modules/inner/package.json
{ "name": "inner", "version": "1.2.3", "exports": { ".": { "import": "./esm.mjs", "require": "./cjs.js" }, "./sub": "./sub.js", "./data.json": "./data.json" } }
/// file: lib/node_modules/inner/cjs.js
exports.kind = "cjs";
/// file: lib/node_modules/inner/esm.mjs
export const kind = "esm";
/// file: lib/node_modules/inner/sub.js
exports.kind = "sub";
/// file: lib/node_modules/inner/data.json
{ "a": 1 }
/// file: lib/use.js
exports.kinds = [require("inner").kind, require("inner/sub").kind, require("inner/data.json").a];
exports.later = import("inner").then((it) => it.kind);
try { require("inner/hidden"); } catch (error) { exports.hidden = error.code; }
/// file: index.js
const use = require("./lib/use");
exports.kinds = use.kinds;
exports.later = use.later;
exports.hidden = use.hidden;

//// imports of the package itself
/// file: package.json
{ "name": "web", "imports": { "#helper": "./lib/helper.js", "#lib/*": "./lib/*.js" }, "exports": { "./own": "./lib/own.js" } }
/// file: lib/helper.js
module.exports = "helper";
/// file: lib/own.js
module.exports = "own";
/// file: index.js
exports.all = [require("#helper"), require("#lib/own"), require("web/own")];

//// a program of es modules
/// file: package.json
{ "name": "web", "type": "module" }
/// file: helper.js
export const name = "helper";
export default class Helper { text = "default"; }
/// file: index.js
import * as pulumi from "@pulumi/pulumi";
import { Config, getProject } from "@pulumi/pulumi";
import fs, { readFileSync } from "node:fs";
import Helper, { name } from "./helper.js";
import path from "path";
export const text = pulumi.interpolate`${name} ${new Helper().text}`;
export const project = getProject();
export const same = fs.readFileSync === readFileSync;
export const meta = [path.basename(import.meta.url), path.basename(import.meta.filename ?? "index.js"), typeof import.meta.dirname, typeof require, typeof module, typeof __dirname];
export const awaited = await Promise.resolve(3);
export const config = new Config().get("x") ?? "absent";

//// a default export of an es module
/// file: package.json
{ "name": "web", "type": "module" }
/// file: index.js
import * as pulumi from "@pulumi/pulumi";
export default async () => ({ a: pulumi.output(1), b: 2 });

//// a default export and others of an es module
/// file: package.json
{ "name": "web", "type": "module" }
/// file: index.js
export default { a: 1 };
export const b = 2;

//// an es module that fails
/// own words: the error of an import lacks frames
/// file: package.json
{ "name": "web", "type": "module" }
/// file: index.js
import * as pulumi from "@pulumi/pulumi";
export const a = 1;
await null;
throw new Error(`broken ${pulumi.getStack()}`);

//// an es module with a missing import
/// own words: those of the modules of lumi
/// file: package.json
{ "name": "web", "type": "module" }
/// file: index.js
import { nowhere } from "./nowhere.js";
export const a = nowhere;

//// an es module with a missing name
/// own words: those of the modules of lumi
/// file: package.json
{ "name": "web", "type": "module" }
/// file: helper.js
export const there = 1;
/// file: index.js
import { notThere } from "./helper.js";
export const a = notThere;

//// es modules and commonjs together
/// file: package.json
{ "name": "web", "type": "module" }
/// file: old.cjs
exports.name = "old";
exports.list = [1];
/// file: function.cjs
module.exports = () => "called";
/// file: data.json
{ "a": [1] }
/// file: index.js
import { createRequire } from "node:module";
import old, { name } from "./old.cjs";
import * as all from "./old.cjs";
import run from "./function.cjs";
const require = createRequire(import.meta.url);
export const names = [name, old.name, Object.keys(all).sort(), run()];
export const data = require("./data.json");
export const same = require("./old.cjs") === old;
export const pulumi = typeof (await import("@pulumi/pulumi")).output;

//// main of a project
/// file: Pulumi.yaml
name: web
runtime: { name: nodejs, options: { typescript: false } }
main: src
/// file: src/index.js
exports.folder = require("path").basename(process.cwd());
exports.root = require("path").basename(require("@pulumi/pulumi").runtime.getRootDirectory());

//// main of a project is a file
/// file: Pulumi.yaml
name: web
runtime: { name: nodejs, options: { typescript: false } }
main: src/program.js
/// file: src/program.js
exports.folder = require("path").basename(process.cwd());

//// main of package.json
/// file: package.json
{ "name": "web", "main": "lib/program.js" }
/// file: lib/program.js
exports.file = require("path").basename(__filename);
exports.main = require.main === module;

//// an entry that is missing
/// own words: those of the modules of lumi
/// file: package.json
{ "name": "web", "main": "nowhere.js" }

//// a module with a hash bang, a byte order mark and no semicolons
/// file: index.js
#!/usr/bin/env node
exports.all = [require("./marked"), require("./plain")]
/// file: marked.js
﻿module.exports = "marked"
/// file: plain.js
const a = 1
const b = [2]
module.exports = a + b.length

//// strict and other modules
/// file: index.js
exports.all = [require("./strict"), require("./sloppy")];
/// file: strict.js
"use strict";
module.exports = (function () { return this === undefined; })();
/// file: sloppy.js
module.exports = (function () { return this === globalThis; })();

//// dynamic imports
/// file: late.mjs
export const name = "late";
export default 1;
/// file: old.js
exports.name = "old";
/// file: index.js
module.exports = async () => {
  const late = await import("./late.mjs");
  const old = await import("./old.js");
  const fs = await import("node:fs");
  const data = await import("./data.json", { with: { type: "json" } }).then((it) => it.default.a, (error) => error.code);
  return { late: [late.name, late.default], old: [old.name, old.default.name], fs: typeof fs.readFileSync, data };
};
/// file: data.json
{ "a": 1 }

//// requires of es modules
/// file: late.mjs
export const name = "late";
/// file: index.js
let seen;
try { seen = require("./late.mjs").name; } catch (error) { seen = error.code; }
exports.seen = seen === "late" || seen === "ERR_REQUIRE_ESM";

//// modules that are made in the program
const Module = require("module");
const made = new Module("made.js");
made._compile("exports.a = 1;", `${__dirname}/made.js`);
exports.made = made.exports;
exports.builtin = [Module.builtinModules.includes("fs"), Module.isBuiltin("node:fs")];
exports.wrap = Module.wrap("1");
exports.required = Module.createRequire(__filename)("./file").File.name;

//// a changed module
const fs = require("fs");
const original = fs.existsSync;
fs.existsSync = () => "changed";
exports.seen = require("fs").existsSync("x");
fs.existsSync = original;

//// an own extension of modules
require.extensions[".text"] = (module, file) => { module.exports = require("fs").readFileSync(file, "utf8").trim(); };
exports.text = require("./own");
/// file: own.text
text of its own

//// functions of old javascript
var hoisted = typeof later;
function later() {}
exports.all = [hoisted, typeof notDeclared, delete globalThis.nothing, (function () { return arguments.callee.length; })()];
label: for (var i = 0; i < 3; i++) { for (;;) { if (i === 1) break label; continue label; } }
exports.i = i;
exports.getter = { get a() { return 1; }, set a(value) {}, ["comp" + "uted"]: 2, async *b() {}, 3: 4 }.computed;
exports.comma = (1, 2);
exports.regex = "a1b22".replace(/(?<digits>\d+)/g, "[$<digits>]");
exports.newest = [[1, 2, 3].at(-1), Object.groupBy?.([1, 2], (it) => it % 2 ? "odd" : "even") !== null, "a-b".replaceAll("-", "+"), [3, 1].toSorted?.() ?? [1, 3], 1_000, a?.b ?? "none"];
var a;
