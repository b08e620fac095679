// The target `local`: what is deployed for the components. What functions do when they run is seen when they run.

import { ComponentResource, secret } from "lumi";
import { Bucket, Function, KVStore, Queue, Router, Schedule, Secret, Topic } from "lumi/cloud";
import { assertEquals, assertRejects, assertThrows, run, test } from "lumi/testing";

/** The function.json of a function. */
async function definition(name: string, program: () => void) {
  const { resource } = await run(program);
  return JSON.parse(resource(name, "std:fs:File").inputs["content"]);
}

test("a function may do what its code does", async () => {
  const { permissions } = await definition("f", () => {
    const [store, other] = [new KVStore<number>("store"), new KVStore<number>("other")];
    const [bucket, queue] = [new Bucket("bucket"), new Queue("queue")];
    const topic = new Topic("topic");
    const save = (key: string, value: number) => store.set(key, value);
    new Function("f", async () => {
      await save("sum", (await other.values()).reduce((a, b) => a + b));
      await queue.push(await bucket.name);
      await topic.publish(1);
    });
  });
  assertEquals(permissions, {
    net: [],
    read: [],
    kv: { other: ["get", "list"], store: ["put"] },
    queues: { queue: ["push"], "topic.topic": ["push"] },
  });
});

test("permissions of one's own are added, those for the target, and shown apart", async () => {
  const program = () => {
    const permissions = {
      local: [{ actions: ["kv:get"], resource: "shared" }, { actions: ["read"], resource: "/srv" }],
      aws: [{ actions: ["dynamodb:GetItem"], resource: "arn:..." }],
    };
    new Function("f", () => 1, { net: ["api.example.com"], permissions });
  };
  const { permissions } = await definition("f", program);
  assertEquals(permissions, { net: ["api.example.com"], read: ["/srv"], kv: { shared: ["get"] } });
  const { resource } = await run(program);
  assertEquals(resource("f", "lumi:cloud:Function").inputs, {
    permissions: {},
    ownPermissions: [{ actions: ["kv:get"], resource: "shared" }, { actions: ["read"], resource: "/srv" }],
  });
});

test("a queue says how long its messages wait", async () => {
  const { triggers } = await definition("work", () => {
    new Queue("jobs", { retention: 3600 }).subscribe("work", () => 1);
  });
  assertEquals(triggers, [{ type: "queue", queue: "jobs", attempts: 6, batch: 1, retention: 3600 }]);
  const ofTopic = await definition("hear", () => {
    new Topic("news", { retention: 3600 }).subscribe("hear", () => 1);
  });
  assertEquals(ofTopic.triggers, [{ type: "queue", queue: "news.topic", batch: 1, retention: 3600 }]);
  const parent: any = { parent: undefined };
  await assertRejects(() => run(() => void new Topic("news", parent)), TypeError,
    'the Topic "news" has no option `parent`; it has `retention` (options of resources, such as `parent`, are the third argument)');
  const typo: any = { attempt: 3 };
  await assertRejects(() => run(() => void new Queue("jobs", typo)), TypeError,
    'the Queue "jobs" has no option `attempt`; it has `ordered`, `attempts` and `retention` (options of resources');
  for (const retention of [59, 1_209_601, 60.5, "3600" as any]) {
    await assertRejects(() => run(() => void new Queue("jobs", { retention })), TypeError,
      'the `retention` of the Queue "jobs" must be 60 to 1209600 seconds');
    await assertRejects(() => run(() => void new Topic("news", { retention })), TypeError,
      'the `retention` of the Topic "news" must be 60 to 1209600 seconds');
  }
});

test("a bucket says how long its objects stay", async () => {
  const put = async (args: { retention?: number }) => {
    const bucket = () => new Bucket("exports", args);
    const { env } = await definition("write", () => {
      const exports = bucket();
      new Function("write", () => exports.put("a", "b"));
    });
    return Object.entries(env).filter(([name]) => name.startsWith("LUMI_EXPORTS_")).sort();
  };
  assertEquals(await put({}), [["LUMI_EXPORTS_NAME", "exports"]]);
  assertEquals(await put({ retention: 86_400 }), [["LUMI_EXPORTS_NAME", "exports"], ["LUMI_EXPORTS_TTL", '"86400"']]);
  for (const retention of [0, 86_401, 36_501 * 86_400, NaN, "86400" as any]) {
    await assertRejects(() => run(() => void new Bucket("exports", { retention })), TypeError,
      'the `retention` of the Bucket "exports" must be 1 to 36500 whole days in seconds, such as 2592000, but is');
  }
  const parent: any = { parent: undefined };
  await assertRejects(() => run(() => void new Bucket("exports", parent)), TypeError,
    'the Bucket "exports" has no option `parent`; it has `retention` (options of resources, such as `parent`, are the third argument)');
});

test("a permission that the target does not have is refused", async () => {
  await assertRejects(
    () => run(() => void new Function("f", () => 1, { permissions: { local: [{ actions: ["fly"], resource: "x" }] } })),
    Error,
    'the target "local" has no permission `fly`',
  );
});

test("a function whose code cannot be followed may do everything with what it got", async () => {
  const program = () => {
    const bucket: any = new Bucket("bucket");
    new Function("f", (method: string) => bucket[method]("key"));
  };
  const { permissions } = await definition("f", program);
  assertEquals(permissions.buckets, { bucket: ["delete", "get", "list", "put"] });
  const { logs } = await run(program);
  const [{ message }] = logs as unknown as [{ message: string }];
  assertEquals(
    message.replace(/\(.*local\.test\.ts:\d+\)/, "(HERE)"),
    'the code of the function f does not say what it does with the Bucket "bucket" (HERE): it may do everything',
  );
  assertEquals(logs.length, 1);
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

test("the order of subscriptions does not matter for dead letters", async () => {
  const letters = (first: boolean) =>
    definition("work", () => {
      const jobs = new Queue("jobs", { attempts: 2 });
      if (first) jobs.subscribeToDeadLetters("bury", () => 1);
      jobs.subscribe("work", () => 1);
      if (!first) jobs.subscribeToDeadLetters("bury", () => 1);
    });
  const expected = [{ type: "queue", queue: "jobs", attempts: 2, batch: 1, deadLetters: "jobs.dead" }];
  assertEquals([(await letters(true)).triggers, (await letters(false)).triggers], [expected, expected]);
});

test("secrets are in a file of their own", async () => {
  const { resource } = await run(() => {
    const [token, key] = [secret("hunter2"), new Secret("key", { value: "tiger" })];
    new Function("f", async () => [(await token).length, await key.value()]);
  });
  const { env, secrets } = JSON.parse(resource("f", "std:fs:File").inputs["content"]);
  assertEquals([env, secrets], [{}, "../.secrets/f.json"]);
  const file = resource("f.secrets", "std:fs:File");
  assertEquals([file.inputs["mode"], file.secrets], ["0600", ["inputs.content", "outputs.content"]]);
});

test("routes are added at once", async () => {
  await run(async () => {
    const api = new Router("api");
    api.get("/", () => "hello");
    assertThrows(() => api.get("/", () => "again"), TypeError, "two handlers");
    assertThrows(() => api.get("hello", () => "hello"), TypeError, "must begin with /");
    await Promise.resolve();
    assertThrows(() => api.get("/late", () => "late"), Error, "too late");
  });
});

test("two components of a type need two names, whatever their parents", async () => {
  await run(() => {
    const parent = new ComponentResource("acme:web:Site", "site");
    new Queue("jobs").subscribe("work", () => 1);
    assertThrows(() => new Queue("jobs", {}, { parent }), TypeError, 'two components Queue "jobs"');
    assertThrows(() => new Function("work", () => 1), TypeError, 'two components Function "work"');
    assertThrows(() => new Schedule("work", { cron: "@daily" }, () => 1), TypeError, 'two components Function "work"');
    new KVStore("jobs");
  });
});

test("the program itself cannot use what is not there yet", () => {
  const store = new KVStore("store");
  assertThrows(() => store.get("key"), TypeError, "KVStore.get() works inside of functions");
});

test("what a component cannot be is refused at its line", () => {
  assertThrows(() => new KVStore("My store"), TypeError, "needs another name");
  assertThrows(() => new Schedule("s", { cron: "* * *" }, () => 1), TypeError, "needs five fields");
  assertThrows(() => new Queue("q", { attempts: 0 }), TypeError, "must be 1 to 100");
  assertThrows(() => new Function("f", 1 as never), TypeError, "must be a function");
  const queue = new Queue("several");
  queue.subscribe("first", () => 1);
  assertThrows(() => new Topic("t").subscribe("batch", () => 1, { batch: 11 }), TypeError, "must be 1 to 10");
  assertThrows(() => queue.subscribe("second", () => 1), TypeError, "has a subscriber already");
});

test("routes say what they take of a request", async () => {
  const { triggers } = await definition("api", () => {
    const api = new Router("api", { streaming: true, webSockets: true });
    api.get("/", () => "hello");
    api.mount("/web/*", () => new Response("hello"));
    api.socket("/chat", { message: (socket, data) => socket.send(data) });
  });
  assertEquals(triggers, [
    { type: "http", method: "GET", path: "/" },
    { type: "http", method: "ANY", path: "/web/*", takes: "stream" },
    { type: "http", method: "GET", path: "/chat", takes: "webSocket" },
  ]);
  await run(() => {
    assertThrows(() => new Router("plain").socket("/chat", {}), TypeError, 'the Router "plain" has no WebSockets');
  });
});
