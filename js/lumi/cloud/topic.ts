// Topic: messages that every subscriber gets at least once.

import type { ComponentResourceOptions } from "../resource/resource_options.ts";
import { Component, onlyInFunctions } from "./component.ts";
import type { Delivery, SubscribedInfra } from "./contract.ts";
import { type SubscribeArgs, subscription } from "./queue.ts";
import { checkMembers, type RetentionArgs, retentionOf } from "./retention.ts";

/** The methods of a topic for functions. */
export interface TopicClient<Message> {
  /** The message, which is JSON of at most 200,000 bytes, is stored for all subscribers when this answers. */
  publish(message: Message): Promise<void>;
}

export interface TopicArgs extends RetentionArgs {}

/** A topic: each subscriber gets each message at least once. */
export class Topic<Message = unknown> extends Component {
  readonly #infra: SubscribedInfra;
  readonly #topic: string;

  constructor(name: string, args: TopicArgs = {}, options?: ComponentResourceOptions) {
    checkMembers("Topic", name, args, ["retention"]);
    const kept = retentionOf("Topic", name, args);
    super("Topic", name, { ...kept }, options);
    this.#topic = name;
    this.#infra = this.realise<SubscribedInfra>(kept);
  }

  /** A function of that name gets the messages; if it throws, it gets the message again. */
  subscribe(name: string, handler: (message: Message, delivery: Delivery) => unknown, args: SubscribeArgs = {}): this {
    this.#infra.subscribe(subscription("Topic", this.#topic, name, handler, args));
    return this;
  }
}

export interface Topic<Message> extends TopicClient<Message> {}

onlyInFunctions(Topic, "publish");
