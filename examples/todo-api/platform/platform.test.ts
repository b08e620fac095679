// Tests of the library: `lumi test examples/todo-api/platform/platform.test.ts`. What the functions do
// when they run is seen when they run; this is about what is deployed.

import { secret } from "lumi";
import { assertEquals, assertThrows, run, test } from "lumi/testing";
import { Bucket, Function, KVStore, Queue, Router, Schedule } from "./index.ts";

/** The function.json of a function. */
async function definition(name: string, program: () => void) {
  const { resource } = await run(program);
  return JSON.parse(resource(name, "std:fs:File").inputs["content"]);
}

test("a function may do what its code does", async () => {
  const { permissions } = await definition("f", () => {
    const [store, other] = [new KVStore<number>("store"), new KVStore<number>("other")];
    const [bucket, queue] = [new Bucket("bucket"), new Queue("queue")];
    const save = (key: string, value: number) => store.set(key, value);
    new Function("f", async () => {
      await save("sum", (await other.values()).reduce((a, b) => a + b));
      await queue.push(await bucket.name);
    });
  });
  assertEquals(permissions, {
    net: [],
    read: [],
    kv: { other: ["get", "list"], store: ["put"] },
    queues: { queue: ["push"] },
  });
});

test("a function whose code cannot be followed may do everything with what it got", async () => {
  const { permissions } = await definition("f", () => {
    const bucket: any = new Bucket("bucket");
    new Function("f", (method: string) => bucket[method]("key"));
  });
  assertEquals(permissions.buckets, { bucket: ["delete", "get", "list", "put"] });
});

test("all handlers of a router are one function", async () => {
  const { triggers, env } = await definition("api", () => {
    const [first, second] = [new Bucket("first"), new Bucket("second")];
    const api = new Router("api");
    api.get("/:key", ({ params }) => first.text(params.key));
    api.put("/:key", ({ params, body }) => second.put(params.key, body));
  });
  assertEquals(triggers, [
    { type: "http", method: "GET", path: "/:key" },
    { type: "http", method: "PUT", path: "/:key" },
  ]);
  assertEquals(env, { LUMI_FIRST_NAME: "first", LUMI_SECOND_NAME: "second" });
});

test("secrets are in a file of their own", async () => {
  const { resource } = await run(() => {
    const key = secret("hunter2");
    new Function("f", async () => (await key).length);
  });
  const { env, secrets } = JSON.parse(resource("f", "std:fs:File").inputs["content"]);
  assertEquals(env, {});
  assertEquals(secrets, "../.secrets/f.json");
  const file = resource("f-secrets", "std:fs:File");
  assertEquals(file.inputs["mode"], "0600");
});

test("routes are added at once", async () => {
  const api = new Router("api");
  api.get("/", () => "hello");
  assertThrows(() => api.get("/", () => "again"), TypeError, "two handlers");
  assertThrows(() => api.get("hello", () => "hello"), TypeError, "must begin with /");
  await Promise.resolve();
  assertThrows(() => api.get("/late", () => "late"), Error, "too late");
});

test("the program itself cannot use what is not there yet", () => {
  const store = new KVStore("store");
  assertThrows(() => store.get("key"), TypeError, "KVStore.get() works inside of functions");
  assertThrows(() => new KVStore("My store"), TypeError, "needs another name");
  assertThrows(() => new Schedule("s", { cron: "* * *" }, () => 1), TypeError, "needs five fields");
});
