import * as net from "../net/net.js";
import { type Timeout } from "../timers/timeout.js";
import { IncomingMessage } from "./incoming_message.js";
import { ServerConnection } from "./server_connection.js";
import { ServerResponse } from "./server_response.js";
import type { HttpSocket } from "./socket.js";
export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;
export interface ServerOptions {
    IncomingMessage?: typeof IncomingMessage;
    ServerResponse?: typeof ServerResponse;
    requestTimeout?: number;
    headersTimeout?: number;
    keepAliveTimeout?: number;
    connectionsCheckingInterval?: number;
    maxHeaderSize?: number;
    highWaterMark?: number;
    noDelay?: boolean;
    keepAlive?: boolean;
    keepAliveInitialDelay?: number;
    requireHostHeader?: boolean;
    joinDuplicateHeaders?: boolean;
    uniqueHeaders?: (string | string[])[];
    rejectNonStandardBodyWrites?: boolean;
    insecureHTTPParser?: boolean;
}
/** Bytes of the first line and the headers of a message. */
export declare const maxHeaderSize = 16384;
/** Members of HTTP servers besides those of node:net and node:tls. */
export interface HttpServer {
    timeout: number;
    keepAliveTimeout: number;
    headersTimeout: number;
    requestTimeout: number;
    connectionsCheckingInterval: number;
    maxHeaderSize: number;
    maxHeadersCount: number | null;
    maxRequestsPerSocket: number | null;
    requireHostHeader: boolean;
    joinDuplicateHeaders: boolean;
    rejectNonStandardBodyWrites: boolean;
    httpAllowHalfOpen: boolean;
    _incomingMessage: typeof IncomingMessage;
    _serverResponse: typeof ServerResponse;
    _uniqueHeaders: Set<string> | null;
    _connections_: Set<ServerConnection>;
    _checks_: Timeout | undefined;
    closeAllConnections(): void;
    closeIdleConnections(): void;
    setTimeout(milliseconds?: number | (() => void), callback?: () => void): this;
}
/** Sets the members that `options` decide. */
export declare function beginServer(server: HttpServer, options: ServerOptions): void;
/** Listens to a new connection of `server`. */
export declare function serve(server: Server, socket: HttpSocket): void;
export declare const serverMembers: {
    closeAllConnections(this: Server): void;
    closeIdleConnections(this: Server): void;
    setTimeout(this: Server, milliseconds?: number | (() => void), callback?: () => void): Server;
};
/** Ends connections that wait for another request, and the checks. */
export declare function closeServer(server: Server): void;
/** The options and the listener out of the arguments of a constructor. */
export declare function serverArguments(first: ServerOptions | RequestListener | undefined | null, second: RequestListener | undefined): [ServerOptions, RequestListener | undefined];
export type Server = net.Server & HttpServer;
export interface ServerConstructor {
    new (options?: ServerOptions | RequestListener, listener?: RequestListener): Server;
    (options?: ServerOptions | RequestListener, listener?: RequestListener): Server;
    prototype: Server;
}
/** `new` is optional. */
export declare function callableClass<C>(made: new (...args: never[]) => object, name: string): C;
export declare const Server: ServerConstructor;
