// node:process

import EventEmitter from "node:events";
import process, { hrtime, nextTick } from "node:process";

const log = (...args) => console.log(args.map((it) => typeof it === "string" ? it : JSON.stringify(it)).join(" "));
const failing = (body) => {
  try {
    return body();
  } catch (error) {
    return `${error.name} ${error.code ?? "-"}: ${error.message}`;
  }
};
const order = [];
nextTick(() => order.push("tick"));
Promise.resolve().then(() => order.push("then"));
queueMicrotask(() => order.push("microtask"));
setTimeout(() => order.push("timer"), 0);
await new Promise((resolve) => setTimeout(resolve, 5));
nextTick((...args) => order.push(`tick ${args}`), 1, 2, 3, 4, 5);
setTimeout(() => {
  nextTick(() => order.push("tick of timer"));
  Promise.resolve().then(() => {
    order.push("then of timer");
    nextTick(() => order.push("tick of then"));
  });
  queueMicrotask(() => order.push("microtask of timer"));
}, 0);
await new Promise((resolve) => setTimeout(resolve, 5));
log(order);

log(process === globalThis.process, process instanceof EventEmitter, Object.prototype.toString.call(process));
log(typeof process.pid, typeof process.title, process.argv.length, process.exitCode === undefined);
log(Object.keys(process.memoryUsage()).sort(), process.memoryUsage.rss() > 0);
log(Object.keys(process.cpuUsage()), process.cpuUsage(process.cpuUsage()).user >= 0, process.uptime() > 0);
const [seconds, nanoseconds] = hrtime();
log(typeof seconds, nanoseconds < 1e9, typeof hrtime.bigint(), hrtime([seconds, nanoseconds])[0]);
log(process.release.name, typeof process.versions.v8, process.version === `v${process.versions.node}`);
log(failing(() => process.nextTick(5)), failing(() => hrtime(5)), failing(() => process.exitCode = 1.5));
log(typeof process.umask(), typeof process.features.tls, typeof process.config.variables);

process.once("warning", (warning) => log("warning", warning.name, warning.message, warning.code));
process.emitWarning("careful", "OwnWarning", "W1");
await new Promise((resolve) => setTimeout(resolve, 1));
process.once("warning", (warning) => log("warning", warning.name, warning.message, warning.detail));
process.emitWarning("again", { type: "T", detail: "d" });
await new Promise((resolve) => setTimeout(resolve, 1));
log(failing(() => process.emitWarning(5)));

process.once("uncaughtException", (error, origin) => log("uncaught", error.message, origin));
setTimeout(() => {
  throw new Error("of a timer");
}, 0);
await new Promise((resolve) => setTimeout(resolve, 5));
process.once("uncaughtException", (error) => log("uncaught", error.message));
nextTick(() => {
  throw new Error("of a tick");
});
await new Promise((resolve) => setTimeout(resolve, 5));
process.once("unhandledRejection", (reason, promise) => log("unhandled", reason.message, promise instanceof Promise));
Promise.reject(new Error("left alone"));
await new Promise((resolve) => setTimeout(resolve, 5));

process.once("uncaughtExceptionMonitor", (error, origin) => log("monitor", error.message, origin));
process.once("uncaughtException", (error, origin) => log("uncaught", error.name, error.code, origin));
const target = new EventTarget();
target.addEventListener("own", () => {
  throw Object.assign(new RangeError("of a listener"), { code: "OWN" });
});
target.addEventListener("own", () => log("the next listener"));
target.dispatchEvent(new Event("own"));
await new Promise((resolve) => setTimeout(resolve, 5));

await new Promise((resolve) => process.stdout.write("", resolve));
log(process.stdout.fd, process.stderr.fd, process.stdin.fd);
let rounds = 0;
process.on("beforeExit", (code) => {
  log("beforeExit", code, rounds);
  if (rounds++ < 2) setTimeout(() => log("more work"), 1);
});
process.on("exit", (code) => log("exit", code));
