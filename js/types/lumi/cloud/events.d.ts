import type { ComponentResourceOptions } from "../resource/resource_options.js";
import { type CloudEvent } from "./cloud_event.js";
import { Component } from "./component.js";
import type { ComponentSpec, Delivery, Grant, Infra } from "./contract.js";
import type { SubscribeArgs } from "./queue.js";
import type { Router } from "./router.js";
import type { Secret } from "./secret.js";
/** The attributes of an event that its publisher may choose. */
export interface PublishOptions {
    /** By default a new one. */
    id?: string;
    /** The thing that the event is about, such as the number of an order. */
    subject?: string;
}
/** The methods of events for functions; `Types` has the data of each type. */
export interface EventsClient<Types> {
    /** The event, with JSON of at most 200,000 bytes, is stored for all subscribers when this answers. */
    publish<Type extends keyof Types & string>(type: Type, data: Types[Type], options?: PublishOptions): Promise<void>;
}
/** Any of the types, as an event. */
export type EventOf<Types, Names extends keyof Types = keyof Types> = {
    [Type in Names & string]: CloudEvent<Type, Types[Type]>;
}[Names & string];
export interface EventsArgs {
    /** The `source` of events that functions publish; `/NAME` by default. */
    source?: string;
    /** The router by which others publish: `POST /events/NAME`. */
    router?: Router;
    /** Others need it, as `authorization: Bearer TOKEN`. */
    token?: Secret;
}
export interface WebhookArgs<Types> extends SubscribeArgs {
    /** The receiver, which gets each event as JSON, and answers a status below 300. */
    url: string;
    /** All types by default. */
    types?: readonly (keyof Types & string)[];
    /** Signs requests as Standard Webhooks are. */
    secret?: Secret;
}
type EventHandler = (event: any, delivery: Delivery) => unknown;
export interface EventsSpec extends ComponentSpec {
    readonly source: string;
    readonly router: Router | undefined;
    readonly token: Secret | undefined;
}
export interface EventsInfra extends Infra {
    /** `types` is undefined for all. */
    subscribe(name: string, types: readonly string[] | undefined, handler: EventHandler, args: SubscribeArgs): void;
}
/** Events of several types. */
export declare class Events<Types extends object = Record<string, unknown>> extends Component {
    #private;
    constructor(name: string, args?: EventsArgs, options?: ComponentResourceOptions);
    /** A function of that name gets the events of one type, of several, or of all (`"*"`), at least once each. */
    subscribe<Type extends keyof Types & string>(name: string, types: Type | readonly Type[] | "*", handler: (event: EventOf<Types, Type>, delivery: Delivery) => unknown, args?: SubscribeArgs): this;
    /** Sends events to a URL, at least once each. */
    webhook(name: string, { url, types, secret, net, ...args }: WebhookArgs<Types>): this;
}
export interface Events<Types extends object> extends EventsClient<Types> {
}
/** The infra class on all targets that have `Topic`. */
export declare class ComposedEvents implements EventsInfra {
    #private;
    readonly client: import("../index.js").ResourceClient<unknown>;
    readonly outputs: import("../index.js").Inputs | undefined;
    constructor({ name, component, source, router, token }: EventsSpec);
    subscribe(name: string, types: readonly string[] | undefined, handler: EventHandler, args: SubscribeArgs): void;
    grant(method: string): Grant | undefined;
}
export {};
