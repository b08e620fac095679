// Queues and topics in functions: messages that streams of NATS store. This code is a part of bundles.

import { defineClient } from "../../../property/client.ts";
import { delayOf, keyOf, messageText } from "../../message.ts";
import type { QueueClient } from "../../queue.ts";
import { traceparent } from "../../telemetry.ts";
import type { TopicClient } from "../../topic.ts";
import { store } from "./jetstream.ts";
import type { NatsHeaders } from "./message.ts";

/** The lanes of an ordered queue: each key has one, and one message of a lane is delivered at a time. */
export const LANES = 8;

/** The headers of a message: its id, which all of its deliveries have, and the trace of its sender. */
function facts(): NatsHeaders {
  const trace = traceparent();
  return { "Lumi-Id": crypto.randomUUID(), ...trace === undefined ? {} : { traceparent: trace } };
}

export const unorderedQueue = defineClient({
  bindings: ["name"],
  create: ({ name }): QueueClient<unknown> => ({
    async push(message, { delay, key } = {}) {
      if (key !== undefined) throw new TypeError(`the queue ${name} is not ordered, so its messages have no \`key\``);
      const seconds = delayOf(`the queue ${name}`, delay);
      const text = messageText(`the queue ${name}`, message);
      const target = `queue.${name}.messages`;
      if (seconds === 0) return void await store(target, text, facts());
      // JetStream moves the message to the other subject when it is due.
      const due = new Date(Math.ceil(Date.now() + seconds * 1000)).toISOString();
      const schedule = { "Nats-Schedule": `@at ${due}`, "Nats-Schedule-Target": target };
      await store(`queue.${name}.later.${crypto.randomUUID()}`, text, { ...facts(), ...schedule });
    },
  }),
});

export const orderedQueue = defineClient({
  bindings: ["name"],
  create: ({ name }): QueueClient<unknown> => ({
    async push(message, { delay, key } = {}) {
      if (delay !== undefined) throw new TypeError(`the queue ${name} is ordered, so its messages have no \`delay\``);
      const whole = keyOf(`the queue ${name}`, key);
      // `lumi platform export` reads the key.
      const headers = { ...facts(), "Lumi-Key": encodeURIComponent(whole) };
      await store(`queue.${name}.lane.${await laneOf(whole)}`, messageText(`the queue ${name}`, message), headers);
    },
  }),
});

/** The lane of a key, always the same. */
async function laneOf(key: string): Promise<number> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  return new Uint8Array(hash)[0]! % LANES;
}

export const topicClient = defineClient({
  bindings: ["name"],
  create: ({ name }): TopicClient<unknown> => ({
    async publish(message) {
      await store(`topic.${name}`, messageText(`the topic ${name}`, message), facts());
    },
  }),
});
