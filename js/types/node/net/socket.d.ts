import streams, { type DuplexOptions } from "../../npm/readable-stream.js";
import { type Handle } from "./handle.js";
import { IdleTimer } from "./idle.js";
import type { SocketAddresses } from "./types.js";
type Done = (error?: Error | null) => void;
export interface OnRead {
    buffer: Uint8Array | (() => Uint8Array);
    callback(count: number, buffer: Uint8Array): boolean | void;
}
export interface SocketOptions extends DuplexOptions {
    handle?: Handle | null;
    fd?: number;
    onread?: OnRead;
    /** Nothing is read until the program resumes the socket. */
    pauseOnCreate?: boolean;
    manualStart?: boolean;
    noDelay?: boolean;
    keepAlive?: boolean;
    /** Milliseconds. */
    keepAliveInitialDelay?: number;
}
export interface AddressInfo {
    address: string;
    family: string;
    port: number;
}
/** The server that accepted a socket. */
export interface Acceptor {
    _connections: number;
    _emitCloseIfDrained(): void;
}
/** The private part of a socket: a class, as assigning to members of a plain object takes longer (js/primordials.ts). */
declare class State {
    isReading: boolean;
    bytesRead: number;
    bytesWritten: number;
    addresses: SocketAddresses;
    timer: IdleTimer | undefined;
    noDelay: boolean;
    keepAlive: number | undefined;
    onread: OnRead | undefined;
    isResetting: boolean;
}
declare const own: unique symbol;
/** The methods of a socket. Packages call the constructor on objects of their own, as no class allows. */
declare class SocketMethods extends streams.Duplex {
    [own]: State;
    _handle: Handle | null;
    _parent: SocketMethods | null;
    _host: string | null;
    _hadError: boolean;
    _server: Acceptor | null;
    server: Acceptor | null;
    connecting: boolean;
    timeout: number | undefined;
    autoSelectFamilyAttemptedAddresses: string[] | undefined;
    readonly writableBuffer: {
        chunk: string | Uint8Array;
        encoding: string;
    }[] | undefined;
    get pending(): boolean;
    get readyState(): string;
    get _connecting(): boolean;
    get bufferSize(): number | undefined;
    get bytesRead(): number;
    /** With what waits to be written. */
    get bytesWritten(): number;
    get remoteAddress(): string | undefined;
    get remotePort(): number | undefined;
    get remoteFamily(): string | undefined;
    get localAddress(): string | undefined;
    get localPort(): number | undefined;
    get localFamily(): string | undefined;
    /** The address of this end. */
    address(): AddressInfo | Record<string, never>;
    /** Connects to an address, or to a socket of the file system. */
    connect(...args: unknown[]): this;
    /** The next step once the socket is connected. */
    _opened(handle: Handle): void;
    _read(size: number): void;
    _write(chunk: unknown, encoding: string, callback: Done): void;
    _writev(chunks: {
        chunk: unknown;
        encoding: string;
    }[], callback: Done): void;
    _final(callback: Done): void;
    _destroy(error: Error | null, callback: Done): void;
    /** Ends the stream, and destroys it once all is written. */
    destroySoon(): void;
    /** Closes without sending what waits; the other end gets a reset. */
    resetAndDestroy(): this;
    _reset(): this;
    /** Emits "timeout" when nothing has happened for so many milliseconds; 0 ends that. */
    setTimeout(delay: number, callback?: () => void): this;
    _onTimeout(): void;
    /** Notes that the socket is not idle. */
    _unrefTimer(): void;
    setNoDelay(isOn?: boolean): this;
    /** `delay`: milliseconds of silence after which the other end is asked. */
    setKeepAlive(isOn?: boolean, delay?: number): this;
    /** The options that were set before there was a handle. */
    _configure(handle: Handle): void;
    /** Keeps the program running while the socket is open. */
    ref(): this;
    unref(): this;
    resume(): this;
}
export type Socket = SocketMethods;
export interface SocketConstructor {
    new (options?: SocketOptions): Socket;
    (options?: SocketOptions): Socket;
    readonly prototype: Socket;
}
export declare const Socket: SocketConstructor;
export {};
