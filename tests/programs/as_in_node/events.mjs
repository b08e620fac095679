// node:events

import EventEmitter, * as events from "node:events";
import { AsyncLocalStorage } from "node:async_hooks";

const log = (...args) => console.log(args.map((it) => typeof it === "string" ? it : JSON.stringify(it)).join(" "));
const failing = (body) => {
  try {
    return body();
  } catch (error) {
    return `${error.name} ${error.code ?? "-"}: ${error.message}`;
  }
};

log(EventEmitter === EventEmitter.EventEmitter, events.defaultMaxListeners, EventEmitter.defaultMaxListeners);
const emitter = new EventEmitter();
const seen = [];
emitter.on("newListener", (name) => seen.push(`new ${String(name)}`));
emitter.on("removeListener", (name) => seen.push(`gone ${String(name)}`));
const one = (...args) => seen.push(["one", ...args].join(" "));
emitter.on("a", one).prependListener("a", () => seen.push("first")).once("a", () => seen.push("once"));
log(emitter.emit("a", 1, 2), emitter.emit("a", 3), emitter.emit("none"));
emitter.off("a", one);
log(seen, emitter.listenerCount("a"), emitter.eventNames());
log(failing(() => emitter.on("x", 5)), failing(() => emitter.setMaxListeners(-1)));
log(failing(() => emitter.emit("error", new Error("own"))), failing(() => emitter.emit("error", { a: 1 })));
log(failing(() => emitter.emit("error", "text")), failing(() => new EventEmitter().emit("error")));

const monitored = new EventEmitter();
monitored.on(events.errorMonitor, (error) => log("monitor", error.message));
log(failing(() => monitored.emit("error", new Error("watched"))));
monitored.on("error", (error) => log("handled", error.message));
monitored.emit("error", new Error("again"));

const capturing = new EventEmitter({ captureRejections: true });
capturing.on("go", async () => {
  throw new Error("rejected");
});
await new Promise((resolve) => {
  capturing.on("error", (error) => {
    log("captured", error.message);
    resolve();
  });
  capturing.emit("go");
});
const own = new EventEmitter({ captureRejections: true });
own[Symbol.for("nodejs.rejection")] = (error, name, ...args) => log("own", error.message, name, args);
own.on("go", async () => Promise.reject(new Error("x")));
own.emit("go", 5);
await new Promise((resolve) => setTimeout(resolve, 1));

setTimeout(() => emitter.emit("later", 1, 2), 1);
log(await events.once(emitter, "later"));
setTimeout(() => emitter.emit("error", new Error("before")), 1);
log(await events.once(emitter, "later").catch((error) => error.message));
const controller = new AbortController();
setTimeout(() => controller.abort("why"), 1);
log(await events.once(emitter, "never", { signal: controller.signal }).catch((e) => [e.name, e.code, e.message, e.cause]));
log(await events.once(emitter, "never", { signal: controller.signal }).catch((e) => e.name));
const target = new EventTarget();
setTimeout(() => target.dispatchEvent(new Event("t")), 1);
log((await events.once(target, "t"))[0].type);

const iterator = events.on(emitter, "each", { close: ["done"] });
emitter.emit("each", 1);
emitter.emit("each", 2);
setTimeout(() => (emitter.emit("each", 3), emitter.emit("done")), 1);
for await (const args of iterator) log("each", args);
log(emitter.listenerCount("each"), emitter.listenerCount("error"));
const stopped = new AbortController();
setTimeout(() => stopped.abort(), 1);
try {
  for await (const args of events.on(emitter, "each", { signal: stopped.signal })) log(args);
} catch (error) {
  log(error.name, error.code);
}

log(events.getEventListeners(emitter, "newListener").length, events.getMaxListeners(emitter));
events.setMaxListeners(3, emitter);
log(emitter.getMaxListeners(), events.listenerCount(emitter, "newListener"));
const storage = new AsyncLocalStorage();
class Mine extends events.EventEmitterAsyncResource {}
const resource = storage.run("made", () => new Mine());
resource.on("x", () => log("store", storage.getStore(), resource.asyncId > 0));
resource.emit("x");
const aborting = new AbortController();
events.addAbortListener(aborting.signal, () => log("aborted"));
aborting.abort();

function Old() {
  EventEmitter.call(this);
}
Object.setPrototypeOf(Old.prototype, EventEmitter.prototype);
new Old().on("a", () => log("old")).emit("a");
const warnings = [];
process.on("warning", (it) => warnings.push(it.name, it.message, it.count));
const leaking = new EventEmitter();
for (let i = 0; i < 12; i++) leaking.on("leak", () => {});
await new Promise((resolve) => setTimeout(resolve, 1));
log(warnings);

// An object that passes on listeners and cannot remove them.
const inner = new EventEmitter();
const wrapper = { on: (...args) => inner.on(...args), once: (...args) => inner.once(...args) };
setTimeout(() => inner.emit("wrapped", 1, 2));
console.log(await events.once(wrapper, "wrapped"));
