// The behaviours of `conformance` on the target `recorder`, and the contract's own promises.

import { assertEquals, assertRejects, assertThrows, run, type RunResult, test } from "lumi/testing";
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Bucket, defineTarget, Events, Function, KVStore, Queue, Rpc, Secret } from "lumi/cloud";
import "./recorder.ts";
import { Platform } from "./platform.ts";

const config = { "lumi:target": "recorder", password: "correct-horse" };

let app: Promise<[RunResult, Platform]> | undefined;

/** The application, deployed once. */
function deployed(): Promise<[RunResult, Platform]> {
  return app ??= run(() => import("./conformance/index.ts"), { config }).then(async (result) => [
    result,
    await Platform.deploy(result),
  ]);
}

test("every behaviour holds on the recorder or is refused", async () => {
  const [{ outputs }, platform] = await deployed();
  const ticking = setInterval(() => platform.tick(new Date().toISOString()), 100);
  const results: Record<string, string> = {};
  await Promise.all((outputs["names"] as string[]).map(async (name) => {
    const refusal = outputs["refused"][name];
    try {
      if (refusal === undefined) await platform.call("check", name);
      results[name] = refusal === undefined ? "yes" : "refused";
    } catch (error) {
      results[name] = `failed: ${(error as Error).message}`;
    }
  }));
  clearInterval(ticking);
  platform.processes.stop();
  for (const name of outputs["names"] as string[]) console.log(`RESULT ${name}\t${results[name]}`);
  const failed = Object.entries(results).filter(([, result]) => result.startsWith("failed"));
  assertEquals([failed, platform.refused], [[], []]);
});

test("a function can do what it was granted, and fails without any part of it", async () => {
  const result = await run(() => {
    const [store, bucket, queue] = [new KVStore<number>("sums"), new Bucket("notes"), new Queue<number>("numbers")];
    const key = new Secret("key", { value: "k" });
    new Function("all", async (n: number) => {
      await store.set("sum", (await store.values()).length + n);
      await bucket.put("note", await key.value());
      await queue.push(n);
    });
  }, { config });
  const all = await Platform.deploy(result);
  await all.call("all", 1);
  const granted = all.permissionsOf("all");
  assertEquals(granted.length, 5);
  for (const [index, { actions, resource }] of granted.entries()) {
    const platform = await Platform.deploy(result);
    platform.revoke("all", index);
    const failed = await platform.call("all", 1).then(() => false, () => true);
    assertEquals([failed, platform.refused], [true, [`all ${actions[0]} ${resource}`]]);
  }
});

test("a webhook is signed, and sent again until it is accepted", async () => {
  const requests: [headers: Record<string, any>, body: string][] = [];
  const { promise: accepted, resolve } = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (it) => body += it).on("end", () => {
      requests.push([request.headers, body]);
      response.writeHead(requests.length === 1 ? 503 : 204).end();
      if (requests.length === 2) resolve();
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  // `run` waits for all that keeps a program running.
  server.unref();
  try {
    const { port } = server.address() as AddressInfo;
    const result = await run(() => {
      const facts = new Events<{ tick: number; tock: number }>("facts");
      // The bytes 1, 2 and 3.
      const secret = new Secret("key", { value: "whsec_AQID" });
      facts.webhook("send", { url: `http://127.0.0.1:${port}/hook`, types: ["tock"], secret });
      new Function("publish", async () => {
        await facts.publish("tick", 1);
        await facts.publish("tock", 2, { id: "t2" });
      });
    }, { config });
    const platform = await Platform.deploy(result);
    await platform.call("publish");
    await accepted;
    const [first, [headers, body]] = requests as [(typeof requests)[0], (typeof requests)[0]];
    assertEquals(first[1], body);
    const { type, data } = JSON.parse(body);
    assertEquals([type, data, headers["webhook-id"]], ["tock", 2, "t2"]);
    const signature = createHmac("sha256", Uint8Array.of(1, 2, 3)).update(
      `t2.${headers["webhook-timestamp"]}.${body}`,
    );
    assertEquals(headers["webhook-signature"], `v1,${signature.digest("base64")}`);
    assertEquals(platform.permissionsOf("send").map((it) => it.actions), [["secret:read"]]);
  } finally {
    server.close();
  }
});

test("an interface is called by the methods that it has", async () => {
  const { resource } = await run(() => {
    const sums = new Rpc("sums", { add: (a: number, b: number) => a + b });
    assertThrows(() => sums.add(1, 2), TypeError, "Rpc.add() works inside of functions");
    const twice = (method: "add") => async () => sums[method](1, 1);
    new Function("clear", () => sums.add(1, 2));
    new Function("unclear", twice("add"));
    assertThrows(() => new Rpc("empty", {}), TypeError, "needs an object with a function for each method");
    assertThrows(() => new Rpc("thenable", { then: () => 1 }), TypeError, "cannot have a method `then`");
    assertThrows(() => new Rpc("own", { urn: () => 1 }), TypeError, "cannot have a method `urn`");
    assertThrows(() => new Rpc("data", { a: 1 }), TypeError, "must be a function");
    assertThrows(() => new Events("e", { token: new Secret("t", { value: "" }) }), TypeError, "needs a `router`");
  }, { config });
  for (const name of ["clear", "unclear"]) {
    const shown = resource(name, "lumi:cloud:Function").inputs["permissions"];
    assertEquals(Object.keys(shown), ["function:invoke sums"]);
  }
});

test("a bundle has the client of its target alone", async () => {
  const { resources } = await run(() => {
    const queue = new Queue("q");
    queue.subscribe("f", () => queue.push(1));
  }, { config });
  const { text } = resources.find((it) => it.name === "f" && it.type === "recorder:index:Function")!.inputs["code"];
  assertEquals([text.includes('"queue:send"'), text.includes("LUMI_PLATFORM")], [true, false]);
});

test("permissions follow from the code, with its lines", async () => {
  const { resource } = await run(() => {
    const store = new KVStore<number>("numbers");
    new Function("f", async () => {
      await store.set("a", (await store.get("b")) ?? 0);
    });
  }, { config });
  const shown = resource("f", "lumi:cloud:Function").inputs["permissions"];
  assertEquals(Object.keys(shown), ["table:read numbers", "table:write numbers"]);
  assertEquals(/^because: \S*recorder\.permitted\.test\.ts:\d+$/.test(shown["table:read numbers"]), true);
});

test("grants add environment variables and links", async () => {
  const { resource } = await run(() => {
    const [bucket, other] = [new Bucket("photos"), new Bucket("others")];
    new Function("f", async () => [await bucket.list(), await bucket.text("a"), other.name]);
  }, { config });
  const { environment, links, permissions } = resource("f", "recorder:index:Function").inputs;
  const names = { LUMI_OTHERS_NAME: "others", LUMI_PHOTOS_NAME: "photos" };
  assertEquals(environment, { ...names, RECORDER_REGION: "here" });
  const { urn } = resource("photos", "recorder:index:Bucket");
  assertEquals([...new Set(links)], [urn]);
  // Reading an output is no call.
  assertEquals(permissions.map((it: { component: string }) => it.component), ["photos", "photos"]);
});

test("an infra class that makes no code of a function is a mistake of the target", async () => {
  defineTarget("idle", { Function: class {} as never });
  await assertRejects(
    () => run(() => void new Function("f", () => 1), { config: { "lumi:target": "idle" } }),
    Error,
    'the infra class of the Function "f" does not ask for its code',
  );
});

test("a component that a target lacks is refused by name", async () => {
  defineTarget("poor", { Function: class {} as never });
  await run(() => {
    assertThrows(
      () => new Queue("jobs"),
      TypeError,
      'the target "poor" has no Queue, such as "jobs"; it has Function',
    );
  }, { config: { "lumi:target": "poor" } });
  await run(() => {
    assertThrows(() => new Queue("jobs"), TypeError, 'the target "recorde" of the Queue "jobs" does not exist');
  }, { config: { "lumi:target": "recorde" } });
});
