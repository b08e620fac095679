// Queues on AWS: SQS, with a queue of dead letters each.

import { defineClient } from "../../property/client.ts";
import type { Property } from "../../property/property.ts";
import type { Grant, QueueInfra, QueueSpec, Subscription } from "../contract.ts";
import { textHash } from "../hexadecimal.ts";
import { delayOf, keyOf } from "../message.ts";
import type { QueueClient } from "../queue.ts";
import { bodyOf } from "./message_text.ts";
import { callJson } from "./request.ts";
import { consume, type Queues, queuesOf } from "./subscriber.ts";

const send = (input: object) => callJson("sqs", "AmazonSQS.SendMessage", "1.0", input);

const unordered = defineClient({
  bindings: ["url"],
  create: ({ url }): QueueClient<unknown> => {
    const what = `the queue ${url.split("/").at(-1)}`;
    return {
      async push(message, { delay, key } = {}) {
        if (key !== undefined) throw new TypeError(`${what} is not ordered, so its messages have no \`key\``);
        // SQS has whole seconds; a message may come later, but not earlier.
        const DelaySeconds = Math.ceil(delayOf(what, delay));
        await send({ QueueUrl: url, MessageBody: bodyOf(what, message), DelaySeconds });
      },
    };
  },
});

const ordered = defineClient({
  bindings: ["url"],
  create: ({ url }): QueueClient<unknown> => {
    const what = `the queue ${url.split("/").at(-1)}`;
    return {
      async push(message, { delay, key } = {}) {
        if (delay !== undefined) throw new TypeError(`${what} is ordered, so its messages have no \`delay\``);
        await send({
          QueueUrl: url,
          MessageBody: bodyOf(what, message),
          MessageGroupId: await groupOf(keyOf(what, key)),
          // Attempts to send this message again have it, too, so that SQS keeps one.
          MessageDeduplicationId: crypto.randomUUID(),
        });
      },
    };
  },
});

/** SQS allows letters, digits and punctuation in keys; others are hashed. */
async function groupOf(key: string): Promise<string> {
  if (/^[!-~]+$/.test(key)) return key;
  return textHash(key);
}

export class AwsQueue implements QueueInfra {
  static readonly features = ["batch", "deadLetters", "ordered", "retention"];

  readonly client: typeof ordered;
  readonly outputs: { url: Property<string> };
  readonly #spec: QueueSpec;
  readonly #queues: Queues;

  constructor(spec: QueueSpec) {
    this.#spec = spec;
    this.client = spec.isOrdered ? ordered : unordered;
    this.#queues = queuesOf(spec.name, spec, spec.component);
    this.outputs = { url: this.#queues.queue["url"] };
  }

  subscribe(subscription: Subscription): void {
    const { name, attempts, component } = this.#spec;
    const { handler } = subscription;
    const handle = (body: string, delivery: Parameters<typeof handler>[1]) => handler(JSON.parse(body), delivery);
    consume(this.#queues.queue, name, attempts, subscription, handle, component);
  }

  subscribeToDeadLetters(subscription: Subscription): void {
    const { name, attempts, component } = this.#spec;
    const { handler } = subscription;
    const handle = (body: string, delivery: Parameters<typeof handler>[1]) =>
      handler({ message: JSON.parse(body), attempts }, delivery);
    consume(this.#queues.deadLetters, name, Infinity, subscription, handle, component);
  }

  grant(method: string): Grant | undefined {
    if (method !== "push") return undefined;
    return { permissions: [{ actions: ["sqs:SendMessage"], resource: this.#queues.queue.arn }] };
  }
}
