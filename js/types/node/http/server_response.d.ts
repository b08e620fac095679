import { type Callable } from "./callable.js";
import type { IncomingMessage } from "./incoming_message.js";
import { type GivenHeaders, type OutgoingHeaders } from "./outgoing_headers.js";
import { type OutgoingMessageMembers, type WriteCallback } from "./outgoing_message.js";
import type { HttpSocket } from "./socket.js";
export interface ResponseOptions {
    highWaterMark?: number;
    rejectNonStandardBodyWrites?: boolean;
}
declare const ServerResponseMembers_base: typeof OutgoingMessageMembers;
export declare class ServerResponseMembers extends ServerResponseMembers_base {
    req: IncomingMessage;
    statusCode: number;
    statusMessage: string | undefined;
    _sent100: boolean;
    _expect_continue: boolean;
    assignSocket(socket: HttpSocket): void;
    detachSocket(socket: HttpSocket): void;
    _emitClose(): void;
    writeContinue(callback?: WriteCallback): void;
    writeProcessing(callback?: WriteCallback): void;
    writeEarlyHints(hints: OutgoingHeaders, callback?: WriteCallback): void;
    _implicitHeader(): void;
    writeHead(status: number, second?: string | GivenHeaders, third?: GivenHeaders): this;
    /** Headers of `writeHead` replace those that were set before. */
    _mergeHeaders(headers: GivenHeaders): void;
    writeHeader(status: number, second?: string | GivenHeaders, third?: GivenHeaders): this;
}
export type ServerResponse = ServerResponseMembers;
export declare const ServerResponse: Callable<ServerResponse, [request: IncomingMessage, options?: ResponseOptions]>;
export {};
