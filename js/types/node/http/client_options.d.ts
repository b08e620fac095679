import type { Agent, AgentOptions } from "./agent.js";
import type { IncomingMessage } from "./incoming_message.js";
import type { GivenHeaders } from "./outgoing_headers.js";
import type { HttpSocket } from "./socket.js";
export interface RequestOptions {
    protocol?: string | null;
    host?: string | null;
    hostname?: string | null;
    family?: number;
    port?: number | string | null;
    defaultPort?: number | string;
    localAddress?: string;
    socketPath?: string;
    method?: string;
    path?: string | null;
    headers?: GivenHeaders;
    auth?: string | null;
    agent?: Agent | boolean | null;
    _defaultAgent?: Agent;
    timeout?: number;
    setHost?: boolean;
    signal?: AbortSignal;
    maxHeaderSize?: number;
    joinDuplicateHeaders?: boolean;
    uniqueHeaders?: (string | string[])[];
    highWaterMark?: number;
    createConnection?(options: AgentOptions, created: (error: Error | null, socket?: HttpSocket) => void): HttpSocket | undefined;
    [name: string]: unknown;
}
export type ResponseListener = (response: IncomingMessage) => void;
/** A URL as the options of a request. */
export declare function urlToHttpOptions(url: URL): Record<string, unknown>;
/** The options and the listener out of the arguments of a request. */
export declare function requestArguments(input: string | URL | RequestOptions, second?: RequestOptions | ResponseListener | null, third?: ResponseListener): [RequestOptions, ResponseListener | undefined];
export declare function checkPath(path: unknown): void;
export declare function checkHost(host: unknown, name: string): string | null | undefined;
export declare function methodOf(method: unknown): string;
export declare function checkTimeout(value: unknown, name: string): number;
/** The agent of a request; undefined if it makes a connection of its own. */
export declare function agentOf(options: RequestOptions, standard: Agent): Agent | undefined;
/** The value of the header Host. */
export declare function hostHeader(host: string, port: unknown, defaultPort: unknown): string;
