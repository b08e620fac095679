//# dates, expressions, collections
const expression = /a+/gi; expression.lastIndex = 2;
const all = [new Date(5), new Date(NaN), /b/, expression, new Map<any, any>([["k", 1], [{ a: 1 }, 2]]), new Set([1, "a"])];
export const handler = () => all;
//# errors
class Own extends TypeError { code = 7; }
const all = [new Error("a", { cause: 1 }), new RangeError("b"), new AggregateError([1], "c"), new Own("d")];
export const handler = () => all;
//# bytes
const buffer = new ArrayBuffer(4);
new Uint8Array(buffer).set([1, 2, 3, 4]);
const all = [buffer, new Uint8Array(buffer, 1, 2), new Uint16Array(buffer), new DataView(buffer, 2), new Float64Array([1.5]),
  new ArrayBuffer(2, { maxByteLength: 8 }), Buffer.from("hi")];
export const handler = () => all;
//# texts
const url = new URL("https://a.b/c?d=1");
const params = new URLSearchParams("a=1&b=2");
export const handler = () => [url, params];
//# globals
const all = [Math.max, Array.prototype, console.log, structuredClone, URL, parseInt, Object, JSON, Map.prototype.get,
  Object.getPrototypeOf(Int8Array), globalThis, Promise.resolve, TextEncoder, fetch, setTimeout, Intl.NumberFormat];
export const handler = () => all;
//# classes of built-ins
class Table extends Map { extra = 1; }
class List extends Array { }
const all = [new Table([[1, 2]]), List.from([1, 2]), new (class extends Date {})(7)];
export const handler = () => all;
//# promises
const all = [Promise.resolve(7), Promise.resolve({ a: 1 })];
export const handler = () => all;
//# rejected promise
const bad = Promise.reject(new Error("no"));
bad.catch(() => {});
export const handler = () => bad;
//# pending promises
const one = new Promise(() => {});
const two = { two: new Promise(() => {}) };
export const handler = () => [one, two, one];
//# functions that Node derives, and members of classes of Node
import { EventEmitter } from "node:events";
import { readFile } from "node:fs";
import { Readable } from "node:stream";
import { callbackify, deprecate, promisify } from "node:util";
const read = promisify(readFile);
const all = [read, callbackify(read), deprecate(readFile, "old"), EventEmitter.prototype.on, Readable.from];
export const handler = () => all;
