// The target `kubernetes`: what is planned, and what is refused. kubernetes_cluster.permitted.test.ts and kubernetes_functions.permitted.test.ts run it.

import { secret } from "lumi";
import { Bucket, Daemon, Database, Function, KVStore, Queue, Router, Schedule, Service, Site, Topic } from "lumi/cloud";
import { assert, assertEquals, assertRejects, run, type RunResult, test } from "lumi/testing";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import process from "node:process";
import { config } from "./kubernetes_server.ts";

function planned(program: () => unknown, more: Record<string, unknown> = {}): Promise<RunResult> {
  const settings = Object.fromEntries(
    Object.entries({ ...config(), ...more }).filter(([, value]) => value !== undefined),
  );
  return run(program, { project: "shop", stack: "dev", config: settings as never });
}

/** The objects of a kind, by their names in Kubernetes. */
function objects({ resources }: RunResult, kind: string): Map<string, any> {
  const found = resources.filter(({ type }) => type.startsWith("kubernetes:") && type.endsWith(`:${kind}`));
  return new Map(found.map(({ inputs }) => [inputs["metadata"].name, inputs]));
}

const only = (result: RunResult, kind: string) => {
  const [found, ...more] = objects(result, kind).values();
  assertEquals(more, []);
  return found;
};

/** Hashes change with Lumi, tokens with keys. */
function shown(inputs: unknown): string {
  const hide = (key: string, value: unknown) => {
    if (["index.mjs", "lumi/secrets", "lumi/configuration"].includes(key)) return `(${key})`;
    if (/token|secret-key|environment\.json|nats\.conf/.test(key)) return `(${key})`;
    return value;
  };
  return lines(JSON.parse(JSON.stringify(inputs, hide)), "").join("\n").replace(/-[0-9a-f]{12}"/g, '-(hash)"');
}

/** A value in lines: what is short is in one. */
function lines(value: unknown, indent: string): string[] {
  const text = JSON.stringify(value);
  if (typeof value !== "object" || value === null || text.length + indent.length < 120) return [text];
  const inner = Object.entries(value).flatMap(([name, member]) => {
    const [first, ...rest] = lines(member, `${indent}  `);
    return [`  ${Array.isArray(value) ? "-" : `${name}:`} ${first}`, ...rest.map((it) => `  ${it}`)];
  });
  return ["", ...inner];
}

test("a queue says how long its messages wait", async () => {
  const result = await planned(() => void new Queue("jobs", { retention: 3600 }).subscribe("work", () => 1));
  const [job] = objects(result, "Job").values();
  const [{ env }] = job.spec.template.spec.containers;
  const [queue] = JSON.parse(env.find((it: any) => it.name === "LUMI_STREAMS").value);
  assertEquals([queue.stream.name, queue.stream.max_age], ["queue-jobs", 3600 * 1e9]);
  const ofTopic = await planned(() => void new Topic("news", { retention: 60 }));
  const [{ spec }] = objects(ofTopic, "Job").values();
  const variables = spec.template.spec.containers[0].env;
  const [news] = JSON.parse(variables.find((it: any) => it.name === "LUMI_STREAMS").value);
  assertEquals([news.stream.name, news.stream.max_age], ["topic-news", 60 * 1e9]);
});

test("a queue, a function and a router, object by object", async () => {
  const { resources } = await planned(() => {
    const [store, jobs] = [new KVStore<number>("store"), new Queue<number>("jobs", { attempts: 3 })];
    const double = new Function("double", (n: number) => 2 * n, { timeout: 5 });
    jobs.subscribe("work", async (n) => store.set("n", await double.call(n)));
    new Router("api").get("/n", () => store.get("n"));
    new Schedule("nightly", { cron: "0 3 * * mon-fri" }, () => jobs.push(1));
  });
  for (const { type, name, inputs } of resources.filter((it) => it.type.startsWith("kubernetes:"))) {
    console.log(`PLAN ${type} ${name}`);
    for (const line of shown(inputs).split("\n")) if (line !== "") console.log(`PLAN ${line.trimEnd()}`);
  }
});

test("the plan has the subjects of NATS that follow from the code", async () => {
  const result = await planned(() => {
    const [store, lanes] = [new KVStore<number>("store"), new Queue("lanes", { ordered: true })];
    const topic = new Topic("topic");
    new Function("read", () => store.get("n"));
    new Function("write", () => store.setIf("n", undefined, 1));
    new Function("list", () => store.keys());
    new Function("remove", () => store.delete("n"));
    new Function("push", () => lanes.push(1, { key: "a" }));
    new Function("publish", () => topic.publish(1));
    new Function("nothing", () => 1);
  });
  const subjects = [...objects(result, "ServiceAccount")].flatMap(([name, { metadata }]) =>
    name.startsWith("lumi-") ? [] : [[name, metadata.annotations["lumi/nats-publish"]]]
  );
  assertEquals(subjects, [
    ["read", "$JS.API.STREAM.MSG.GET.kv-store"],
    ["write", "$JS.API.STREAM.MSG.GET.kv-store kv.store.>"],
    ["list", "$JS.API.STREAM.INFO.kv-store $JS.API.STREAM.MSG.GET.kv-store"],
    ["remove", "$JS.API.STREAM.PURGE.kv-store"],
    ["push", "queue.lanes.>"],
    ["publish", "topic.topic"],
    ["nothing", undefined],
  ]);
});

test("a service has what it uses, and is reached by those that use it", async () => {
  const image = "registry.example.com/model:7";
  const result = await planned(() => {
    const [store, password] = [new KVStore<number>("scores"), secret("hunter2")];
    const model = new Service("model", { image, port: 9000 });
    const front = new Service("front", {
      image,
      command: ["serve", "--fast"],
      environment: { PASSWORD: password },
      health: "/healthz",
      replicas: 3,
      uses: [model, store],
      startTimeout: 90,
      grace: 1.5,
    });
    new Function("ask", async () => (await front.fetch("/")).status);
  });
  const { metadata: { labels, annotations }, spec } = objects(result, "Deployment").get("service-front").spec.template;
  const [container] = spec.containers;
  assertEquals([container.image, container.command], [image, ["serve", "--fast"]]);
  assertEquals(container.readinessProbe, { httpGet: { path: "/healthz", port: 8080 }, periodSeconds: 5 });
  assertEquals([container.startupProbe.failureThreshold, spec.terminationGracePeriodSeconds], [90, 2]);
  assertEquals([labels["lumi-calls/service-model"], labels["lumi-uses/nats"]], ["true", "true"]);
  assert(/^[0-9a-f]{16}$/.test(annotations["lumi/secrets"]));
  const variables = objects(result, "Secret").get("service-front").stringData;
  assertEquals(Object.keys(variables).sort(), [
    "LUMI_MODEL_URL",
    "LUMI_NATS",
    "LUMI_NATS_TOKEN",
    "LUMI_NATS_USER",
    "LUMI_SCORES_NAME",
    "PASSWORD",
  ]);
  assertEquals(variables["LUMI_MODEL_URL"], "http://service-model.shop-dev.svc:8080");
  const { spec: { ports } } = objects(result, "Service").get("service-model");
  assertEquals(ports, [{ name: "http", port: 8080, targetPort: 9000 }]);
  const policies = objects(result, "NetworkPolicy");
  const model = policies.get("service-model").spec;
  assertEquals(model.ingress[0].from, [{ podSelector: { matchLabels: { "lumi-calls/service-model": "true" } } }]);
  assertEquals(model.ingress[0].ports, [{ protocol: "TCP", port: 9000 }]);
  const reached = (name: string) =>
    policies.get(name).spec.egress.flatMap(({ to = [], ports }: any) =>
      to.map((it: any) => `${it.podSelector.matchLabels["app.kubernetes.io/name"]}:${ports[0].port}`)
    );
  assertEquals([reached("ask"), reached("service-front"), reached("service-model")], [
    ["service-front:8080"],
    ["lumi-nats:4222", "service-model:9000"],
    [],
  ]);
  const open = result.resources.filter((it) => it.type.startsWith("kubernetes:") && !it.type.endsWith(":Secret"));
  assertEquals(JSON.stringify(open.map((it) => it.inputs)).includes("hunter2"), false);
});

test("a daemon is a DaemonSet whose pods take no connections", async () => {
  const image = "registry.example.com/agent:1";
  const result = await planned(() => {
    const collector = new Service("collector", { image });
    new Daemon("agent", {
      image,
      command: ["watch"],
      environment: { KEY: secret("hunter2") },
      uses: [collector],
      grace: 3,
    });
  });
  const { spec: pod, metadata } = objects(result, "DaemonSet").get("daemon-agent").spec.template;
  const [container] = pod.containers;
  assertEquals([container.image, container.command, container.ports], [image, ["watch"], undefined]);
  assertEquals([pod.tolerations, pod.terminationGracePeriodSeconds], [[{ operator: "Exists" }], 3]);
  assertEquals(metadata.labels["lumi-calls/service-collector"], "true");
  const { ingress, egress } = objects(result, "NetworkPolicy").get("daemon-agent").spec;
  assertEquals([ingress, egress.length], [[], 2]);
  const variables = objects(result, "Secret").get("daemon-agent").stringData;
  assertEquals(Object.keys(variables).sort(), ["KEY", "LUMI_COLLECTOR_URL"]);
  const refused: string[] = [];
  const wrong: any[] = [{}, { image, port: 80 }, { image, replicas: 2 }, { image, startTimeout: 9 }, {
    image,
    command: [],
  }, {
    image,
    environment: { "A=B": "" },
  }, {
    command: ["watch"],
  }];
  for (const args of wrong) {
    refused.push(await planned(() => void new Daemon("agent", args)).then(() => "accepted", refusal));
  }
  assertEquals(refused, [
    'the Daemon "agent" needs a `command` or an `image`',
    'the Daemon "agent" has `port`, which is for a Service: a daemon has no port, and runs once on each machine',
    'the Daemon "agent" has `replicas`, which is for a Service: a daemon has no port, and runs once on each machine',
    'the Daemon "agent" has `startTimeout`, which is for a Service: a daemon has no port, and runs once on each machine',
    'the Daemon "agent" has a `command` that must be a list of a program and its arguments, such as ["python3", "server.py"]',
    'the Daemon "agent" has a variable "A=B", which is no name',
    'the target "kubernetes" runs images: the Daemon "agent" needs an `image` that has its program',
  ]);
});

test("a service needs an image", async () => {
  await assertRejects(
    () => planned(() => void new Service("api", { command: ["serve"] })),
    Error,
    'the target "kubernetes" runs images: the Service "api" needs an `image` that has its program',
  );
});

test("a database has a server that functions reach which use it", async () => {
  const program = () => {
    const shop = new Database("shop", { migrations: "conformance/migrations" });
    new Function("ask", () => shop.query("SELECT 1"));
    new Function("other", () => 1);
  };
  const result = await planned(program);
  const policies = objects(result, "NetworkPolicy");
  const label = { "lumi-calls/database-shop": "true" };
  assertEquals(policies.get("database-shop").spec.ingress[0].from, [{ podSelector: { matchLabels: label } }]);
  const reached = policies.get("ask").spec.egress[1];
  assertEquals([reached.to[0].podSelector.matchLabels["app.kubernetes.io/name"], reached.ports[0].port], [
    "database-shop",
    5432,
  ]);
  assertEquals(policies.get("other").spec.egress.length, 1);
  const { spec: { template: { metadata, spec: pod } } } = [...objects(result, "Job").values()][0];
  assertEquals([metadata.labels["lumi-calls/database-shop"], pod.containers[0].env[0].valueFrom.secretKeyRef], [
    "true",
    { name: "database-shop", key: "url" },
  ]);
  const { password } = objects(result, "Secret").get("database-shop").stringData;
  const open = result.resources.filter((it) => it.type.startsWith("kubernetes:") && !it.type.endsWith(":Secret"));
  assertEquals(JSON.stringify(open.map((it) => it.inputs)).includes(password), false);
  const server = {
    "cloud:postgres": "db.example.com:5432",
    "cloud:postgres-user": "admin",
    "cloud:postgres-password": secret("hunter2"),
  };
  const outside = await planned(program, server);
  assertEquals([objects(outside, "StatefulSet").size, objects(outside, "NetworkPolicy").get("ask").spec.egress], [0, [
    {},
  ]]);
  const hidden = outside.resources.filter((it) => it.type.startsWith("kubernetes:") && !it.type.endsWith(":Secret"));
  assertEquals(JSON.stringify(hidden.map((it) => it.inputs)).includes("hunter2"), false);
  const { url, admin } = objects(outside, "Secret").get("database-shop").stringData;
  assertEquals([url, admin].map((it) => new URL(it).search), ["", ""]);
  const encrypted = await planned(program, { ...server, "cloud:postgres-sslmode": "require" });
  const urls = objects(encrypted, "Secret").get("database-shop").stringData;
  assertEquals([urls.url, urls.admin].map((it) => new URL(it).search), ["?sslmode=require", "?sslmode=require"]);
  const wrong = await planned(program, { ...server, "cloud:postgres-sslmode": "verify-full" })
    .then(() => "accepted", (error: Error) => error.message);
  assertEquals(wrong, '`cloud:postgres-sslmode` must be disable or require, but is "verify-full"');
});

test("a site is served by a pod that reaches nothing", async () => {
  const result = await planned(() => {
    const site = new Site("web", { folder: "conformance/site" });
    new Function("ask", async () => (await site.fetch("/")).status);
  });
  const [definition, files] = [...objects(result, "ConfigMap").values()].filter((it) =>
    it.metadata.name.startsWith("site-web-")
  );
  assertEquals(JSON.parse(definition.data["site.json"]).notFound, "404.html");
  const { containers: [container], volumes: [, { projected: { sources } }] } =
    objects(result, "Deployment").get("site-web").spec.template.spec;
  assert(container.args.includes("--site=web"));
  const { configMap } = sources[1];
  assertEquals([sources[0].configMap.name, configMap.name], [definition.metadata.name, files.metadata.name]);
  const paths = configMap.items.map((it: { path: string }) => it.path);
  assert(paths.includes("files/docs/with spaces \u00e9.txt"), paths);
  for (const { key, path } of configMap.items) {
    assert(/^[-._a-zA-Z0-9]{1,253}$/.test(key), key);
    if (path === "files/docs/index.html") assert(atob(files.binaryData[key]).includes("<title>Docs"));
  }
  assertEquals([objects(result, "NetworkPolicy").get("site-web").spec.egress, paths.length], [[], 6]);
  const reached = objects(result, "NetworkPolicy").get("ask").spec.egress[1].to[0].podSelector.matchLabels;
  assertEquals(reached["app.kubernetes.io/name"], "site-web");
  assertEquals(only(result, "HTTPRoute").spec.rules[0].backendRefs, [{ name: "site-web", port: 8080 }]);
});

test("a site of many files has several ConfigMaps", async () => {
  const folder = mkdtempSync(`${process.env["FOLDER_OF_TESTS"]}/site-`);
  try {
    for (let n = 0; n < 9; n++) writeFileSync(`${folder}/${n}.bin`, new Uint8Array(300_000));
    const result = await planned(() => void new Site("web", { folder }));
    const sizes = [...objects(result, "ConfigMap").values()].slice(1).map((it) =>
      Object.values<string>(it.binaryData).reduce((sum, text) => sum + atob(text).length, 0)
    );
    assertEquals(sizes, [900_000, 900_000, 900_000]);
    writeFileSync(`${folder}/large.bin`, new Uint8Array(1_000_000));
    await assertRejects(
      () => planned(() => void new Site("web", { folder })),
      Error,
      'the Site "web" has large.bin with 1000000 bytes, but a ConfigMap takes at most 983040; put it into a Bucket',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("secrets are in Secrets alone, and change the pods", async () => {
  const program = (text: string) => () => {
    const [token, bucket] = [secret(text), new Bucket("bucket")];
    new Function("f", async () => bucket.put("a", await token));
  };
  const [one, other] = [await planned(program("hunter2")), await planned(program("hunter3"))];
  const open = one.resources.filter((it) => it.type.startsWith("kubernetes:") && !it.type.endsWith(":Secret"));
  assertEquals(/hunter2|correct-horse/.test(JSON.stringify(open.map((it) => it.inputs))), false);
  const stored = objects(one, "Secret").get("f").stringData;
  assertEquals(Object.keys(stored), ["token", "environment.json"]);
  assert(String(stored["environment.json"]).includes("hunter2"));
  const version = (result: RunResult) => only(result, "Deployment").spec.template.metadata.annotations["lumi/secrets"];
  assert(version(one) !== version(other));
});

test("code changes the name of its ConfigMap, and nothing else does", async () => {
  const name = async (program: () => unknown) =>
    [...objects(await planned(program), "ConfigMap").keys()].find((it) => it.startsWith("f-"));
  const one = await name(() => void new Function("f", () => 1));
  assertEquals(await name(() => void new Function("f", () => 1)), one);
  assert(await name(() => void new Function("f", () => 2)) !== one);
});

test("pods reach what their functions use, and nothing else", async () => {
  const result = await planned(() => {
    const double = new Function("double", (n: number) => 2 * n);
    new Function("calls", () => double.call(1));
    new Function("open", () => 1, { net: ["api.example.com"] });
    new Router("api").get("/", () => 1);
  });
  const policies = objects(result, "NetworkPolicy");
  const label = { "lumi-calls/double": "true" };
  assertEquals(policies.get("double").spec.ingress[0].from, [{ podSelector: { matchLabels: label } }]);
  assertEquals(policies.get("api").spec.ingress[0].from, undefined);
  assertEquals(policies.get("calls").spec.egress.length, 2);
  assertEquals(policies.get("open").spec.egress, [{}]);
  const labelsOf = (name: string) => objects(result, "Deployment").get(name).spec.template.metadata.labels;
  assertEquals([labelsOf("calls")["lumi-calls/double"], labelsOf("open")["lumi-calls/double"]], ["true", undefined]);
});

test("names are those that Kubernetes takes, and differ", async () => {
  const long = "a".repeat(62);
  const names = ["1", "a-", "lumi-nats", `${long}1`, `${long}2`];
  const result = await planned(() => {
    for (const name of names) new Function(name, () => 1);
    for (const name of names) new Schedule(`${name}x`.slice(-63), { cron: "@daily" }, () => 1);
  });
  const made = [...objects(result, "Service").keys(), ...objects(result, "CronJob").keys()];
  assertEquals(new Set(made).size, made.length);
  for (const name of made) assert(/^[a-z]([a-z0-9-]*[a-z0-9])?$/.test(name) && name.length <= 63, name);
  for (const name of objects(result, "CronJob").keys()) assert(name.length <= 52, name);
});

test("a Gateway with a host name gives a router its address", async () => {
  const program = () => void new Router("api").get("/", () => 1);
  const route = (result: RunResult) => only(result, "HTTPRoute").spec;
  const named = await planned(program, { "cloud:host": "*.shop.example.com" });
  assertEquals(route(named).hostnames, ["api.shop.example.com"]);
  assertEquals(named.resource("api", "lumi:cloud:Router").outputs["url"], "https://api.shop.example.com");
  assertEquals(route(await planned(program)).parentRefs[0].namespace, "ingress");
  assertEquals(objects(await planned(program, { "cloud:gateway": "none" }), "HTTPRoute").size, 0);
});

test("a Gateway passes streams and WebSockets, for which it has no time limit", async () => {
  const result = await planned(() => {
    new Router("plain").get("/", () => 1);
    new Router("files", { streaming: true }).mount("/*", () => new Response("file"));
    const chat = new Router("chat", { webSockets: true });
    chat.socket("/rooms/:room", { open: (socket) => socket.send("hello") });
    new Function("joins", () => void chat.connect("/rooms/1"));
  });
  const [routes, services] = [objects(result, "HTTPRoute"), objects(result, "Service")];
  const made = ["plain", "files", "chat"].map((name) => {
    const { timeouts } = routes.get(name).spec.rules[0];
    return [timeouts?.request, services.get(name).spec.ports[0].appProtocol];
  });
  assertEquals(made, [[undefined, undefined], ["0s", undefined], ["0s", "kubernetes.io/ws"]]);
  const joins = objects(result, "Deployment").get("joins").spec.template.metadata.labels;
  assertEquals(joins["lumi-calls/chat"], "true");
});

/** The expression of the CronJob of a schedule, or the message with which a plan is refused. */
async function expression(cron: string): Promise<string> {
  const planning = planned(() => void new Schedule("s", { cron }, () => 1));
  return planning.then((result) => only(result, "CronJob").spec.schedule, refusal);
}

const refusal = (error: any): string => (error.errors?.[0] ?? error).message;

test("expressions of cron are those of CronJobs", async () => {
  const expressions = [
    ["*/10 * * * *", "0,10,20,30,40,50 * * * *"],
    ["0 6 * * mon-fri", "0 6 * * 1-5"],
    ["0 6 1,15 * 7", "0 6 1,15 * 0"],
    ["0 6 1-31 * 1", "0 6 * * *"],
    ["0 6 */1 * 1", "0 6 * * 1"],
    ["@monthly", "0 0 1 * *"],
    ["@every 1m", "* * * * *"],
    ["@every 15m", "*/15 * * * *"],
    ["@every 1h", "0 * * * *"],
    ["@every 6h", "0 */6 * * *"],
    ["@every 1d", "0 0 * * *"],
  ] as const;
  for (const [cron, expected] of expressions) assertEquals([cron, await expression(cron)], [cron, expected]);
  for (const cron of ["@every 90s", "@every 7m", "@every 5h", "0 6 */2 * 1"]) {
    assert((await expression(cron)).startsWith('the target "kubernetes" cannot run the Schedule "s"'), cron);
  }
});

test("what Kubernetes cannot do is refused by name", async () => {
  const large = "x".repeat(2 ** 20);
  const refusals: [() => unknown, Record<string, unknown>?][] = [
    [() => new Bucket("photos").subscribe("f", () => 1)],
    [() => new Bucket("photos", { retention: 86_400 })],
    [() => new Function("f", () => large.length)],
    [() => new Function("f", () => 1), { "cloud:image": undefined }],
    [() => new Router("api"), { "cloud:gateway": undefined }],
    [() => new Bucket("photos"), { "cloud:s3-endpoint": undefined }],
    [() => new Function("f", () => 1, { permissions: { kubernetes: [{ actions: ["pods:list"], resource: "*" }] } })],
  ];
  const messages: string[] = [];
  for (const [program, more] of refusals) {
    const message = await planned(program, more).then(() => "accepted", refusal);
    messages.push(message.replace(/\d{4,}/g, "(size)"));
  }
  assertEquals(messages, [
    'the target "kubernetes" has no `events` for a Bucket, which "photos" needs',
    'the target "kubernetes" has no `retention` for a Bucket, which "photos" needs',
    "the function f has (size) bytes of code and captured values, but a ConfigMap takes at most (size); `lumi closure why f` " +
    "shows what is captured",
    'the target "kubernetes" needs an image that has lumi: `lumi config set cloud:image registry.example.com/lumi:0.1`',
    'the target "kubernetes" needs a Gateway for the Router "api", or none if functions of the stack alone request it: ' +
    "`lumi config set cloud:gateway NAMESPACE/NAME`",
    'the target "kubernetes" needs the URL of a server of S3 for buckets: `lumi config set cloud:s3-endpoint ' +
    "https://s3.example.com`",
    'the target "kubernetes" has no permission `pods:list`; it has buckets:delete, buckets:get, buckets:list, buckets:put, ' +
    "databases:connect, databases:reach, functions:call, kv:delete, kv:get, kv:list, kv:put, nats:publish, queues:push, read, routers:connect, routers:fetch, run, secrets:read, " +
    "services:fetch, topics:publish, write",
  ]);
});
