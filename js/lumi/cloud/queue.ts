// Queue: messages that one function gets at least once, with dead letters.

import type { ComponentResourceOptions } from "../resource/resource_options.ts";
import { checkName, Component, onlyInFunctions } from "./component.ts";
import type { Delivery, FunctionArgs, QueueInfra, Subscription } from "./contract.ts";
import { checkMembers, type RetentionArgs, retentionOf } from "./retention.ts";
import { requireFeature } from "./target.ts";

/** The options of a message. */
export interface PushOptions {
  /** Seconds before the first delivery, at most 900. Not for ordered queues. */
  delay?: number;
  /** Of an ordered queue, and required there: messages with the same key are delivered in order. */
  key?: string;
}

/** The methods of a queue for functions. */
export interface QueueClient<Message> {
  /** The message, which is JSON of at most 200,000 bytes, is stored when this answers. */
  push(message: Message, options?: PushOptions): Promise<void>;
}

export interface QueueArgs extends RetentionArgs {
  /** Whether messages have keys, and those with the same key are delivered in order, one after the other. */
  ordered?: boolean;
  /** The number of deliveries before a message becomes a dead letter: 1 to 100, 6 by default. */
  attempts?: number;
}

/** The options of a function that gets messages. */
export interface SubscribeArgs extends FunctionArgs {
  /** The largest number of messages that the platform delivers to one call of the function: 1 (the default) to 10. */
  batch?: number;
}

/** A message that was delivered as often as its queue allows, without success. */
export interface DeadLetter<Message> {
  message: Message;
  /** The number of deliveries. */
  attempts: number;
}

/** A queue: one function gets each message at least once. */
export class Queue<Message = unknown> extends Component {
  readonly #infra: QueueInfra;
  readonly #queue: string;
  readonly #subscribers = new Set<string>();

  constructor(name: string, args: QueueArgs = {}, options?: ComponentResourceOptions) {
    checkMembers("Queue", name, args, ["ordered", "attempts", "retention"]);
    const { ordered = false, attempts = 6 } = args;
    if (!Number.isInteger(attempts) || attempts < 1 || attempts > 100) {
      throw new TypeError(`the \`attempts\` of the Queue "${name}" must be 1 to 100, but are ${attempts}`);
    }
    const kept = retentionOf("Queue", name, args);
    if (ordered) requireFeature("Queue", name, "ordered");
    super("Queue", name, { attempts, ...ordered ? { ordered } : {}, ...kept }, options);
    this.#queue = name;
    this.#infra = this.realise<QueueInfra>({ isOrdered: ordered, attempts, ...kept });
  }

  /** A function of that name gets the messages; if it throws, it gets the message again. */
  subscribe(name: string, handler: (message: Message, delivery: Delivery) => unknown, args: SubscribeArgs = {}): this {
    this.#take("a subscriber");
    this.#infra.subscribe(subscription("Queue", this.#queue, name, handler, args));
    return this;
  }

  /** A function of that name gets the messages that the subscriber could not process. */
  subscribeToDeadLetters(
    name: string,
    handler: (letter: DeadLetter<Message>, delivery: Delivery) => unknown,
    args: SubscribeArgs = {},
  ): this {
    requireFeature("Queue", this.#queue, "deadLetters");
    this.#take("a subscriber to its dead letters");
    this.#infra.subscribeToDeadLetters(subscription("Queue", this.#queue, name, handler, args));
    return this;
  }

  #take(role: string): void {
    if (this.#subscribers.has(role)) {
      throw new TypeError(
        `the Queue "${this.#queue}" has ${role} already; a Topic delivers each message to several functions`,
      );
    }
    this.#subscribers.add(role);
  }
}

export interface Queue<Message> extends QueueClient<Message> {}

onlyInFunctions(Queue, "push");

/** A checked subscription to a component. */
export function subscription(
  component: string,
  of: string,
  name: string,
  handler: (message: any, delivery: Delivery) => unknown,
  args: SubscribeArgs,
): Subscription {
  checkName("Function", name);
  if (typeof handler !== "function") throw new TypeError(`the handler of ${name} must be a function`);
  const { batch = 1, ...rest } = args;
  if (component === "Queue" && rest.retries?.attempts !== undefined) {
    throw new TypeError(
      `the \`retries\` of ${name} must not have \`attempts\`: those of the Queue "${of}" count, as in ` +
        `new Queue("${of}", { attempts: ${rest.retries.attempts} })`,
    );
  }
  if (!Number.isInteger(batch) || batch < 1 || batch > 10) {
    throw new TypeError(`the \`batch\` of ${name} must be 1 to 10, but is ${batch}`);
  }
  if (batch > 1) requireFeature(component, of, "batch");
  return { name, handler, args: rest, batch };
}
