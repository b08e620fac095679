// node:async_hooks

import { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } from "node:async_hooks";

const storage = new AsyncLocalStorage();
const say = (what) => console.log(what, JSON.stringify(storage.getStore()) ?? "none");

say("outside");
await storage.run({ id: 1 }, async () => {
  say("in run");
  await null;
  say("after await");
  await new Promise((resolve) => setTimeout(() => (say("in timer"), resolve()), 1));
  say("after timer");
  await new Promise((resolve) => process.nextTick(() => (say("in tick"), resolve())));
  await new Promise((resolve) => queueMicrotask(() => (say("in microtask"), resolve())));
  await new Promise((resolve) => setImmediate(() => (say("in immediate"), resolve())));
  storage.run({ id: 2 }, () => say("nested"));
  storage.exit(() => say("in exit"));
  say("after nested");
  for await (const it of (async function* () {
    yield 1;
    await null;
    yield 2;
  })()) say(`in for await ${it}`);
});
say("outside again");

const both = await Promise.all([1, 2, 3].map((id) =>
  storage.run(id, async () => {
    await new Promise((resolve) => setTimeout(resolve, 4 - id));
    return storage.getStore();
  })
));
console.log(both.join());

storage.run("bound", () => {
  globalThis.bound = AsyncLocalStorage.bind((it) => `${it} ${storage.getStore()}`);
  globalThis.snapshot = AsyncLocalStorage.snapshot();
});
console.log(globalThis.bound("a"), globalThis.snapshot((it) => `${it} ${storage.getStore()}`, "b"));

storage.run("thrown", () => {
  try {
    storage.run("inner", () => {
      throw new Error("x");
    });
  } catch {
    say("after a throw");
  }
});

class Pool extends AsyncResource {
  constructor() {
    super("Pool");
  }
  go(body) {
    return this.runInAsyncScope(body, { self: true }, 1, 2);
  }
}
const pool = storage.run("pool", () => new Pool());
console.log(storage.run("other", () => pool.go(function (a, b) {
  return [this.self, a, b, storage.getStore()];
})).join());
console.log(typeof pool.asyncId(), pool.triggerAsyncId() >= 0, pool.emitDestroy() === pool);
const once = pool.bind(function (it) {
  return [this.name, it, storage.getStore()].join();
});
console.log(once.call({ name: "receiver" }, 5), once.length);
console.log(storage.run("s", () => AsyncResource.bind(() => storage.getStore()))());

const events = [];
const hook = createHook({
  init: (id, type) => type === "Mine" && events.push("init"),
  before: () => events.push("before"),
  after: () => events.push("after"),
}).enable();
new AsyncResource("Mine").runInAsyncScope(() => events.push("run"));
hook.disable();
console.log(events.join());
console.log(typeof executionAsyncId());

storage.enterWith("entered");
say("after enterWith");
await null;
say("after await of enterWith");
storage.disable();
say("after disable");
try {
  AsyncLocalStorage.bind(5);
} catch (error) {
  console.log(error.code, error.message);
}
try {
  new AsyncResource(5);
} catch (error) {
  console.log(error.code, error.message);
}
