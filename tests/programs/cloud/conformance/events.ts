// The behaviours of `Events`.

import { type CloudEvent, Events, KVStore, Router, Secret } from "lumi/cloud";
import { type Behaviours, equal, eventually, fresh } from "./checks.ts";

const door = new Router("publishers");
interface Orders {
  "order.placed": { key: string };
  "order.paid": { key: string; by: string };
}

const token = new Secret("token", { value: "ticket" });
const orders = new Events<Orders>("orders", { router: door, token });
const seen = new KVStore<CloudEvent>("events");

orders.subscribe("paid", "order.paid", async (event) => {
  await seen.set(`paid ${event.data.key}`, event);
});
orders.subscribe("audit", "*", async (event) => {
  await seen.set(`all ${event.type} ${event.data.key}`, event);
});

/** Publishes as others do. */
function published(body: unknown, headers: Record<string, string>): Promise<Response> {
  const all = { authorization: "Bearer ticket", ...headers };
  return door.fetch("/events/orders", { method: "POST", headers: all, body: JSON.stringify(body) });
}

const STRUCTURED = { "content-type": "application/cloudevents+json" };

export const events: Behaviours = {
  "a subscriber gets the events of its types": async () => {
    const key = fresh();
    await orders.publish("order.placed", { key });
    await orders.publish("order.paid", { key, by: "card" });
    const { data } = await eventually(() => seen.get(`paid ${key}`));
    equal(data, { key, by: "card" });
    await eventually(() => seen.get(`all order.placed ${key}`));
    await eventually(() => seen.get(`all order.paid ${key}`));
  },
  "an event has the attributes of CloudEvents": async () => {
    const key = fresh();
    await orders.publish("order.paid", { key, by: "card" }, { id: key, subject: "42" });
    const { specversion, id, source, type, subject, time } = await eventually(() => seen.get(`paid ${key}`));
    equal([specversion, id, source, type, subject], ["1.0", key, "/orders", "order.paid", "42"]);
    equal(new Date(time).toISOString(), time);
  },
  "others publish an event, several, or one in headers": async () => {
    const [first, second, third] = [fresh(), fresh(), fresh()];
    const event = (key: string) => ({
      specversion: "1.0",
      id: key,
      source: "/shop",
      type: "order.paid",
      data: { key },
    });
    const batch = { "content-type": "application/cloudevents-batch+json; charset=utf-8" };
    const binary = { "ce-specversion": "1.0", "ce-id": third, "ce-source": "/a%20b", "ce-type": "order.paid" };
    const answers = [
      await published(event(first), STRUCTURED),
      await published([event(second)], batch),
      await published({ key: third }, { ...binary, "content-type": "application/json" }),
    ];
    equal(answers.map((it) => it.status), [202, 202, 202]);
    for (const key of [first, second]) equal((await eventually(() => seen.get(`paid ${key}`))).source, "/shop");
    equal((await eventually(() => seen.get(`paid ${third}`))).source, "/a b");
  },
  "an event without a required attribute is refused": async () => {
    const answer = await published({ specversion: "1.0", id: "1", source: "/shop" }, STRUCTURED);
    equal([answer.status, await answer.json()], [400, { error: "an event needs a text `type`" }]);
  },
  "others need the token": async () => {
    const answer = await published({}, { ...STRUCTURED, authorization: "Bearer tickets" });
    equal(answer.status, 401);
  },
};
