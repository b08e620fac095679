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
export {};
