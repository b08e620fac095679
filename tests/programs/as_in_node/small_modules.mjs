// Modules with few members: constants, v8, vm, worker_threads, perf_hooks, console, sys.

import { EventEmitter } from "node:events";
import constants from "node:constants";
import { Console } from "node:console";
import consoleModule from "node:console";
import os from "node:os";
import perf, { createHistogram, monitorEventLoopDelay, performance, PerformanceObserver } from "node:perf_hooks";
import * as sys from "node:sys";
import v8 from "node:v8";
import vm from "node:vm";
import threads, { MessageChannel, receiveMessageOnPort } from "node:worker_threads";

const log = (...args) => console.log(args.map((it) => typeof it === "string" ? it : JSON.stringify(it)).join(" "));
const failing = (body) => {
  try {
    return body();
  } catch (error) {
    return `${error.name} ${error.code ?? "-"}: ${error.message}`;
  }
};

log(constants.ENOENT, constants.SIGTERM, constants.F_OK, constants.PRIORITY_HIGH);
log(os.constants.signals.SIGKILL, os.constants.errno.EEXIST);

log(v8.deserialize(v8.serialize({ a: [1, "b", null, true], n: 1.5 })));
log(v8.deserialize(v8.serialize(new Map([[1, new Set([2])]]))).get(1).has(2));
log(v8.deserialize(v8.serialize(new Date(5))).getTime(), Buffer.isBuffer(v8.serialize(1)));
log(Object.keys(v8.getHeapStatistics()).sort());
log(v8.getHeapStatistics().used_heap_size > 0, v8.getHeapStatistics().heap_size_limit > 0);

log(vm.runInThisContext("1 + 1"), vm.isContext({}), vm.isContext(vm.createContext({})));
globalThis.shared = 5;
log(vm.runInThisContext("shared * 2"));
const context = vm.createContext({ x: 2, list: [] });
log(vm.runInContext("x += 40; var y = 'made'; list.push(x); x", context), context);
log(vm.runInNewContext("a + b", { a: 1, b: 2 }), new vm.Script("a * 3").runInNewContext({ a: 4 }));
log(failing(() => vm.runInNewContext("missing")));
log(failing(() => vm.runInNewContext("arguments[0]")), failing(() => vm.runInNewContext("Object.keys(__lumi_vm)")));
log(failing(() => new vm.Script("let let")).split(":")[0]);
log(failing(() => vm.runInContext("1", {})));
log(vm.compileFunction("return a + b", ["a", "b"])(1, 2));
const script = new vm.Script("typeof process");
log(script.runInThisContext(), vm.runInNewContext("function f() { return 1 } f() + 1"));
log(failing(() => vm.runInThisContext("throw new TypeError('own')")));

log(threads.isMainThread, threads.threadId, threads.parentPort, threads.workerData);
const { port1, port2 } = new MessageChannel();
port1.postMessage({ a: 1 });
log(receiveMessageOnPort(port2), receiveMessageOnPort(port2) === undefined);
await new Promise((resolve) => {
  port2.once("message", (message) => {
    log("message", message);
    resolve();
  });
  port1.postMessage([1, 2]);
});
port1.close();
port2.close();
threads.setEnvironmentData("k", 1);
log(threads.getEnvironmentData("k"));
log(failing(() => receiveMessageOnPort(5)));

log(typeof performance.now(), performance === globalThis.performance, performance.timeOrigin > 0);
performance.mark("a", { detail: 1 });
performance.mark("b");
const measure = performance.measure("a to b", "a", "b");
log(measure.entryType, measure.name, measure.duration >= 0, performance.getEntriesByType("mark").map((it) => it.name));
performance.clearMarks();
performance.clearMeasures();
log(performance.getEntries().filter((it) => it.entryType !== "node").length);
await new Promise((resolve) => {
  const observer = new PerformanceObserver((list) => {
    log(list.getEntries().map((it) => it.name));
    observer.disconnect();
    resolve();
  });
  observer.observe({ entryTypes: ["mark"] });
  performance.mark("seen");
});
const timed = performance.timerify((a, b) => a + b);
log(timed(1, 2), timed.name, timed.length);
const histogram = createHistogram();
log(histogram.count, histogram.min, histogram.max, String(histogram.mean), histogram.exceeds);
for (const it of [1, 2, 3, 4, 100]) histogram.record(it);
log(histogram.count, histogram.min, histogram.max, histogram.mean, histogram.percentile(50), histogram.percentile(100));
log(failing(() => histogram.record(0)));
log(failing(() => histogram.record("a")));
const delay = monitorEventLoopDelay({ resolution: 5 });
log(delay.enable(), delay.enable(), delay.disable(), delay.disable());
log(Object.keys(performance.eventLoopUtilization()), perf.constants.NODE_PERFORMANCE_GC_MAJOR);

const lines = [];
const stream = Object.assign(new EventEmitter(), { write: (text) => lines.push(text) });
const own = new Console({ stdout: stream, stderr: stream });
own.log("a %s", "b", { c: "d" });
own.group("group");
own.warn("in\nside");
own.groupEnd();
own.count();
own.count("x");
own.count();
own.assert(false, "because %d", 5);
own.assert(true);
own.dir({ a: { b: { c: { d: 1 } } } });
own.table([{ a: 1, b: "x" }]);
own.table(5);
own.table(new Map([["k", { a: 1 }]]));
own.table(new Set([1]));
own.table([{ a: 1, b: 2 }, { a: [1, 2, 3, 4], c: { d: { e: 1 } } }, 7], ["a", "c"]);
log(lines);
log(failing(() => new Console({})), Console(stream) instanceof Object, consoleModule === console, console.Console === Console);
log(typeof sys.inspect);
