//# built-in modules
import * as path from "node:path";
import fs, { readFileSync } from "node:fs";
import { createHash as hash } from "crypto";
export const handler = () => [path.join("a"), fs.existsSync("x"), readFileSync, hash];
//# on another way
import fs from "node:fs";
import * as os from "node:os";
import { Config, log } from "lumi";
const { readFileSync } = fs;
const table = { os, platform: os.platform, fs, log };
export const handler = () => [readFileSync, table, Config];
//# exports of Lumi without an import here
import { classOf } from "./b.ts";
export const handler = () => classOf;
//@ b.ts
import { Config } from "lumi";
export const classOf = { it: Config };
//# files
import { x, bump } from "./b.ts";
import def from "./b.ts";
export const handler = () => [x, bump(), def];
//@ b.ts
export let x = 1;
export function bump() { return ++x; }
export default { d: 1 };
//# re-exports
import { y as z } from "./b.ts";
import { w } from "./b.ts";
export const handler = () => [z, w()];
//@ b.ts
export { x as y } from "./c.ts";
export * from "./c.ts";
//@ c.ts
export let x = 1;
export const w = () => x++;
//# namespaces need only what is used
import * as b from "./b.ts";
export const handler = () => b.used + b.call();
//@ b.ts
export const used = 1;
export const unused = new WeakMap();
export function call() { return 2; }
//# whole namespaces
import * as b from "./b.ts";
export const handler = () => Object.keys(b);
//@ b.ts
export const one = 1;
export const two = { a: 2 };
//# json
import data from "./data.json" with { type: "json" };
export const handler = () => data.a;
//@ data.json
{ "a": { "b": 1 }, "c": 2 }
//# what a program added and a function does not use
import kit from "kit";
import * as all from "kit";
Array.prototype.unusedHere = () => 1;
Array.prototype.fill = () => 1;
kit.handlers.get = () => 1;
kit.get = () => 2;
export const handler = (fill) => [kit.defaults, all.defaults, fill];
//@ node_modules/kit/package.json
{ "name": "kit", "version": "1.0.0", "main": "i.js" }
//@ node_modules/kit/i.js
module.exports = { defaults: { get: () => 1 }, handlers: {} };
//# the program's own function from an object of a package
import kit from "kit";
kit.plug = () => "plugged";
const { plug } = kit;
export const handler = () => plug();
//@ node_modules/kit/package.json
{ "name": "kit", "version": "1.0.0", "main": "i.js" }
//@ node_modules/kit/i.js
module.exports = {};
