// Ticks and microtasks of a callback run in Node's order, before the next callback.

import crypto from "node:crypto";
import dns from "node:dns";
import fs from "node:fs";
import net from "node:net";
import zlib from "node:zlib";

const server = net.createServer((socket) => socket.end()).listen(0, "127.0.0.1");
await new Promise((done) => server.on("listening", done));
const { port } = server.address();

const requests = {
  "a stat": (done) => fs.stat(".", done),
  "a failure": (done) => fs.readFile("nowhere", done),
  "a file": (done) => fs.readFile(new URL(import.meta.url), done),
  "a folder": (done) => fs.readdir(".", done),
  "a name": (done) => dns.lookup("127.0.0.1", done),
  "a key": (done) => crypto.pbkdf2("password", "salt", 1, 8, "sha256", done),
  "random bytes": (done) => crypto.randomBytes(8, done),
  "a pair of keys": (done) => crypto.generateKeyPair("ed25519", {}, done),
  "compressed": (done) => zlib.gzip("text", done),
  "a connection": (done) => {
    const socket = net.connect(port, "127.0.0.1", () => {
      socket.destroy();
      done();
    });
  },
  "a refused connection": (done) => net.connect(1, "127.0.0.1").on("error", done),
};

function orderOf(request) {
  return new Promise((done) => {
    const order = [];
    request(() => {
      Promise.resolve().then(() => {
        order.push("microtask");
        process.nextTick(() => order.push("its tick"));
      });
      process.nextTick(() => {
        order.push("tick");
        process.nextTick(() => order.push("second tick"));
        Promise.resolve().then(() => order.push("its microtask"));
      });
      setImmediate(() => done(order.join(", ")));
      order.push("callback");
    });
  });
}

for (const [name, request] of Object.entries(requests)) console.log(`${name}: ${await orderOf(request)}`);

// Many at once, in any order: each with what follows from it.
const steps = [];
await Promise.all(Array.from({ length: 50 }, (_, i) =>
  new Promise((done) =>
    fs.stat(".", () => {
      steps.push(i);
      Promise.resolve().then(() => steps.push(i));
      process.nextTick(() => steps.push(i));
      setImmediate(done);
    })
  )));
const isTogether = (i) => new Set(steps.slice(3 * i, 3 * i + 3)).size === 1;
console.log(steps.length, Array.from({ length: 50 }, (_, i) => isTogether(i)).every((it) => it));

// What a callback throws is an exception of the program.
for (const [name, request] of Object.entries(requests)) {
  if (name === "compressed") continue;
  const event = await new Promise((done) => {
    process.once("uncaughtException", (error, origin) => done(`${origin} ${error.message}`));
    request(() => {
      throw new Error(name);
    });
  });
  console.log(event);
}
server.close();
