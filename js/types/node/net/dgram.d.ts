import { Buffer } from "../buffer/buffer.js";
import { EventEmitter } from "../events/events.js";
type Lookup = (host: string, family: number, done: (error: Error | null, address: string, family: number) => void) => void;
export interface SocketOptions {
    type: "udp4" | "udp6";
    reuseAddr?: boolean;
    reusePort?: boolean;
    ipv6Only?: boolean;
    recvBufferSize?: number;
    sendBufferSize?: number;
    lookup?: Lookup;
    signal?: AbortSignal;
}
export interface BindOptions {
    port?: number;
    address?: string;
    exclusive?: boolean;
    fd?: number;
}
export interface RemoteInfo {
    address: string;
    family: "IPv4" | "IPv6";
    port: number;
    size: number;
}
type Message = string | ArrayBufferView | readonly (string | ArrayBufferView)[];
type Listener = (message: Buffer, from: RemoteInfo) => void;
export declare class Socket extends EventEmitter {
    #private;
    type: "udp4" | "udp6";
    constructor(type: "udp4" | "udp6" | SocketOptions, listener?: Listener);
    bind(port?: number | BindOptions | (() => void), address?: string | (() => void), callback?: () => void): this;
    connect(port: number, address?: string | (() => void), callback?: () => void): void;
    disconnect(): void;
    send(message: Message, ...args: unknown[]): void;
    close(callback?: () => void): this;
    [Symbol.asyncDispose](): Promise<void>;
    address(): {
        address: string;
        family: "IPv4" | "IPv6";
        port: number;
    };
    remoteAddress(): {
        address: string;
        family: "IPv4" | "IPv6";
        port: number;
    };
    setBroadcast(isOn: boolean): void;
    setTTL(ttl: number): number;
    setMulticastTTL(ttl: number): number;
    setMulticastLoopback(isOn: boolean): boolean;
    setMulticastInterface(face: string): void;
    addMembership(group: string, face?: string): void;
    dropMembership(group: string, face?: string): void;
    setRecvBufferSize(size: number): void;
    setSendBufferSize(size: number): void;
    getRecvBufferSize(): number;
    getSendBufferSize(): number;
    getSendQueueSize(): number;
    getSendQueueCount(): number;
    ref(): this;
    unref(): this;
}
export declare function createSocket(type: "udp4" | "udp6" | SocketOptions, listener?: Listener): Socket;
declare const _default: {
    createSocket: typeof createSocket;
    Socket: typeof Socket;
};
export default _default;
