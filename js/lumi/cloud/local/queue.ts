// Queues of the platform on this machine.

import { defineClient } from "../../property/client.ts";
import { Property } from "../../property/property.ts";
import type { Delivery, Grant, QueueInfra, QueueSpec, Subscription } from "../contract.ts";
import { eventFunction } from "../function.ts";
import { delayOf, keyOf, messageText } from "../message.ts";
import type { QueueClient } from "../queue.ts";
import { dataFolder } from "./data_folder.ts";
import type { LocalFunctionArgs, Trigger } from "./function.ts";
import { escaped, service } from "./service.ts";

const unordered = defineClient({
  bindings: ["name"],
  create: ({ name }): QueueClient<unknown> => ({
    async push(message, { delay, key } = {}) {
      if (key !== undefined) throw new TypeError(`the queue ${name} is not ordered, so its messages have no \`key\``);
      const body = messageText(`the queue ${name}`, message);
      await service("POST", `queues/${name}?delay=${delayOf(`the queue ${name}`, delay)}`, { body });
    },
  }),
});

const ordered = defineClient({
  bindings: ["name"],
  create: ({ name }): QueueClient<unknown> => ({
    async push(message, { delay, key } = {}) {
      if (delay !== undefined) throw new TypeError(`the queue ${name} is ordered, so its messages have no \`delay\``);
      const body = messageText(`the queue ${name}`, message);
      await service("POST", `queues/${name}?key=${escaped(keyOf(`the queue ${name}`, key))}`, { body });
    },
  }),
});

export class LocalQueue implements QueueInfra {
  static readonly features = ["batch", "deadLetters", "ordered", "retention"];

  readonly client: typeof ordered;
  readonly outputs: { name: Property<string> };
  readonly #spec: QueueSpec;
  #deadLetters: Property<string> | undefined;

  constructor(spec: QueueSpec) {
    this.#spec = spec;
    this.client = spec.isOrdered ? ordered : unordered;
    this.outputs = { name: dataFolder("queues", spec.name, spec.name, spec.component) };
  }

  subscribe(subscription: Subscription): void {
    const { attempts, retention } = this.#spec;
    const { batch } = subscription;
    const queue = this.outputs.name;
    // The subscriber to dead letters may come after this one.
    const triggers = new Property(
      Promise.resolve().then((): Trigger[] => {
        const trigger: Trigger = { type: "queue", queue, attempts, batch };
        if (retention !== undefined) trigger["retention"] = retention;
        if (this.#deadLetters !== undefined) trigger["deadLetters"] = this.#deadLetters;
        return [trigger];
      }),
    );
    this.#function(subscription, triggers as unknown as LocalFunctionArgs["triggers"]);
  }

  subscribeToDeadLetters(subscription: Subscription): void {
    const queue = `${this.#spec.name}.dead`;
    this.#deadLetters = dataFolder("queues", queue, queue, this.#spec.component);
    this.#function(subscription, [{ type: "queue", queue: this.#deadLetters, batch: subscription.batch }]);
  }

  #function(subscription: Subscription, triggers: LocalFunctionArgs["triggers"]): void {
    const { name, args } = subscription;
    const handler = adapted(subscription, this.#spec.name);
    eventFunction(this.#spec.component, { name, handler, args, own: { triggers } });
  }

  grant(method: string): Grant | undefined {
    if (method !== "push") return undefined;
    return { permissions: [{ actions: ["queues:push"], resource: this.#spec.name }] };
  }
}

/** A message and its facts, as the platform passes them. */
type Delivered = [message: unknown, facts: Delivery];

/** The handler for the deliveries of the platform; `of` is the name of the component. */
export function adapted({ handler, batch }: Subscription, of: string): (...args: any[]) => unknown {
  return batch === 1 ? oneByOne(handler, of) : inBatches(handler, of);
}

/** A call has one message. */
function oneByOne(handler: Subscription["handler"], queue: string) {
  return function deliver(...[message, { id, attempt }]: Delivered) {
    return handler(message, { queue, id, attempt });
  };
}

/** A call has a list of messages, and answers those that are to come again. */
function inBatches(handler: Subscription["handler"], queue: string) {
  return async function deliverAll(messages: Delivered[]) {
    const failed: string[] = [];
    for (const [message, { id, attempt }] of messages) {
      try {
        await handler(message, { queue, id, attempt });
      } catch (error) {
        console.error(`message ${id} of ${queue} failed:`, error);
        failed.push(id);
      }
    }
    return { failed };
  };
}
