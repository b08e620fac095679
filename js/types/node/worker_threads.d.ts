import type { Listener } from "./events.js";
declare const WebPort: {
    new (): MessagePort;
    prototype: MessagePort;
};
declare const WebBroadcastChannel: unknown;
export declare const isMainThread = true;
export declare const threadId = 0;
export declare const parentPort: null;
export declare const workerData: null;
export declare const resourceLimits: {};
export declare const SHARE_ENV: symbol;
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
}
/** Two ports; what is posted on one arrives at the other. */
declare class NodeMessageChannel {
    readonly port1: NodePort;
    readonly port2: NodePort;
    constructor();
}
/** Takes the next message of a port without waiting; undefined if there is none. */
export declare function receiveMessageOnPort(port: MessagePort): {
    message: unknown;
} | undefined;
export declare const getEnvironmentData: (key: unknown) => unknown;
export declare function setEnvironmentData(key: unknown, value?: unknown): void;
export declare function markAsUntransferable(value: object): void;
export declare const isMarkedAsUntransferable: (value: object) => boolean;
export declare const markAsUncloneable: (value: object) => void;
export declare function moveMessagePortToContext(): never;
/** Never made: a program has one thread. */
export declare class Worker {
    constructor(_file: string | URL, _options?: object);
}
export { NodeMessageChannel as MessageChannel, WebBroadcastChannel as BroadcastChannel, WebPort as MessagePort };
declare const _default: {
    BroadcastChannel: unknown;
    getEnvironmentData: typeof getEnvironmentData;
    isMainThread: boolean;
    isMarkedAsUntransferable: typeof isMarkedAsUntransferable;
    markAsUncloneable: typeof markAsUncloneable;
    markAsUntransferable: typeof markAsUntransferable;
    MessageChannel: typeof NodeMessageChannel;
    MessagePort: {
        new (): MessagePort;
        prototype: MessagePort;
    };
    moveMessagePortToContext: typeof moveMessagePortToContext;
    parentPort: null;
    receiveMessageOnPort: typeof receiveMessageOnPort;
    resourceLimits: {};
    setEnvironmentData: typeof setEnvironmentData;
    SHARE_ENV: symbol;
    threadId: number;
    Worker: typeof Worker;
    workerData: null;
};
export default _default;
