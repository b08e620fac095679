import { isMainThread, parentPort, resourceLimits, threadId, workerData } from "./own_thread.js";
import type { NodePort } from "./port_listeners.js";
import { WebPort } from "./ports.js";
import { Worker } from "./worker.js";
import { SHARE_ENV } from "./worker_options.js";
declare const WebBroadcastChannel: {
    prototype: object;
};
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
/** Data of this thread, of which the workers that it starts from now on get a copy. */
export declare function setEnvironmentData(key: unknown, value?: unknown): void;
export declare function markAsUntransferable(value: object): void;
export declare const isMarkedAsUntransferable: (value: object) => boolean;
export declare const markAsUncloneable: (value: object) => void;
export declare function moveMessagePortToContext(): never;
export { isMainThread, NodeMessageChannel as MessageChannel, parentPort, resourceLimits, SHARE_ENV, threadId, WebBroadcastChannel as BroadcastChannel, WebPort as MessagePort, Worker, workerData, };
declare const _default: {
    BroadcastChannel: {
        prototype: object;
    };
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
    parentPort: NodePort | null;
    receiveMessageOnPort: typeof receiveMessageOnPort;
    resourceLimits: import("./own_thread.js").ResourceLimits;
    setEnvironmentData: typeof setEnvironmentData;
    SHARE_ENV: symbol;
    threadId: number;
    Worker: typeof Worker;
    workerData: unknown;
};
export default _default;
