import { EventEmitter } from "../events/event_emitter.js";
import type { Socket } from "../net/socket.js";
import { type OutgoingHeaders } from "./headers.js";
import { type PingCallback } from "./pings.js";
import { type Http2Settings } from "./settings.js";
import { ClientHttp2Stream, type RequestOptions } from "./stream.js";
export interface SessionOptions {
    settings?: Http2Settings;
    maxOutstandingPings?: number;
    peerMaxConcurrentStreams?: number;
    [name: string]: unknown;
}
export interface Target {
    protocol: string;
    /** Host and port as in headers. */
    authority: string;
}
export declare class ClientHttp2Session extends EventEmitter {
    #private;
    readonly type: string | number | undefined;
    closed: boolean;
    destroyed: boolean;
    connecting: boolean;
    encrypted: boolean;
    alpnProtocol: string | undefined;
    originSet: string[] | undefined;
    remoteSettings: Http2Settings;
    localSettings: Http2Settings;
    pendingSettingsAck: boolean;
    /** The code that streams end with when the session does. */
    _endCode: number;
    constructor(socket: Socket, target: Target, options: SessionOptions);
    get socket(): Socket | undefined;
    get state(): {
        localWindowSize: number;
        effectiveLocalWindowSize: number;
        nextStreamID: number;
    };
    request(given?: OutgoingHeaders | readonly string[], options?: RequestOptions): ClientHttp2Stream;
    ping(first: Uint8Array | PingCallback | undefined, second?: PingCallback): boolean;
    goaway(code?: number, lastStreamID?: number, data?: Uint8Array): void;
    /** Of all settings, that of the streams' window can change while the session is open. */
    settings(given: Http2Settings, callback?: (error: Error | null, settings: Http2Settings, milliseconds: number) => void): void;
    setLocalWindowSize(size: number): void;
    setTimeout(milliseconds: number, callback?: () => void): this;
    ref(): void;
    unref(): void;
    /** Accepts no more requests, and ends after the last stream. */
    close(callback?: () => void): void;
    destroy(error?: Error | number | null, code?: number): void;
    /** The socket can be written. */
    _connected(socket: Socket): void;
    _write(stream: number, data: Uint8Array, isEnd: boolean): void;
    _trailers(stream: number, headers: string[]): void;
    _read(stream: number, isWanted: boolean): void;
    _reset(stream: number, code: number): void;
    _removeStream(stream: ClientHttp2Stream): void;
}
