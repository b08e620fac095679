import type { Agent } from "./agent.js";
import { type Callable } from "./callable.js";
import { dateNow } from "./outgoing_head.js";
import { type FieldTable, type GivenHeaders, HeaderHolder } from "./outgoing_headers.js";
import type { HttpSocket } from "./socket.js";
type Chunk = any;
export type WriteCallback = (error?: Error | null) => void;
export interface Output {
    data: string | Uint8Array;
    encoding: string | undefined;
    callback: WriteCallback | undefined;
}
export declare const corkedKey: unique symbol;
export declare const needsDrainKey: unique symbol;
export declare const bytesKey: unique symbol;
export declare const erroredKey: unique symbol;
export declare const highWaterMarkKey: unique symbol;
export declare class OutgoingMessageMembers extends HeaderHolder {
    outputData: Output[];
    outputSize: number;
    writable: boolean;
    destroyed: boolean;
    /** Whether the connection ends after this message. */
    _last: boolean;
    chunkedEncoding: boolean;
    shouldKeepAlive: boolean;
    maxRequestsOnConnectionReached: boolean;
    _defaultKeepAlive: boolean;
    useChunkedEncodingByDefault: boolean;
    strictContentLength: boolean;
    _contentLength: number | null;
    _hasBody: boolean;
    _trailer: string;
    finished: boolean;
    _headerSent: boolean;
    _closed: boolean;
    socket: HttpSocket | null;
    _keepAliveTimeout: number;
    _maxRequestsPerSocket?: number;
    _onPendingData: (size: number) => void;
    agent?: Agent | null;
    statusCode?: number;
    timeoutCb?: (() => void) | null;
    _rejectsBody: boolean;
    [corkedKey]: boolean;
    [needsDrainKey]: boolean;
    [bytesKey]: number;
    [erroredKey]: Error | null;
    [highWaterMarkKey]: number;
    get errored(): Error | null;
    get closed(): boolean;
    get writableFinished(): boolean;
    get writableObjectMode(): boolean;
    get writableLength(): number;
    get writableHighWaterMark(): number;
    get writableCorked(): number;
    get writableEnded(): boolean;
    get writableNeedDrain(): boolean;
    set _needsDrain(value: boolean);
    get headersSent(): boolean;
    get connection(): HttpSocket | null;
    set connection(socket: HttpSocket | null);
    cork(): void;
    uncork(): void;
    setTimeout(milliseconds: number, callback?: () => void): this;
    destroy(error?: Error): this;
    /** Sends a part of the message, after the head. */
    _send(data: string | Uint8Array, encoding?: string, callback?: WriteCallback): boolean;
    _writeRaw(data: string | Uint8Array, encoding?: string, callback?: WriteCallback): boolean;
    _storeHeader(firstLine: string, headers?: FieldTable | GivenHeaders | null): void;
    _implicitHeader(): void;
    _renderHeaders(): Record<string, unknown>;
    write(chunk: Chunk, encodingOrCallback?: string | WriteCallback, callback?: WriteCallback): boolean;
    addTrailers(headers: GivenHeaders): void;
    flushHeaders(): void;
    end(first?: Chunk, second?: string | WriteCallback, third?: WriteCallback): this;
    _checkLength(): void;
    _sendEnd(): void;
    /** All of the message has been handed to the socket. */
    _finish(): void;
    /** Hands what has waited for a socket to it. */
    _flush(): void;
    _flushOutput(socket: HttpSocket): boolean;
    pipe<T>(_destination: T): T;
    /** Counts what a body has. */
    _count(size: number): number;
    _fail(error: Error): void;
}
/** The fields of a new message. */
export declare function beginOutgoing(self: OutgoingMessageMembers, options?: {
    highWaterMark?: number;
    rejectNonStandardBodyWrites?: boolean;
}): void;
export type OutgoingMessage = OutgoingMessageMembers;
export declare const OutgoingMessage: Callable<OutgoingMessage, [options?: {
    highWaterMark?: number;
}]>;
export { dateNow };
