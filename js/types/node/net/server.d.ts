import { EventEmitter } from "../events/events.js";
import { NativeListener } from "./handle.js";
import { type AddressInfo, Socket } from "./socket.js";
export interface ServerOptions {
    allowHalfOpen?: boolean;
    pauseOnConnect?: boolean;
    noDelay?: boolean;
    keepAlive?: boolean;
    keepAliveInitialDelay?: number;
    highWaterMark?: number;
}
export interface ListenOptions {
    port?: number | string | null;
    host?: string;
    path?: string;
    backlog?: number;
    exclusive?: boolean;
    ipv6Only?: boolean;
    readableAll?: boolean;
    writableAll?: boolean;
    signal?: AbortSignal;
    fd?: number;
}
declare class ServerMethods extends EventEmitter {
    _handle: NativeListener | null;
    _connections: number;
    _unref: boolean;
    _path: string | undefined;
    _closing: boolean;
    allowHalfOpen: boolean;
    pauseOnConnect: boolean;
    noDelay: boolean;
    keepAlive: boolean;
    keepAliveInitialDelay: number;
    highWaterMark: number | undefined;
    maxConnections: number | undefined;
    get listening(): boolean;
    listen(...args: unknown[]): this;
    address(): AddressInfo | string | null;
    getConnections(callback: (error: Error | null, count: number) => void): this;
    /** Accepts no more; "close" comes when all connections have ended. */
    close(callback?: (error?: Error) => void): this;
    _emitCloseIfDrained(): void;
    ref(): this;
    /** Lets the program end while the server listens. */
    unref(): this;
    [Symbol.asyncDispose](): Promise<void>;
}
export type Server = ServerMethods;
export interface ServerConstructor {
    new (options?: ServerOptions, listener?: (socket: Socket) => void): Server;
    new (listener?: (socket: Socket) => void): Server;
    (options?: ServerOptions | ((socket: Socket) => void), listener?: (socket: Socket) => void): Server;
    readonly prototype: Server;
}
export declare const Server: ServerConstructor;
export {};
