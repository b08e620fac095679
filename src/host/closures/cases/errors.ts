//# chain and position
const helpers = { db: makeDb(), name: "x" };
function makeDb() { const pool = new WeakMap(); return () => pool.has({}); }
export const handler = () => helpers.db();
//# proxy
const p = new Proxy({}, {});
export const handler = () => p;
//# weak
const all = { w: new WeakSet() };
export const handler = () => all;
//# weak reference
const ref = new WeakRef({});
export const handler = () => ref;
//# generator
const running = (function* () { yield 1; })();
export const handler = () => running;
//# array iterator
const running = [1][Symbol.iterator]();
export const handler = () => running;
//# map iterator
const running = new Map().entries();
export const handler = () => running;
//# iterator helper
const running = [1].values().map((x) => x);
export const handler = () => running;
//# host object
const target = new EventTarget();
export const handler = () => target;
//# host object of Intl
const format = new Intl.NumberFormat("de");
export const handler = () => format;
//# stream
const stream = new ReadableStream();
export const handler = () => stream;
//# object of the SDK
import * as lumi from "lumi";
const config = new lumi.Config();
export const handler = () => config.get("a");
//# native function
const resolvers = Promise.withResolvers();
const { resolve } = resolvers;
export const handler = () => resolve;
//# shared memory
const memory = new SharedArrayBuffer(1);
export const handler = () => memory;
//# detached buffer
const buffer = new ArrayBuffer(1); buffer.transfer();
export const handler = () => buffer;
//# eval
export const handler = (x: string) => eval(x);
//# import.meta
export const handler = () => import.meta.url;
//# imports a file
export const handler = () => import("./b.ts");
//# made by new Function
const made = new Function("return 1");
export const handler = () => made();
//# added global
(globalThis as any).config = { a: 1 };
declare const config: any;
export const handler = () => config.a;
//# standing global
export const handler = () => [console, Math.PI, fetch, process, undefined];
//# deep inside
const a = { list: [{ map: new Map([["k", { "odd key": new WeakMap() }]]) }] };
class Box { #inner = a; get() { return this.#inner; } }
const box = new Box();
export const handler = () => box;
//# WebAssembly
const memory = new WebAssembly.Memory({ initial: 1 });
export const handler = () => memory;
//# a function in a built-in object
Array.prototype.lastOne = function () { return this[this.length - 1]; };
export const handler = () => [1, 2].lastOne();
//# a built-in function that was replaced
URL.prototype.toJSON = () => "mine";
export const handler = (url) => url.toJSON();
//# a function in a module of Node
import fs from "node:fs";
fs.plug = () => "plugged";
export const handler = () => fs.plug();
//# a replaced function of a module of Node
import { promises } from "node:fs";
promises.readFile = async () => "mine";
export const handler = () => promises.readFile("x");
//# a function in an object of a package
import kit from "kit";
kit.defaults.parse = (text) => text;
export const handler = () => kit.defaults.parse("x");
//@ node_modules/kit/package.json
{ "name": "kit", "version": "1.0.0", "main": "i.js" }
//@ node_modules/kit/i.js
module.exports = { defaults: {}, handlers: {} };
//# a method in a class of a package
import { Kit } from "kit";
Kit.prototype.extra = function () { return 1; };
export const handler = () => new Kit().extra();
//@ node_modules/kit/package.json
{ "name": "kit", "version": "1.0.0", "main": "i.js" }
//@ node_modules/kit/i.js
exports.Kit = class Kit {};
