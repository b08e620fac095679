import type { Listener } from "../events/events.js";
interface MessagePortScript {
    MessageChannel: typeof MessageChannel;
    MessagePort: typeof MessagePort;
    getMessagePortId(port: MessagePort): number | null;
    deserializeJsMessageData(data: unknown): [message: unknown, ports: unknown[]];
    markAsUncloneable(value: object): void;
    readonly nodeWorkerThreadCloseCb: symbol;
    readonly nodeWorkerThreadCloseCbInvoked: symbol;
    readonly refMessagePort: symbol;
}
export declare const script: MessagePortScript;
export declare const WebChannel: {
    new (): MessageChannel;
    prototype: MessageChannel;
}, WebPort: {
    new (): MessagePort;
    prototype: MessagePort;
};
/** The port with this number, which the host has made. */
export declare const portOf: (id: number) => MessagePort;
/** Takes the next message of a port without waiting; null if there is none. */
export declare function takeMessage(id: number): {
    message: unknown;
} | null;
/** Takes the next message of a port, which may have arrived and wait for the end of the running code. */
export declare function takeNext(port: MessagePort): {
    message: unknown;
} | null;
/** Members of ports besides those of the web. */
export interface NodePort extends MessagePort {
    on(name: string, listener: Listener): this;
    once(name: string, listener: Listener): this;
    off(name: string, listener: Listener): this;
    addListener(name: string, listener: Listener): this;
    removeListener(name: string, listener: Listener): this;
    removeAllListeners(name?: string): this;
    listenerCount(name: string): number;
    eventNames(): string[];
    emit(name: string, value?: unknown): boolean;
    ref(): void;
    unref(): void;
    hasRef(): boolean;
}
/** Adds a listener of a port that is started later. */
export declare function listenLater(port: MessagePort, name: string, listener: (event: Event) => void): void;
export {};
