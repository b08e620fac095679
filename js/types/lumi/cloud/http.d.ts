import type { HttpEvent, HttpReply, Socket } from "./contract.js";
/** The names of parameters in a path: `id` for `/todos/:id`. */
export type PathParams<Path extends string> = string extends Path ? string : Path extends `${infer First}/${infer Rest}` ? PathParams<First> | PathParams<Rest> : Path extends `:${infer Name}` ? Name : Path extends "*" ? "*" : never;
/** A request, as handlers get it. */
export interface HttpRequest<Path extends string = string> {
    readonly method: string;
    readonly path: string;
    /** Of the path: `id` for `/todos/:id`. */
    readonly params: Readonly<Record<PathParams<Path>, string>>;
    readonly query: Readonly<Record<string, string | string[]>>;
    /** By names in lower case. */
    readonly headers: Readonly<Record<string, string>>;
    /** The body as text; base64 if it is not UTF-8. */
    readonly body: string;
    /** The body as it came. */
    bytes(): Uint8Array;
    /** The body as data; the answer is 400 if it is not JSON. */
    json(): any;
}
/** The handlers of a WebSocket, which are called in turn, each when the one before has ended. */
export interface SocketHandlers<Path extends string = string> {
    /** The protocols that the application speaks, of which the first that the client offers is chosen. */
    protocols?: readonly string[];
    /** Throws an `HttpError` to refuse the client with its status. */
    accept?(request: HttpRequest<Path>): unknown;
    open?(socket: Socket, request: HttpRequest<Path>): unknown;
    message?(socket: Socket, data: string | Uint8Array, request: HttpRequest<Path>): unknown;
    /** The code is 1006 if the client has gone without one. */
    close?(socket: Socket, code: number, reason: string, request: HttpRequest<Path>): unknown;
}
/** A text, bytes, data that becomes JSON, a `Response`, nothing, or an answer in full. */
export type HttpAnswer = unknown | {
    status?: number;
    headers?: Record<string, string | string[]>;
    body?: unknown;
};
export type HttpHandler<Path extends string = string> = (request: HttpRequest<Path>) => HttpAnswer | Promise<HttpAnswer>;
/** A handler of the web, such as the `fetch` of an application of Hono. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;
/** Handlers throw it to answer with that status. */
export declare class HttpError extends Error {
    readonly status: number;
    constructor(status: number, message: string);
}
/**
 * Makes one handler of all routes: it finds the route, and knows what handlers throw. Bodies of answers that are streams are
 * passed on with `isStreaming`, else they are read.
 */
export declare function dispatcher(routes: Record<string, HttpHandler<any>>, isStreaming?: boolean): (event: HttpEvent) => Promise<HttpReply>;
/** Makes a handler of one for the web. */
export declare function fetching(handler: FetchHandler): HttpHandler;
/** Makes a handler of those of a WebSocket. */
export declare function accepting(handlers: SocketHandlers<any>): HttpHandler;
/** The answer in full. */
export declare function replyOf(answer: unknown, isStreaming?: boolean): Promise<HttpReply>;
/** Bytes in base64. */
export declare function encoded(bytes: Uint8Array): string;
export declare function decoded(text: string): Uint8Array;
