// Functions of the target `aws` against moto (tests/aws), with IAM enforced: permissions, signatures, events, limits.

import process from "node:process";
import { secret } from "lumi";
import { Bucket, Function, HttpError, KVStore, Queue, Router, Schedule, Secret, Topic } from "lumi/cloud";
import { assert, assertEquals, assertRejects, test } from "lumi/testing";
import { ask, call, deployed, eventually, send } from "./aws_server.ts";

interface Statement {
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
}

/** Each action on each resource that the role of a function has. */
async function permissionsOf(name: string): Promise<{ action: string; resource: string }[]> {
  const policies: Record<string, { Statement: Statement[] }> = await ask("policies", { name });
  return Object.values(policies).flatMap(({ Statement }) => Statement)
    .flatMap(({ Action, Resource }) => Action.flatMap((action) => Resource.map((resource) => ({ action, resource }))))
    // Lambda writes logs, which no test sees.
    .filter(({ action }) => !action.startsWith("logs:"));
}

test("a function is refused without any of its permissions", async () => {
  await deployed("least", () => {
    const [store, bucket] = [new KVStore<number>("store"), new Bucket("bucket")];
    const [queue, lanes, topic] = [new Queue("queue"), new Queue("lanes", { ordered: true }), new Topic("topic")];
    const [key, token] = [new Secret("key", { value: "k" }), secret("hunter2")];
    const double = new Function("double", (n: number) => 2 * n);
    new Function("all", async () => {
      await store.set("n", await double.call(1));
      await store.setIf("m", undefined, 1);
      await bucket.put("a", `${await key.value()} ${await token}`);
      await queue.push(await bucket.list());
      await lanes.push(await store.get("n"), { key: "lane" });
      await topic.publish([await bucket.text("a"), await store.keys()]);
      await store.delete("m");
      await bucket.delete("a");
      return "done";
    });
  });
  const name = "least-test-all";
  assertEquals(await call("least", "all"), "done");
  const policies = await ask("policies", { name });
  const permissions = await permissionsOf(name);
  assertEquals(permissions.map(({ action }) => action).sort(), [
    "dynamodb:DeleteItem",
    "dynamodb:GetItem",
    "dynamodb:PutItem",
    "dynamodb:Query",
    "lambda:InvokeFunction",
    "s3:DeleteObject",
    "s3:GetObject",
    "s3:ListBucket",
    "s3:PutObject",
    "secretsmanager:GetSecretValue",
    "secretsmanager:GetSecretValue",
    "sns:Publish",
    "sqs:SendMessage",
    "sqs:SendMessage",
  ]);
  for (const { action, resource } of permissions) {
    await ask("without", { name, action, resource });
    const error = await call("least", "all").then(() => "not refused", (error) => (error as Error).message);
    assert(/AccessDenied|not authorized/.test(error), `${action} on ${resource}: ${error}`);
    await ask("set-policies", { name, policies });
  }
  await ask("restart", { name });
  assertEquals(await call("least", "all"), "done");
});

test("a subscriber is refused without any permission for its queue", async () => {
  await deployed("subscriber", () => {
    const [queue, heard] = [new Queue<string>("queue"), new KVStore<number>("heard")];
    queue.subscribe("hear", async (text, { attempt }) => {
      await heard.set(text, attempt);
      if (text.startsWith("fail") && attempt === 1) throw new Error("this delivery is to fail");
    });
    new Function("say", (text: string) => queue.push(text));
    new Function("heard", (text: string) => heard.get(text));
  });
  const name = "subscriber-test-hear";
  const policies = await ask("policies", { name });
  const consumed = (await permissionsOf(name)).filter(({ action }) => action.startsWith("sqs:"));
  const seen = (text: string) => eventually(async () => await call("subscriber", "heard", text) ?? undefined);
  for (const { action, resource } of consumed) {
    const operation = action.slice("sqs:".length);
    await ask("without", { name, action, resource });
    await call("subscriber", "say", `fail ${operation}`);
    await eventually(async () => {
      const [refused, log] = [await ask("refused"), await ask("log")] as [string[], string[]];
      const isRefused = refused.includes(`${name} ${operation}`) ||
        log.some((line) => line.includes("the pause of a message cannot be set") && line.includes("AccessDenied"));
      return isRefused ? true : undefined;
    });
    await ask("set-policies", { name, policies });
    if (operation === "ReceiveMessage" || operation === "GetQueueAttributes") await seen(`fail ${operation}`);
  }
  assertEquals(consumed.length, 4);
});

/** Texts of all kinds of characters that follow from a seed; moto has no paths with line breaks. */
function texts(seed: number, count: number): string[] {
  let state = seed;
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * below);
  };
  const kinds = ["abcXYZ019", "-._~", " +%&=?#", "!'()*,;:@$/", '\\"<>[]{}|^`', "\u00e9\u4e2d\u{1f600}",
    "\t\u0001\uffff"];
  const one = () => [...kinds[next(kinds.length)]!];
  const pick = (all: string[]) => all[next(all.length)]!;
  return Array.from({ length: count }, () => Array.from({ length: 1 + next(24) }, () => pick(one())).join(""));
}

test("moto, whose judge is botocore, accepts the signatures of generated requests", async () => {
  await deployed("signed", () => {
    const [store, bucket, queue] = [new KVStore<string>("store"), new Bucket("bucket"), new Queue<string>("queue")];
    const [lanes, topic] = [new Queue<string>("lanes", { ordered: true }), new Topic<string>("topic")];
    new Function("round-trip", async (text: string) => {
      await bucket.put(text, text);
      await store.set(text, text);
      await queue.push(text);
      await lanes.push(text, { key: text });
      await topic.publish(text);
      const [object, value] = [await bucket.text(text), await store.get(text)];
      return { object, value, objects: await bucket.list(text), keys: await store.keys(text) };
    });
    new Function("forge", () => {
      process.env["AWS_SECRET_ACCESS_KEY"] = "forged";
      return store.keys();
    });
  });
  await assertRejects(() => call("signed", "forge"), Error, "Query failed: SignatureDoesNotMatch");
  for (const text of texts(11, 60)) {
    const { object, value, objects, keys } = await call("signed", "round-trip", text);
    assertEquals([object, value, objects.includes(text), keys.includes(text)], [text, text, true, true],
      JSON.stringify(text));
  }
});

test("a client repeats a request whose answer was lost, unless it calls a function", async () => {
  const lossy = await ask("lossy");
  await deployed("lossy", () => {
    const [store, counts] = [new KVStore<number>("store"), new KVStore<number>("counts")];
    const count = new Function("count", async () => {
      await counts.set("calls", (await counts.get("calls") ?? 0) + 1);
    });
    new Function("write", async (endpoint: string) => {
      process.env["AWS_ENDPOINT_URL_DYNAMODB"] = endpoint;
      const first = await store.setIf("key", undefined, 1);
      const { version } = (await store.entry("key"))!;
      const answers = [await store.setIf("key", version, 2), await store.setIf("key", version, 3)];
      return [first, ...answers, await store.setIf("key", undefined, 4), await store.get("key")];
    });
    new Function("call", (endpoint: string) => {
      process.env["AWS_ENDPOINT_URL_LAMBDA"] = endpoint;
      return count.call();
    });
    new Function("calls", () => counts.get("calls"));
  });
  assertEquals(await call("lossy", "write", lossy.moto), [true, true, false, false, 2]);
  await assertRejects(() => call("lossy", "call", lossy.lambda), Error);
  assertEquals(await call("lossy", "calls"), 1);
});

test("limits of AWS are refused by the clients", async () => {
  await deployed("limits", () => {
    const [store, bucket] = [new KVStore<string>("store"), new Bucket("bucket")];
    new Function("value", (size: number) => store.set("key", "x".repeat(size)));
    new Function("key", (size: number) => store.set("k".repeat(size), "value"));
    new Function("put", (key: string) => bucket.put(key, "x"));
  });
  await call("limits", "value", 389_998);
  await assertRejects(() => call("limits", "value", 389_999), Error,
    "takes at most 390000; put the content into a Bucket");
  await call("limits", "key", 1023);
  await assertRejects(() => call("limits", "key", 1024), Error, "may have 1023 bytes");
  await call("limits", "put", "k".repeat(1024));
  for (const key of ["", "k".repeat(1025), "a/../b", ".", "a/."]) {
    await assertRejects(() => call("limits", "put", key), Error, "a key of the bucket");
  }
});

/** An event of API Gateway, with all that one has. */
const request = (path: string, more: object) => ({
  version: "2.0",
  routeKey: "$default",
  rawPath: path,
  rawQueryString: "",
  headers: { accept: "*/*", host: "a1.execute-api.us-east-1.amazonaws.com", "x-forwarded-proto": "https" },
  requestContext: {
    accountId: "123456789012",
    apiId: "a1",
    domainName: "a1.execute-api.us-east-1.amazonaws.com",
    http: { method: "GET", path, protocol: "HTTP/1.1", sourceIp: "203.0.113.1", userAgent: "agent" },
    requestId: "JKJaXmPLvHcESHA=",
    routeKey: "$default",
    stage: "$default",
    time: "10/Mar/2026:05:16:23 +0000",
    timeEpoch: 1773119783305,
  },
  isBase64Encoded: false,
  ...more,
});

test("events of each kind reach their handlers", async () => {
  await deployed("events", () => {
    const [queue, lanes] = [new Queue<number>("queue"), new Queue<number>("lanes", { ordered: true })];
    const [bucket, seen] = [new Bucket("bucket"), new KVStore<unknown>("seen")];
    queue.subscribe("take", (n) => n < 0 ? Promise.reject(new Error("negative")) : n, { batch: 10 });
    lanes.subscribe("order", (n) => n < 0 ? Promise.reject(new Error("negative")) : n, { batch: 10 });
    bucket.subscribe("note", (change) => seen.set("change", change));
    new Schedule("tick", { cron: "@daily" }, (tick) => seen.set("tick", tick));
    new Function("seen", (key: string) => seen.get(key));
    const api = new Router("api");
    api.any("/all/*", ({ method, path, params, query, headers, body }) => {
      return { method, path, rest: params["*"], query, cookie: headers["cookie"], body };
    });
    api.get("/teapot", () => {
      throw new HttpError(418, "a teapot");
    });
    api.get("/large", () => "x".repeat(7_000_000));
    api.get("/list", () => ({ headers: { "X-List": ["a", "b"], "set-cookie": "c=1" }, body: "" }));
  });
  const event = request("/all/a b%/c?d", {
    rawQueryString: "__proto__=1&a=1&a=%202",
    cookies: ["a=1", "b=2"],
    body: btoa("\u00c3\u00a9"),
    isBase64Encoded: true,
  });
  const { statusCode, body } = await send("events", "api", event);
  const expected = {
    method: "GET",
    path: "/all/a%20b%25/c%3Fd",
    rest: "a b%/c?d",
    query: JSON.parse('{"__proto__":"1","a":["1"," 2"]}'),
    cookie: "a=1; b=2",
    body: "\u00e9",
  };
  assertEquals([statusCode, JSON.stringify(JSON.parse(body))], [200, JSON.stringify(expected)]);
  assertEquals((await send("events", "api", request("/teapot", {}))).statusCode, 418);
  assertEquals((await send("events", "api", request("/nothing", {}))).statusCode, 404);
  await assertRejects(() => send("events", "api", request("/large", {})), Error,
    "Lambda answers at most 6291456 bytes");
  const list = await send("events", "api", request("/list", {}));
  assertEquals([list.headers["x-list"], list.cookies], ["a, b", ["c=1"]]);

  const record = (id: string, n: number, group?: string) => ({
    messageId: id,
    receiptHandle: `handle-${id}`,
    body: JSON.stringify(n),
    attributes: {
      ApproximateReceiveCount: "1",
      SentTimestamp: "1",
      ...group === undefined ? {} : { MessageGroupId: group },
    },
    messageAttributes: {},
    eventSource: "aws:sqs",
    awsRegion: "us-east-1",
  });
  const failuresOf = async (name: string, records: unknown[]) => {
    const { batchItemFailures } = await send("events", name, { Records: records });
    return batchItemFailures.map((it: { itemIdentifier: string }) => it.itemIdentifier);
  };
  assertEquals(await failuresOf("take", [record("a", 1), record("b", -1), record("c", 1)]), ["b"]);
  // In order, a failure stops the messages with its key alone.
  const ordered = [record("a", 1, "x"), record("b", -1, "x"), record("c", 1, "y"), record("d", 1, "x")];
  assertEquals(await failuresOf("order", ordered), ["b", "d"]);

  const change = (body: object) => ({ Records: [{ ...record("n", 0), body: JSON.stringify(body) }] });
  const test = { Service: "Amazon S3", Event: "s3:TestEvent", Bucket: "bucket" };
  assertEquals(await send("events", "note", change(test)), { batchItemFailures: [] });
  assertEquals(await call("events", "seen", "change"), undefined);
  const object = { key: "a+b%2Bc/%C3%A9", size: 1, sequencer: "0A1B2C3D4E5F678901" };
  const removed = { eventVersion: "2.1", eventSource: "aws:s3", eventName: "ObjectRemoved:Delete", s3: { object } };
  await send("events", "note", change({ Records: [removed] }));
  assertEquals(await call("events", "seen", "change"), { type: "delete", key: "a b+c/\u00e9" });

  await send("events", "tick", { time: "2026-03-10T05:16:23Z" });
  assertEquals(await call("events", "seen", "tick"), { cron: "@daily", time: "2026-03-10T05:16:23.000Z" });
});

/** Runs the bundle of a function in this process, with its own loop, until the server ends it. */
async function inThisProcess(name: string): Promise<void> {
  const { environment, files } = await ask("external", { name });
  Object.assign(process.env, environment);
  const load = (file: string) => import(`data:text/javascript,${encodeURIComponent(files[file])}`);
  const serve = (await load("runtime.mjs")).default;
  if ("secrets.mjs" in files) await (await load("secrets.mjs")).default();
  await serve(async () => ({ handler: (await load("index.mjs")).default }));
}

test("bundles run in Lumi as in Node", async () => {
  await deployed("here", () => {
    const [store, bucket, queue] = [new KVStore<unknown>("store"), new Bucket("bucket"), new Queue<string>("queue")];
    const token = secret("hunter2");
    new Function("work", async (text: string) => {
      if (text === "fail") throw new TypeError("it fails on purpose");
      await bucket.put("a b+c", text);
      await store.set(text, [await bucket.text("a b+c"), await bucket.list(), await token]);
      await queue.push(text);
      return [await store.get(text), "Deno" in globalThis, typeof process.versions];
    });
  });
  const inNode = await call("here", "work", "a");
  const running = inThisProcess("here-test-work").then(() => "", (error) => String(error));
  assertEquals(await call("here", "work", "a"), inNode);
  await assertRejects(() => call("here", "work", "fail"), Error, "it fails on purpose");
  await ask("restart", { name: "here-test-work" });
  // The loop ends with its connection alone.
  assert((await running) !== "");
});

test("a module that cannot be loaded is an error of every call", async () => {
  await deployed("broken", () => {
    const token = secret("hunter2");
    new Function("work", () => token);
  });
  const name = "broken-test-work";
  const [{ action, resource }] = (await permissionsOf(name)) as [{ action: string; resource: string }];
  await ask("without", { name, action, resource });
  await assertRejects(() => call("broken", "work"), Error, "GetSecretValue failed: AccessDenied");
});
