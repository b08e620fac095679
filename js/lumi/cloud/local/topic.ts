// Topics of the platform on this machine: queues with any number of subscribers.

import { defineClient } from "../../property/client.ts";
import type { Property } from "../../property/property.ts";
import type { Grant, SubscribedInfra, Subscription, TopicSpec } from "../contract.ts";
import { eventFunction } from "../function.ts";
import { messageText } from "../message.ts";
import type { TopicClient } from "../topic.ts";
import { dataFolder } from "./data_folder.ts";
import { adapted } from "./queue.ts";
import { service } from "./service.ts";

const client = defineClient({
  bindings: ["name"],
  create: ({ name }): TopicClient<unknown> => ({
    async publish(message) {
      await service("POST", `queues/${name}`, { body: messageText(`the topic ${name}`, message) });
    },
  }),
});

export class LocalTopic implements SubscribedInfra {
  static readonly features = ["batch", "retention"];

  readonly client = client;
  readonly outputs: { name: Property<string> };
  readonly #spec: TopicSpec;
  /** Names of programs have no dots. */
  readonly #queue: string;

  constructor(spec: TopicSpec) {
    this.#spec = spec;
    this.#queue = `${spec.name}.topic`;
    this.outputs = { name: dataFolder("queues", this.#queue, spec.name, spec.component) };
  }

  subscribe(subscription: Subscription): void {
    const { name, args, batch } = subscription;
    const { attempts } = args.retries ?? {};
    const { retention } = this.#spec;
    const triggers = [{
      type: "queue",
      queue: this.outputs.name,
      batch,
      ...attempts === undefined ? {} : { attempts },
      ...retention === undefined ? {} : { retention },
    }];
    const handler = adapted(subscription, this.#spec.name);
    eventFunction(this.#spec.component, { name, handler, args, own: { triggers } });
  }

  grant(method: string): Grant | undefined {
    if (method !== "publish") return undefined;
    return { permissions: [{ actions: ["queues:push"], resource: this.#queue }] };
  }
}
