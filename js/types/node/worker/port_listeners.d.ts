import type { Listener } from "../events/events.js";
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
/** Whether there is a listener of messages. A port that was started without one loses them. */
export declare const hasListeners: (port: MessagePort) => boolean;
type Arguments = [
    name: string,
    callback: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions
];
/**
 * The members of the web. As in Node, the first listener of messages starts the port, and the removal of the last one stops
 * it by `stop`.
 */
export declare const webMembers: (stop: (port: MessagePort) => void) => {
    addEventListener(this: NodePort, ...rest: Arguments): void;
    removeEventListener(this: NodePort, ...rest: Arguments): void;
};
export declare const nodeMembers: {
    addListener: ((this: NodePort, ...args: never[]) => unknown) | undefined;
    removeListener: ((this: NodePort, ...args: never[]) => unknown) | undefined;
};
/** Adds a listener of a port that is started later. */
export declare function listenLater(port: MessagePort, name: string, listener: (event: Event) => void): void;
export {};
