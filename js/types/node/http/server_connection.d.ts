import type { Buffer } from "../buffer/buffer.js";
import { type Head } from "./head.js";
import { type IncomingMessage } from "./incoming_message.js";
import { MessageParser, type Next } from "./message_parser.js";
import type { Server } from "./server.js";
import { type HttpSocket } from "./socket.js";
export declare class ServerConnection {
    #private;
    readonly socket: HttpSocket;
    readonly parser: MessageParser;
    constructor(server: Server, socket: HttpSocket);
    /** Whether no request is being read or answered. */
    get isIdle(): boolean;
    /** Whether a request has begun that has not come whole. */
    get isReading(): boolean;
    get incoming(): IncomingMessage | null;
    onHead(head: Head, shouldKeepAlive: boolean): Next;
    onBody(data: Buffer): void;
    onMessageEnd(trailers: string[]): void;
    /** Answers a faulty request or the failure of a socket. */
    fail(error: Error): void;
}
