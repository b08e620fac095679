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
    init(this: unknown, options?: EventEmitterOptions): void;
    defaultMaxListeners: number;
    captureRejections: boolean;
    captureRejectionSymbol: symbol;
    errorMonitor: typeof errorMonitor;
    listenerCount(emitter: EventEmitter, name: EventName): number;
}
/** A function instead of a class, because older packages call it on their own objects. */
export declare const EventEmitter: EventEmitterConstructor;
export declare function check(listener: unknown): asserts listener is Listener;
export declare function checkCount(name: string, count: unknown): asserts count is number;
