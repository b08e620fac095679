import { type Agent } from "./agent.js";
import { type Callable } from "./callable.js";
import { type ClientExchange } from "./client_exchange.js";
import { type RequestOptions, type ResponseListener } from "./client_options.js";
import { type IncomingMessage } from "./incoming_message.js";
import { type OutgoingMessageMembers } from "./outgoing_message.js";
import type { HttpSocket } from "./socket.js";
export type { RequestOptions };
export declare const errorKey: unique symbol;
declare const ClientRequestMembers_base: typeof OutgoingMessageMembers;
export declare class ClientRequestMembers extends ClientRequestMembers_base {
    method: string;
    path: string;
    host: string;
    protocol: string;
    socketPath: string | undefined;
    timeout: number | undefined;
    agent: Agent | null | undefined;
    res: IncomingMessage | null;
    aborted: boolean;
    _ended: boolean;
    upgradeOrConnect: boolean;
    reusedSocket: boolean;
    maxHeadersCount: number | null;
    maxHeaderSize: number | undefined;
    joinDuplicateHeaders: boolean | undefined;
    timeoutCb: (() => void) | null;
    parser: ClientExchange | null;
    [errorKey]: Error | null | undefined;
    _implicitHeader(): void;
    abort(): void;
    destroy(error?: Error): this;
    onSocket(socket: HttpSocket | null | undefined, error?: Error | null): void;
    _takeSocket(socket: HttpSocket | null | undefined, error: Error | null | undefined): void;
    _failWith(error: Error | null | undefined): void;
    /** Tells of timeouts of the socket as those of the request. */
    _listenTimeout(): void;
    setTimeout(milliseconds: number, callback?: () => void): this;
    clearTimeout(callback?: () => void): void;
    setNoDelay(isOn?: boolean): void;
    setSocketKeepAlive(isOn?: boolean, delay?: number): void;
    _withSocket(act: (socket: HttpSocket) => void): void;
    _whenConnected(act: (socket: HttpSocket) => void): void;
}
export type ClientRequest = ClientRequestMembers;
export declare const ClientRequest: Callable<ClientRequest, [
    input: string | URL | RequestOptions,
    options?: RequestOptions | ResponseListener | null,
    listener?: ResponseListener
]>;
