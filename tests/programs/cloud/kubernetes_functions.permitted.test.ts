// Functions of the target `kubernetes` in pods beside a real server of NATS (tests/kubernetes): permissions, the network, the loss
// of the server, messages of others.

import { secret } from "lumi";
import { Bucket, Function, KVStore, Queue, Router, Secret, Topic } from "lumi/cloud";
import { assert, assertEquals, test } from "lumi/testing";
import { ask, call, deployed } from "./kubernetes_server.ts";

/** The message with which a call fails. */
const failure = (name: string, ...args: unknown[]) =>
  call(name, ...args).then((result) => `answered ${JSON.stringify(result)}`, (error) => (error as Error).message);

test("functions do what they were granted, and nothing else", async () => {
  const own = { permissions: { kubernetes: [{ actions: ["nats:publish"], resource: "$JS.API.STREAM.NAMES" }] } };
  await deployed("granted", () => {
    const [store, bucket] = [new KVStore<number>("store"), new Bucket("bucket")];
    const [queue, lanes, topic] = [new Queue("queue"), new Queue("lanes", { ordered: true }), new Topic("topic")];
    const [key, token] = [new Secret("key", { value: "k" }), secret("hunter2")];
    const double = new Function("double", (n: number) => 2 * n);
    const api = new Router("api");
    api.get("/", () => "hello");
    new Function("all", async () => {
      await store.set("n", await double.call(1));
      await store.setIf("m", undefined, 1);
      await bucket.put("a", `${await key.value()} ${await token}`);
      await queue.push(await bucket.list());
      await lanes.push(await store.get("n"), { key: "lane" });
      await topic.publish([await bucket.text("a"), await store.keys()]);
      await store.delete("m");
      await bucket.delete("a");
      return (await api.fetch("/")).text();
    });
    // A function whose user of NATS has one subject, and which tries others.
    new Function("few", async (subject: string) => {
      const net = (process as any).getBuiltinModule("node:net");
      const [host, port] = process.env["LUMI_NATS"]!.split(":");
      const { promise, resolve } = Promise.withResolvers<string>();
      const [user, jwt] = [process.env["LUMI_NATS_USER"], process.env["LUMI_NATS_TOKEN"]];
      const socket = net.connect({ host, port: Number(port) });
      let text = "";
      socket.on("data", (bytes: Uint8Array) => {
        const isFirst = text === "";
        text += new TextDecoder().decode(bytes);
        const options = JSON.stringify({ verbose: false, headers: true, jwt, name: user });
        if (isFirst) socket.write(`CONNECT ${options}\r\nPUB ${subject} 0\r\n\r\nSUB ${subject} 1\r\nPING\r\n`);
        if (text.includes("PONG")) resolve(text.slice(text.indexOf("\r\n")).replace(/\s+/g, " "));
      });
      return promise.finally(() => socket.destroy());
    }, own);
    new Function("none", () => process.env["LUMI_NATS"] ?? "no NATS");
  });
  assertEquals([await call("all"), await call("none")], ["hello", "no NATS"]);
  for (const subject of ["queue.queue.messages", "kv.store.n", "$JS.API.STREAM.DELETE.kv-store", "topic.topic"]) {
    const answer = await call("few", subject);
    assert(answer.includes(`Permissions Violation for Publish to "${subject}"`), answer);
    assert(answer.includes(`Permissions Violation for Subscription to "${subject}"`), answer);
  }
  assertEquals((await call("few", "$JS.API.STREAM.NAMES")).includes("for Publish"), false);
});

test("pods reach each other as the policies of the network say", async () => {
  await deployed("network", () => {
    const double = new Function("double", (n: number) => 2 * n);
    const api = new Router("api");
    api.get("/", () => "hello");
    new Function("calls", async () => double.call(21));
    new Function("asks", async () => (await api.fetch("/")).text());
  });
  // A connection that is open stays open, so the one without the label is the first.
  const label = "lumi-calls/double";
  await ask("relabel", { name: "calls", label, value: null });
  assert(!(await failure("calls")).startsWith("answered"));
  assertEquals((await ask("refused")).includes("calls to double:8080"), true);
  await ask("relabel", { name: "calls", label, value: "true" });
  assertEquals([await call("calls"), await call("asks")], [42, "hello"]);
  // Requests from outside of the cluster reach routers alone.
  const outside = async (service: string) => fetch(`http://${await ask("outside", { service })}/`);
  assertEquals(await (await outside("api")).text(), "hello");
  assertEquals(await outside("double").then(() => "reached", () => "refused"), "refused");
});

test("nothing that was acknowledged is lost when the server of NATS is killed", async () => {
  await deployed("killed", () => {
    const seen = new KVStore<number>("seen");
    const jobs = new Queue<number>("jobs", { attempts: 100 });
    jobs.subscribe("note", async (n) => seen.set(`${n}`, n));
    new Function("send", async (from: number, count: number) => {
      for (let n = from; n < from + count; n++) await jobs.push(n);
    });
    new Function("read", async () => (await seen.values()).length);
  });
  const sending = call("send", 0, 100);
  await ask("restart", { name: "lumi-nats" });
  await sending;
  await ask("restart", { name: "lumi-nats" });
  await call("send", 100, 20);
  for (let round = 0; round < 300 && await call("read") < 120; round++) {
    await new Promise((done) => setTimeout(done, 100));
  }
  assertEquals(await call("read"), 120);
});

test("pods stream bodies of any size, and take WebSockets from outside of the cluster", async () => {
  await deployed("streams", () => {
    const parts = new KVStore<number>("parts");
    const api = new Router("api", { streaming: true, webSockets: true });
    api.mount("/sizes", async (request) => {
      let size = 0;
      for await (const part of request.body!) size += part.length;
      return new Response(`${size}`);
    });
    api.mount("/endless", () => {
      let count = 0;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          count += 1;
          controller.enqueue(new Uint8Array(65536));
        },
        cancel: () => parts.set("count", count),
      });
      return new Response(body);
    });
    api.socket("/echo", { message: (socket, data) => socket.send(data) });
    new Function("count", () => parts.get("count"));
  });
  const address = await ask("outside", { service: "api" });
  // A body that is read whole has at most 64 MiB.
  let left = 65;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left-- === 0) controller.close();
      else controller.enqueue(new Uint8Array(1 << 20));
    },
  });
  const init = { method: "POST", body, duplex: "half" };
  const sized = await fetch(`http://${address}/sizes`, init as RequestInit);
  assertEquals([sized.status, await sized.text()], [200, `${65 << 20}`]);
  // The function learns that the client has gone.
  const reader = (await fetch(`http://${address}/endless`)).body!.getReader();
  assertEquals((await reader.read()).done, false);
  await reader.cancel();
  while (!((await call("count")) > 0)) await new Promise((done) => setTimeout(done, 20));
  assertEquals((await fetch(`http://${address}/echo`)).status, 426);
  const socket = new WebSocket(`ws://${address}/echo`);
  socket.onopen = () => socket.send("\u00e9");
  const echoed = await new Promise((resolve, reject) => {
    socket.onmessage = ({ data }) => resolve(data);
    socket.onclose = ({ code }) => reject(new Error(`closed with ${code}`));
  });
  assertEquals(echoed, "\u00e9");
  const closed = new Promise<number>((resolve) => {
    socket.onclose = ({ code }) => resolve(code);
  });
  socket.close(3000);
  assertEquals(await closed, 3000);
});

declare const process: { readonly env: Record<string, string | undefined> };
