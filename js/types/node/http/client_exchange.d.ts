import type { Buffer } from "../buffer/buffer.js";
import type { Listener } from "../events/events.js";
import type { ClientRequest } from "./client_request.js";
import { type Head } from "./head.js";
import { type Next } from "./message_parser.js";
import { type HttpSocket } from "./socket.js";
export declare class ClientExchange {
    #private;
    constructor(request: ClientRequest, socket: HttpSocket);
    onHead(head: Head, shouldKeepAlive: boolean): Next;
    onBody(data: Buffer): void;
    onMessageEnd(trailers: string[]): void;
}
/** Begins to write `request` to `socket` and to read its response. */
export declare function beginExchange(request: ClientRequest, socket: HttpSocket): void;
export type { Listener };
