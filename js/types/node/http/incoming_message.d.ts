import streams from "../../npm/readable-stream.js";
import { type Callable } from "./callable.js";
import { type DistinctFields, type HeaderFields } from "./header_fields.js";
import type { HttpSocket } from "./socket.js";
export declare const fieldsKey: unique symbol;
export declare const distinctKey: unique symbol;
export declare const trailersKey: unique symbol;
export declare const distinctTrailersKey: unique symbol;
/** The error of a message whose connection ended before it. */
export declare const connectionReset: (text: string) => Error & {
    code: string;
};
export declare class IncomingMessageMembers extends streams.Readable {
    socket: HttpSocket;
    client: HttpSocket;
    httpVersionMajor: number | null;
    httpVersionMinor: number | null;
    httpVersion: string | null;
    complete: boolean;
    rawHeaders: string[];
    rawTrailers: string[];
    joinDuplicateHeaders: boolean;
    aborted: boolean;
    upgrade: boolean | null;
    url: string;
    method: string | null;
    statusCode: number | null;
    statusMessage: string | null;
    /** The request of a response. */
    req?: unknown;
    _consumed: boolean;
    _dumped: boolean;
    [fieldsKey]: HeaderFields | null;
    [distinctKey]: DistinctFields | null;
    [trailersKey]: HeaderFields | null;
    [distinctTrailersKey]: DistinctFields | null;
    get connection(): HttpSocket;
    set connection(socket: HttpSocket);
    get headers(): HeaderFields;
    set headers(fields: HeaderFields);
    get headersDistinct(): DistinctFields;
    set headersDistinct(fields: DistinctFields);
    get trailers(): HeaderFields;
    set trailers(fields: HeaderFields);
    get trailersDistinct(): DistinctFields;
    set trailersDistinct(fields: DistinctFields);
    setTimeout(milliseconds: number, callback?: () => void): this;
    _read(_size: number): void;
    _destroy(error: Error | null, callback: (error?: Error | null) => void): void;
    _addHeaderLines(headers: string[], count: number): void;
    _addHeaderLine(name: string, value: string, fields: HeaderFields): void;
    _addHeaderLineDistinct(name: string, value: string, fields: DistinctFields): void;
    /** Throws the rest of the body away, so that the connection can be used again. */
    _dump(): void;
}
export type IncomingMessage = IncomingMessageMembers;
export declare const IncomingMessage: Callable<IncomingMessage, [socket?: HttpSocket]>;
