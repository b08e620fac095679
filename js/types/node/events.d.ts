export type Listener = (...args: any[]) => void;
export type EventName = string | symbol;
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
export interface EventEmitterConstructor {
    new (): EventEmitter;
    (this: unknown): void;
    prototype: EventEmitter;
    EventEmitter: EventEmitterConstructor;
    defaultMaxListeners: number;
    once: typeof once;
    on: typeof on;
    listenerCount(emitter: EventEmitter, name: EventName): number;
}
/** A function instead of a class, because older packages call it on their own objects. */
export declare const EventEmitter: EventEmitterConstructor;
interface Options {
    signal?: AbortSignal;
}
/** Waits for the next event of a name; resolves to its arguments. An event named error rejects. */
export declare function once(emitter: EventEmitter | EventTarget, name: string, options?: Options): Promise<unknown[]>;
/** The events of a name, each as its arguments, until the signal aborts. */
export declare function on(emitter: EventEmitter, name: string, options?: Options): AsyncGenerator<unknown[]>;
export declare const defaultMaxListeners = 10;
export default EventEmitter;
