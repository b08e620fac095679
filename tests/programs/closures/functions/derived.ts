import { EventEmitter } from "node:events";
import path from "node:path";
import { Readable } from "node:stream";
import util, { callbackify, deprecate, promisify } from "node:util";
import { check } from "../check.ts";

type Callback = (error: unknown, value?: unknown) => void;

const offset = { by: 10 };
const add = (number: number, callback: Callback) => callback(null, number + offset.by);
const fail = (text: string, callback: Callback) => callback(new RangeError(text));
const adding = promisify(add);
const failing = promisify(fail);
const again = promisify(callbackify(adding));
const old = deprecate((text: string) => `${text}!`, "use another", "DEP_TEST");
class Counter {
  constructor(readonly step = 2) {}
  next(from: number, callback: Callback) {
    callback(null, from + this.step);
  }
}
const counter = Object.assign(new Counter(), { later: promisify(Counter.prototype.next) });

const app: any = () => "app";
app.on = EventEmitter.prototype.on;
app.emit = EventEmitter.prototype.emit;
const { from } = Readable;
const { join } = path.posix;
const { isDate } = util.types;

await check("promisified", async () => [await adding(1), adding === adding, adding.name]);
await check("failing", () => failing("no").catch((error: Error) => [error.name, error.message]));
await check("nested", () => again(5));
await check("deprecated", () => old("hey"));
await check("method", () => counter.later(40));
await check("two-uses", () => [adding, { adding }].map((it: any) => (it.adding ?? it) === adding));
await check("mixed-in", () => {
  const seen: unknown[] = [];
  app.on("event", (it: unknown) => seen.push(it));
  app.emit("event", 1);
  return seen;
});
await check("static", async () => {
  const all: unknown[] = [];
  for await (const it of from.call(Readable, [1, 2])) all.push(it);
  return all;
});
await check("of-object", () => [join("a", "../b"), isDate(new Date(0))]);
