// A package changes built-in objects before modules of Node are first used. They go on to work; those of `open` do so
// while objects have more members, but not while methods throw.
import { AsyncLocalStorage } from "node:async_hooks";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { EventEmitter, once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import querystring from "node:querystring";
import { PassThrough, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import url from "node:url";
import util from "node:util";
import zlib from "node:zlib";

const { apply, ownKeys, getOwnPropertyDescriptor, defineProperty } = Reflect;
const print = console.log;
const text = (list, between) => { let all = ""; for (let i = 0; i < list.length; i++) all += (i > 0 ? between : "") + list[i]; return all; };
const require = createRequire(import.meta.url);

/** Methods that this program and V8 themselves need. */
const kept = ["constructor", "toString", "valueOf", "then", "call", "apply", "bind", "next", "captureStackTrace", "stackTraceLimit"];
const holders = {
  Array, "Array.prototype": Array.prototype, "Object": Object, "String.prototype": String.prototype, "Map.prototype": Map.prototype,
  "Set.prototype": Set.prototype, "WeakMap.prototype": WeakMap.prototype, "RegExp.prototype": RegExp.prototype, JSON, Math,
  "Promise.prototype": Promise.prototype, Promise, Number, Date, "Uint8Array.prototype": Object.getPrototypeOf(Uint8Array.prototype), Reflect,
};
const undo = [];
function patch() {
  const names = ownKeys(holders);
  for (let i = 0; i < names.length; i++) {
    const holder = holders[names[i]];
    const keys = ownKeys(holder);
    for (let k = 0; k < keys.length; k++) {
      const key = keys[k];
      const descriptor = getOwnPropertyDescriptor(holder, key);
      let isKept = false;
      for (let n = 0; n < kept.length; n++) isKept ||= kept[n] === key;
      if (isKept || typeof descriptor.value !== "function" || !descriptor.writable || !descriptor.configurable) continue;
      const label = names[i] + "." + String(key);
      undo[undo.length] = [holder, key, descriptor];
      defineProperty(holder, key, { value() { throw new Error("patched " + label); }, writable: true, configurable: true });
    }
  }
}
function pollute() {
  const members = [[Object.prototype, "polluted"], [Array.prototype, "polluted"]];
  for (let i = 0; i < members.length; i++) {
    const [holder, key] = [members[i][0], members[i][1]];
    defineProperty(holder, key, { value: "polluted", writable: true, enumerable: true, configurable: true });
  }
}
function clean() {
  delete Object.prototype.polluted;
  delete Array.prototype.polluted;
}
function restore() {
  for (let i = undo.length - 1; i >= 0; i--) defineProperty(undo[i][0], undo[i][1], undo[i][2]);
  undo.length = 0;
}

const folder = fs.mkdtempSync(path.join(tmpdir(), "patched-"));
fs.writeFileSync(path.join(folder, "package.cjs"), "exports.a = 'a'; exports.path = typeof require('node:path').join;");
fs.writeFileSync(path.join(folder, "data.json"), '{"a": [1, 2]}');

const works = {
  buffer: () => text([Buffer.from("aGk=", "base64").toString("hex"), Buffer.concat([Buffer.from("a"), Buffer.from([98])]).toString(), Buffer.from("abc").indexOf("c"), Buffer.alloc(3, "x").equals(Buffer.from("xxx"))], " "),
  hash: () => createHash("sha256").update("a").digest("hex"),
  path: () => text([path.join("a", "../b", "c.txt"), path.relative("/a/b", "/a/c"), path.parse("/x/y.z").name], " "),
  url: () => text([new URL("http://a.b/c?d=e#f").searchParams.get("d"), url.parse("http://u:p@h:1/p?q").host, url.fileURLToPath("file:///a%20b")], " "),
  querystring: () => text([querystring.parse("a=1&a=2&b=%20").a[1], querystring.stringify({ a: "x y", b: "z" })], " "),
  format: () => util.format("%s %d %j", "a", 1, { b: [1] }),
  inspect: () => util.inspect({ a: [1, { b: new Map([["k", 1]]) }], c: new Set([2]) }, { depth: 5 }),
  gzip: () => zlib.gunzipSync(zlib.gzipSync("text")).toString(),
  files: () => { fs.writeFileSync(path.join(folder, "f"), "in a file"); return fs.readFileSync(path.join(folder, "f"), "utf8") + text(fs.readdirSync(folder), ","); },
  required: () => require(path.join(folder, "package.cjs")).a + require(path.join(folder, "data.json")).a[1],
  events: () => { const e = new EventEmitter(); const seen = []; e.on("x", (v) => { seen[seen.length] = v; }); e.once("x", (v) => { seen[seen.length] = v + 1; }); e.emit("x", 1); e.emit("x", 3); return text(seen, ","); },
  once: async () => { const e = new EventEmitter(); setTimeout(() => e.emit("x", "late"), 1); const found = await once(e, "x"); return found[0]; },
  storage: async () => { const s = new AsyncLocalStorage(); return s.run("stored", async () => { await new Promise((r) => setTimeout(r, 1)); return s.getStore(); }); },
  read: async () => await fs.promises.readFile(path.join(folder, "f"), "utf8"),
  stream: async () => { let all = ""; const up = new Transform({ transform(c, _, done) { done(null, c + "!"); } }); const from = new PassThrough(); from.write("a"); from.end("b"); const to = new PassThrough(); to.on("data", (c) => { all += c; }); await pipeline(from, up, to); return all; },
  file_stream: async () => { const to = fs.createWriteStream(path.join(folder, "s")); const from = new PassThrough(); from.end("streamed"); await pipeline(from, zlib.createGzip(), to); const found = zlib.gunzipSync(fs.readFileSync(path.join(folder, "s"))).toString(); fs.rmSync(path.join(folder, "s")); return found; },
  http: async () => {
    const server = http.createServer((message, response) => { let body = ""; message.on("data", (c) => { body += c; }); message.on("end", () => { response.setHeader("x-found", message.headers["x-sent"]); response.end(body + message.method); }); });
    await new Promise((r) => server.listen(0, "127.0.0.1", r));
    const answer = await new Promise((resolve, reject) => {
      const request = http.request({ port: server.address().port, host: "127.0.0.1", method: "POST", headers: { "x-sent": "sent" } }, (response) => { let all = ""; response.on("data", (c) => { all += c; }); response.on("end", () => resolve(response.statusCode + all + response.headers["x-found"])); });
      request.on("error", reject); request.end("body ");
    });
    await new Promise((r) => server.close(r));
    return answer;
  },
};

const open = { url: true, format: true, inspect: true, stream: true, file_stream: true, http: true };
async function all(name, isOpen = true) {
  const lines = [];
  const all = ownKeys(works);
  const names = [];
  for (let i = 0; i < all.length; i++) if (isOpen || open[all[i]] !== true) names[names.length] = all[i];
  for (let i = 0; i < names.length; i++) {
    let found;
    try { found = await works[names[i]](); } catch (error) { found = "error: " + error.message; }
    lines[i] = names[i] + ": " + found;
  }
  return () => { print("== " + name); for (let i = 0; i < lines.length; i++) print(lines[i]); };
}

patch();
const first = await all("methods throw", false);
restore();
first();
pollute();
const second = await all("prototypes have more members");
clean();
second();
(await all("as before"))();
fs.rmSync(folder, { recursive: true });
