import { AsyncResource } from "./async_hooks.js";
export type Listener = (...args: any[]) => void;
export type EventName = string | symbol;
/** Listeners of this name hear of errors first, and do not count as handlers of them. */
export declare const errorMonitor: unique symbol;
/** The method that hears of rejections of asynchronous listeners. */
export declare const captureRejectionSymbol: symbol;
export interface EventEmitter {
    addListener(name: EventName, listener: Listener): this;
    on(name: EventName, listener: Listener): this;
    once(name: EventName, listener: Listener): this;
    prependListener(name: EventName, listener: Listener): this;
    prependOnceListener(name: EventName, listener: Listener): this;
    off(name: EventName, listener: Listener): this;
    removeListener(name: EventName, listener: Listener): this;
    removeAllListeners(name?: EventName): this;
    /** Calls the listeners in order; returns whether there were any. */
    emit(name: EventName, ...args: unknown[]): boolean;
    eventNames(): EventName[];
    listenerCount(name: EventName, listener?: Listener): number;
    listeners(name: EventName): Listener[];
    rawListeners(name: EventName): Listener[];
    getMaxListeners(): number;
    setMaxListeners(count: number): this;
}
export interface EventEmitterOptions {
    /** Rejections of asynchronous listeners become errors of the emitter. */
    captureRejections?: boolean;
}
export interface EventEmitterConstructor {
    new (options?: EventEmitterOptions): EventEmitter;
    (this: unknown, options?: EventEmitterOptions): void;
    prototype: EventEmitter;
    EventEmitter: EventEmitterConstructor;
    EventEmitterAsyncResource: unknown;
    defaultMaxListeners: number;
    captureRejections: boolean;
    captureRejectionSymbol: symbol;
    errorMonitor: typeof errorMonitor;
    once: typeof once;
    on: typeof on;
    addAbortListener: typeof addAbortListener;
    getEventListeners: typeof getEventListeners;
    getMaxListeners: typeof getMaxListeners;
    setMaxListeners: typeof setMaxListeners;
    listenerCount(emitter: EventEmitter, name: EventName): number;
}
/** A function instead of a class, because older packages call it on their own objects. */
export declare const EventEmitter: EventEmitterConstructor;
interface Options {
    signal?: AbortSignal;
}
/** What the functions of this module take: emitters of Node and targets of the web. */
type Source = EventEmitter | EventTarget;
/** Waits for the next event of a name; resolves to its arguments. An event named error rejects. */
export declare function once(emitter: Source, name: string, options?: Options): Promise<unknown[]>;
export interface OnOptions extends Options {
    /** Events that end the iteration. */
    close?: string[];
}
/** The events of a name, each as its arguments, until the signal aborts. */
export declare function on(emitter: Source, name: string, options?: OnOptions): AsyncIterableIterator<unknown[]>;
/** The listeners of an emitter, in order; those of targets of the web cannot be read. */
export declare function getEventListeners(emitter: Source, name: EventName): Listener[];
export declare function getMaxListeners(emitter: Source): number;
/** Sets the limit of each, or the default if there are none. */
export declare function setMaxListeners(count?: number, ...emitters: Source[]): void;
/** Listens to the abortion of a signal, at once if it has happened; disposing it stops. */
export declare function addAbortListener(signal: AbortSignal, listener: (event?: Event) => void): Disposable;
export declare const defaultMaxListeners = 10;
export declare const captureRejections = false;
export declare const usingDomains = false;
export declare const listenerCount: (emitter: Source, name: EventName) => number;
/** An emitter whose listeners run in the context in which it was made. */
export declare class EventEmitterAsyncResource extends EventEmitter {
    readonly asyncResource: AsyncResource;
    constructor(options?: (EventEmitterOptions & {
        name?: string;
        triggerAsyncId?: number;
    }) | string);
    emit(name: EventName, ...args: unknown[]): boolean;
    get asyncId(): number;
    get triggerAsyncId(): number;
    emitDestroy(): void;
}
export default EventEmitter;
