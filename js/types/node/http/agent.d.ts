import { EventEmitter } from "../events/events.js";
import { type Callable } from "./callable.js";
import type { ClientRequest, RequestOptions } from "./client_request.js";
import type { HttpSocket } from "./socket.js";
export interface AgentOptions {
    keepAlive?: boolean;
    keepAliveMsecs?: number;
    maxSockets?: number;
    maxTotalSockets?: number;
    maxFreeSockets?: number;
    scheduling?: "fifo" | "lifo";
    timeout?: number;
    noDelay?: boolean;
    host?: string;
    port?: number | string;
    localAddress?: string;
    family?: number;
    socketPath?: string;
    path?: string | null;
    servername?: string;
    encoding?: null;
    [name: string]: unknown;
}
type Created = (error: Error | null | undefined, socket?: HttpSocket) => void;
type Table<T> = Record<string, T[] | undefined>;
declare const AgentMembers_base: new () => EventEmitter;
export declare class AgentMembers extends AgentMembers_base {
    defaultPort: number;
    protocol: string;
    options: AgentOptions;
    requests: Table<ClientRequest>;
    sockets: Table<HttpSocket>;
    freeSockets: Table<HttpSocket>;
    keepAlive: boolean;
    keepAliveMsecs: number;
    maxSockets: number;
    maxTotalSockets: number;
    maxFreeSockets: number;
    scheduling: "fifo" | "lifo";
    totalSocketCount: number;
    maxCachedSessions: number;
    createConnection(options: AgentOptions, created?: Created): HttpSocket;
    getName(options?: AgentOptions): string;
    _completeOptions(request: ClientRequest, given: AgentOptions): AgentOptions;
    addRequest(request: ClientRequest, given: AgentOptions | string, port?: number, localAddress?: string): void;
    _takeFree(name: string, free: HttpSocket[] | undefined): HttpSocket | undefined;
    createSocket(request: ClientRequest, given: AgentOptions, created: Created): void;
    removeSocket(socket: HttpSocket, options: AgentOptions): void;
    /** A request to a host without a socket, which only the limit of all sockets holds back. */
    _waitingElsewhere(): ClientRequest | undefined;
    keepSocketAlive(socket: HttpSocket): boolean;
    reuseSocket(socket: HttpSocket, request: ClientRequest): void;
    destroy(): void;
    /** A socket has finished a request. */
    _free(socket: HttpSocket, options: AgentOptions): void;
}
/** The fields of a new agent. */
export declare function beginAgent(self: AgentMembers, given?: AgentOptions): void;
export type Agent = AgentMembers;
export declare const Agent: Callable<Agent, [options?: AgentOptions]>;
/** The agent of requests that name none; programs may replace it. */
export declare const standard: {
    agent: Agent;
};
export type { RequestOptions };
