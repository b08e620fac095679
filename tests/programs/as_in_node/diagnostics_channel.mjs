// node:diagnostics_channel

import { AsyncLocalStorage } from "node:async_hooks";
import diagnostics, { Channel, channel, hasSubscribers, subscribe, tracingChannel, unsubscribe } from "node:diagnostics_channel";

const log = (...args) => console.log(args.map((it) => typeof it === "string" ? it : JSON.stringify(it)).join(" "));

const one = channel("one");
log(one === channel("one"), one instanceof Channel, one.name, one.hasSubscribers, hasSubscribers("one"));
const heard = (message, name) => log("heard", message, name);
subscribe("one", heard);
one.subscribe(heard);
log(one.hasSubscribers, hasSubscribers("one"));
one.publish({ a: 1 });
log(unsubscribe("one", heard), one.unsubscribe(heard), one.unsubscribe(heard), one.hasSubscribers);
log(channel(Symbol.for("s")).name.description, typeof diagnostics.tracingChannel);
for (const wrong of [() => channel(5), () => subscribe("x", 5)]) {
  try {
    wrong();
  } catch (error) {
    log(error.code, error.message);
  }
}

const storage = new AsyncLocalStorage();
one.bindStore(storage, (message) => ({ of: message }));
one.runStores("m", function (a) {
  log(this.t, a, storage.getStore());
}, { t: 1 }, 2);
log(storage.getStore() === undefined, one.unbindStore(storage), one.unbindStore(storage));

const traced = tracingChannel("work");
log(["start", "end", "asyncStart", "asyncEnd", "error"].map((it) => traced[it].name).join());
const handlers = Object.fromEntries(["start", "end", "asyncStart", "asyncEnd", "error"].map((event) => [
  event,
  ({ error, ...rest }) => log(event, rest, error?.message ?? "-"),
]));
traced.subscribe(handlers);
log(traced.traceSync((a, b) => a + b, { id: 1 }, null, 1, 2));
try {
  traced.traceSync(() => {
    throw new Error("sync");
  }, { id: 2 });
} catch (error) {
  log("thrown", error.message);
}
log(await traced.tracePromise(async (a) => a * 2, { id: 3 }, null, 4));
await traced.tracePromise(async () => {
  throw new Error("rejected");
}, { id: 4 }).catch((error) => log("caught", error.message));
await new Promise((resolve) =>
  traced.traceCallback((a, callback) => setTimeout(callback, 1, null, a), -1, { id: 5 }, null, 7, (error, value) => {
    log("callback", error, value);
    resolve();
  })
);
await new Promise((resolve) =>
  traced.traceCallback((callback) => setTimeout(callback, 1, new Error("late")), 0, { id: 6 }, null, (error) => {
    log("callback", error.message);
    resolve();
  })
);
log(traced.unsubscribe(handlers), traced.unsubscribe(handlers));
