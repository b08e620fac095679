import type { ComponentResourceOptions } from "../resource/resource_options.js";
import { Component } from "./component.js";
import type { Delivery } from "./contract.js";
import { type SubscribeArgs } from "./queue.js";
import { type RetentionArgs } from "./retention.js";
/** The methods of a topic for functions. */
export interface TopicClient<Message> {
    /** The message, which is JSON of at most 200,000 bytes, is stored for all subscribers when this answers. */
    publish(message: Message): Promise<void>;
}
export interface TopicArgs extends RetentionArgs {
}
/** A topic: each subscriber gets each message at least once. */
export declare class Topic<Message = unknown> extends Component {
    #private;
    constructor(name: string, args?: TopicArgs, options?: ComponentResourceOptions);
    /** A function of that name gets the messages; if it throws, it gets the message again. */
    subscribe(name: string, handler: (message: Message, delivery: Delivery) => unknown, args?: SubscribeArgs): this;
}
export interface Topic<Message> extends TopicClient<Message> {
}
