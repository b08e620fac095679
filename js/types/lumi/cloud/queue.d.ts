import type { ComponentResourceOptions } from "../resource/resource_options.js";
import { Component } from "./component.js";
import type { Delivery, FunctionArgs, Subscription } from "./contract.js";
import { type RetentionArgs } from "./retention.js";
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
export declare class Queue<Message = unknown> extends Component {
    #private;
    constructor(name: string, args?: QueueArgs, options?: ComponentResourceOptions);
    /** A function of that name gets the messages; if it throws, it gets the message again. */
    subscribe(name: string, handler: (message: Message, delivery: Delivery) => unknown, args?: SubscribeArgs): this;
    /** A function of that name gets the messages that the subscriber could not process. */
    subscribeToDeadLetters(name: string, handler: (letter: DeadLetter<Message>, delivery: Delivery) => unknown, args?: SubscribeArgs): this;
}
export interface Queue<Message> extends QueueClient<Message> {
}
/** A checked subscription to a component. */
export declare function subscription(component: string, of: string, name: string, handler: (message: any, delivery: Delivery) => unknown, args: SubscribeArgs): Subscription;
