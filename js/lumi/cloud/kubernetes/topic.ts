// Topics on Kubernetes: a stream of NATS that keeps a message until all subscribers have it.

import { Property } from "../../property/property.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Grant, SubscribedInfra, Subscription, TopicSpec } from "../contract.ts";
import { topicClient } from "./nats/queue_client.ts";
import type { ConsumerConfig, StreamPlan } from "./nats/stream_setup.ts";
import { consumer, kept, letterStream, streams, workStream } from "./streams.ts";
import { subscribe } from "./subscription.ts";

/** The number of deliveries to a subscriber, as of queues. */
const ATTEMPTS = 6;
/** The calls at the same time of the pods of a subscriber, each. */
const PARALLEL = 16;

export class KubernetesTopic implements SubscribedInfra {
  static readonly features = ["batch", "retention"];

  readonly client = topicClient;
  readonly outputs: { name: string };
  readonly #spec: TopicSpec;
  readonly #job: Resource;
  readonly #consumers: ConsumerConfig[] = [];

  constructor(spec: TopicSpec) {
    const { name, component, retention } = this.#spec = spec;
    this.outputs = { name };
    // Subscribers come after this.
    const plans = new Property(Promise.resolve().then((): StreamPlan[] => [
      {
        stream: workStream(`topic-${name}`, [`topic.${name}`], { retention: "interest", ...kept(retention) }),
        consumers: this.#consumers,
      },
      { stream: letterStream(`dead-topic-${name}`, `dead.topic.${name}.*`), consumers: [] },
    ]));
    this.#job = streams(`topic-${name}`, plans as never, component);
  }

  subscribe(subscription: Subscription): void {
    const { name, component } = this.#spec;
    const { batch, args } = subscription;
    this.#consumers.push(consumer(subscription.name, `topic.${name}`, false));
    subscribe(subscription, component, this.#job, {
      of: name,
      stream: `topic-${name}`,
      consumers: [subscription.name],
      parallel: PARALLEL,
      batch,
      attempts: args.retries?.attempts ?? ATTEMPTS,
      deadLetters: `dead.topic.${name}.${subscription.name}`,
    });
  }

  grant(method: string): Grant | undefined {
    if (method !== "publish") return undefined;
    return { permissions: [{ actions: ["topics:publish"], resource: this.#spec.name }], links: [this.#job] };
  }
}
