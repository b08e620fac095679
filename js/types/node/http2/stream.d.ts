import streams from "../../npm/readable-stream.js";
import { type OutgoingHeaders } from "./headers.js";
type Done = (error?: Error | null) => void;
/** The part of a session that its streams use. */
export interface StreamOwner {
    readonly destroyed: boolean;
    readonly _endCode: number;
    _write(stream: number, data: Uint8Array, isEnd: boolean): void;
    _trailers(stream: number, headers: string[]): void;
    _read(stream: number, isWanted: boolean): void;
    _reset(stream: number, code: number): void;
    _removeStream(stream: ClientHttp2Stream): void;
}
export interface RequestOptions {
    endStream?: boolean;
    waitForTrailers?: boolean;
    signal?: AbortSignal;
}
export declare class ClientHttp2Stream extends streams.Duplex {
    #private;
    readonly id: number;
    readonly sentHeaders: OutgoingHeaders;
    readonly sentInfoHeaders: OutgoingHeaders[];
    sentTrailers: OutgoingHeaders | undefined;
    readonly pending = false;
    closed: boolean;
    aborted: boolean;
    endAfterHeaders: boolean;
    rstCode: number;
    constructor(session: StreamOwner, id: number, headers: OutgoingHeaders, options: RequestOptions, isEnd: boolean);
    get session(): StreamOwner | undefined;
    get bufferSize(): number;
    get headersSent(): boolean;
    get state(): {
        state: number;
        localClose: number;
        remoteClose: number;
    };
    /** Ends the stream; a code other than that of no error resets it at once. */
    close(code?: number, callback?: () => void): void;
    /** Weights of streams are no longer part of the protocol. */
    priority(): void;
    setTimeout(milliseconds: number, callback?: () => void): this;
    /** Ends the request with trailers; called when "wantTrailers" is emitted. */
    sendTrailers(headers: OutgoingHeaders): void;
    _read(): void;
    _write(chunk: Uint8Array, _encoding: string, done: Done): void;
    _final(done: Done): void;
    _destroy(error: Error | null, done: Done): void;
    _onInformational(flat: string[]): void;
    _onResponse(flat: string[], isEnd: boolean): void;
    _onData(data: Uint8Array<ArrayBuffer>): void;
    _onTrailers(flat: string[]): void;
    /** The response is complete. */
    _onEnd(): void;
    _onWritten(): void;
    /** The server has reset the stream, or the session is over. */
    _onReset(code: number): void;
}
export {};
