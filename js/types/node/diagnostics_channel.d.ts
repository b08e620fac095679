import type { AsyncLocalStorage } from "./async_hooks.js";
type Name = string | symbol;
type AnyFunction = (...args: any[]) => any;
export type Subscriber = (message: unknown, name: Name) => void;
type Transform = (message: unknown) => unknown;
export declare class Channel {
    #private;
    readonly name: Name;
    constructor(name: Name);
    get hasSubscribers(): boolean;
    subscribe(subscriber: Subscriber): void;
    unsubscribe(subscriber: Subscriber): boolean;
    publish(message: unknown): void;
    /** Within `runStores` the store holds what `transform` makes of the message. */
    bindStore(store: AsyncLocalStorage, transform?: Transform): void;
    unbindStore(store: AsyncLocalStorage): boolean;
    /** Publishes, and calls `body` with the bound stores set. */
    runStores<R>(message: unknown, body: (...args: unknown[]) => R, thisArgument?: unknown, ...args: unknown[]): R;
}
/** The channel of this name, which all libraries share. */
export declare function channel(name: Name): Channel;
export declare const hasSubscribers: (name: Name) => boolean;
export declare const subscribe: (name: Name, subscriber: Subscriber) => void;
export declare const unsubscribe: (name: Name, subscriber: Subscriber) => boolean;
declare const EVENTS: readonly ["start", "end", "asyncStart", "asyncEnd", "error"];
type Event = (typeof EVENTS)[number];
type Context = Record<string, unknown>;
/** The channels of one traced operation. */
export declare class TracingChannel {
    #private;
    readonly start: Channel;
    readonly end: Channel;
    readonly asyncStart: Channel;
    readonly asyncEnd: Channel;
    readonly error: Channel;
    constructor(names: string | Record<Event, Channel>);
    get hasSubscribers(): boolean;
    subscribe(handlers: Partial<Record<Event, Subscriber>>): void;
    unsubscribe(handlers: Partial<Record<Event, Subscriber>>): boolean;
    /** Traces a synchronous call. */
    traceSync<R>(body: AnyFunction, context?: Context, thisArgument?: unknown, ...args: unknown[]): R;
    /** Traces a call that returns a promise. */
    tracePromise<R>(body: AnyFunction, context?: Context, thisArgument?: unknown, ...args: unknown[]): Promise<R>;
    /** Traces a call with a callback, the argument at `position`. */
    traceCallback<R>(body: AnyFunction, position?: number, context?: Context, thisArgument?: unknown, ...args: unknown[]): R;
}
export declare const tracingChannel: (names: string | Record<Event, Channel>) => TracingChannel;
declare const _default: {
    Channel: typeof Channel;
    channel: typeof channel;
    hasSubscribers: typeof hasSubscribers;
    subscribe: typeof subscribe;
    tracingChannel: typeof tracingChannel;
    unsubscribe: typeof unsubscribe;
};
export default _default;
