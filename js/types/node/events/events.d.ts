import { AsyncResource } from "../async_hooks.js";
import { captureRejectionSymbol, errorMonitor, EventEmitter, type EventEmitterConstructor, type EventEmitterOptions, type EventName, type Listener } from "./event_emitter.js";
export { captureRejectionSymbol, errorMonitor, EventEmitter };
export type { EventEmitterConstructor, EventEmitterOptions, EventName, Listener };
interface Options {
    signal?: AbortSignal;
}
/** The arguments of the functions of this module: emitters of Node and targets of the web. */
type Source = EventEmitter | EventTarget;
/**
 * Waits for the next event of a name; resolves to its arguments. An event named error rejects. The promise is returned as it
 * is, which takes as many microtasks as on Node.
 */
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
    #private;
    constructor(options?: (EventEmitterOptions & {
        name?: string;
        triggerAsyncId?: number;
    }) | string);
    get asyncResource(): AsyncResource;
    emit(name: EventName, ...args: unknown[]): boolean;
    get asyncId(): number;
    get triggerAsyncId(): number;
    emitDestroy(): void;
}
export default EventEmitter;
