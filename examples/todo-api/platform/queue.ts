// A queue of messages: each subscriber gets every message at least once.

import { ComponentResource, type ComponentResourceOptions, defineClient, type Property } from "lumi";
import { dataFolder } from "./data_folder.ts";
import { Function, type FunctionArgs } from "./function.ts";
import { onlyInFunctions } from "./only_in_functions.ts";
import { checkName } from "./place.ts";
import { service } from "./service.ts";

/** The methods of a queue for functions. */
export interface QueueClient<Message> {
  /** The message is on disk when this answers. */
  push(message: Message): Promise<void>;
}

/** The facts that a subscriber gets about a message, besides the message. */
export interface Delivery {
  queue: string;
  /** The same whenever this message comes again. */
  id: string;
  /** 1 for the first time. */
  attempt: number;
}

export class Queue<Message = unknown> extends ComponentResource {
  static readonly client = defineClient({
    bindings: ["name"],
    create: ({ name }): QueueClient<unknown> => ({
      async push(message) {
        await service("POST", `queues/${name}`, JSON.stringify(message));
      },
    }),
  });

  readonly name: Property<string>;

  constructor(name: string, options?: ComponentResourceOptions) {
    super("local:platform:Queue", checkName("queue", name), {}, options);
    const data = dataFolder("queues", name, this);
    this.name = data.urn.then(() => name);
    this.registerOutputs({ name: this.name });
  }

  /** A function of that name gets the messages; if it throws, it gets the message again. */
  subscribe(
    name: string,
    handler: (message: Message, delivery: Delivery) => unknown,
    args: FunctionArgs = {},
  ): Function<[Message, Delivery]> {
    const triggers = [{ type: "queue", queue: this.name }];
    return new Function(name, handler, { ...args, triggers }, { parent: this });
  }
}

export interface Queue<Message> extends QueueClient<Message> {}

onlyInFunctions(Queue, "push");
