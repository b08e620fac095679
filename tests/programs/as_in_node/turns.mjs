// Answers come after the ticks and the unhandled rejections of the turn that asks for them, however quick they are.

import crypto from "node:crypto";
import fs from "node:fs";
import { promisify } from "node:util";

const requests = {
  "a file": () => fs.promises.lstat("."),
  "a folder": () => fs.promises.readdir("."),
  "a callback": promisify((done) => fs.stat(".", done)),
  "a failure": () => fs.promises.readFile("nowhere").catch(() => {}),
  "random bytes": () => promisify(crypto.randomBytes)(8),
};

/** The order of events around a request that a microtask makes. */
function turn(request) {
  return new Promise((done) => {
    setImmediate(() =>
      queueMicrotask(async () => {
        const order = [];
        process.once("unhandledRejection", () => order.push("rejection"));
        process.nextTick(() => order.push("tick"));
        Promise.reject(new Error("unhandled"));
        await request();
        order.push("answer");
        done(order.join(", "));
      })
    );
  });
}

for (const [name, request] of Object.entries(requests)) {
  const orders = new Set();
  for (let i = 0; i < 50; i++) orders.add(await turn(request));
  console.log(`${name}: ${[...orders].join("; ")}`);
}

// An error of a listener is one of the program.
const caught = new Promise((resolve) => process.once("uncaughtException", resolve));
process.once("unhandledRejection", () => {
  throw new Error("of the listener");
});
Promise.reject(new Error("unhandled"));
console.log((await caught).message);

const frame = await new Promise((resolve) => setTimeout(() => resolve(new Error().stack.split("\n")[1])));
console.log(/at (\S+)/.exec(frame)[1]);
