// Queues on Kubernetes: a stream of NATS, and one for its dead letters.

import { Property } from "../../property/property.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Grant, QueueInfra, QueueSpec, Subscription } from "../contract.ts";
import { LANES, orderedQueue, unorderedQueue } from "./nats/queue_client.ts";
import type { ConsumerConfig, StreamPlan } from "./nats/stream_setup.ts";
import { consumer, kept, letterStream, streams, workStream } from "./streams.ts";
import { subscribe } from "./subscription.ts";

/** The calls at the same time of the pods of a subscriber, each. */
const PARALLEL = 16;

export class KubernetesQueue implements QueueInfra {
  static readonly features = ["batch", "deadLetters", "ordered", "retention"];

  readonly client: typeof orderedQueue;
  readonly outputs: { name: string };
  readonly #spec: QueueSpec;
  readonly #job: Resource;
  readonly #consumers: ConsumerConfig[] = [];
  readonly #ofLetters: ConsumerConfig[] = [];

  constructor(spec: QueueSpec) {
    const { name, isOrdered, component } = this.#spec = spec;
    this.client = isOrdered ? orderedQueue : unorderedQueue;
    this.outputs = { name };
    // Subscribers come after this.
    const plans = new Property(Promise.resolve().then((): StreamPlan[] => [
      { stream: this.#stream(), consumers: this.#consumers },
      { stream: letterStream(`dead-queue-${name}`, `dead.queue.${name}`), consumers: this.#ofLetters },
    ]));
    this.#job = streams(`queue-${name}`, plans as never, component);
  }

  #stream(): StreamPlan["stream"] {
    const { name, isOrdered, retention } = this.#spec;
    const delays = isOrdered ? {} : { allow_msg_schedules: true };
    return workStream(`queue-${name}`, [`queue.${name}.>`], { ...delays, ...kept(retention) });
  }

  subscribe(subscription: Subscription): void {
    const { name, attempts, isOrdered, component } = this.#spec;
    const id = subscription.name;
    const lanes = isOrdered
      ? Array.from({ length: LANES }, (_, lane) => consumer(`${id}-${lane}`, `queue.${name}.lane.${lane}`, true))
      : [consumer(id, `queue.${name}.messages`, false)];
    this.#consumers.push(...lanes);
    subscribe(subscription, component, this.#job, {
      of: name,
      stream: `queue-${name}`,
      consumers: lanes.map((it) => it.durable_name),
      parallel: isOrdered ? 1 : PARALLEL,
      // One message of a lane after the other.
      batch: isOrdered ? 1 : subscription.batch,
      attempts,
      deadLetters: `dead.queue.${name}`,
    });
  }

  subscribeToDeadLetters(subscription: Subscription): void {
    const { name, component } = this.#spec;
    const letters = consumer(subscription.name, `dead.queue.${name}`, false);
    this.#ofLetters.push(letters);
    subscribe(subscription, component, this.#job, {
      of: name,
      stream: `dead-queue-${name}`,
      consumers: [letters.durable_name],
      parallel: PARALLEL,
      batch: subscription.batch,
    });
  }

  grant(method: string): Grant | undefined {
    if (method !== "push") return undefined;
    return { permissions: [{ actions: ["queues:push"], resource: this.#spec.name }], links: [this.#job] };
  }
}
