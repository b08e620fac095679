import { type AgentMembers, type AgentOptions } from "./agent.js";
import { type Callable } from "./callable.js";
import { type RequestOptions, type ResponseListener } from "./client_options.js";
import { ClientRequest } from "./client_request.js";
import { type HttpServer, type RequestListener, type ServerConstructor, type ServerOptions } from "./server.js";
import type { HttpSocket } from "./socket.js";
import type { Server as NetServer } from "../net/net.js";
declare const HttpsAgentMembers_base: typeof AgentMembers;
declare class HttpsAgentMembers extends HttpsAgentMembers_base {
    createConnection(options: AgentOptions): HttpSocket;
    getName(options?: AgentOptions): string;
    /** Sessions of TLS are resumed below this layer. */
    _getSession(_key: string): undefined;
    _cacheSession(_key: string, _session: unknown): void;
    _evictSession(_key: string): void;
}
export type Agent = HttpsAgentMembers;
export declare const Agent: Callable<Agent, [options?: AgentOptions]>;
export type Server = NetServer & HttpServer;
/** A server; `new` is optional. Bound, because such a function has no prototype yet. */
export declare const Server: ServerConstructor;
export declare function createServer(options?: ServerOptions | RequestListener, listener?: RequestListener): Server;
export declare function request(input: string | URL | RequestOptions, options?: RequestOptions | ResponseListener | null, listener?: ResponseListener): ClientRequest;
export declare function get(input: string | URL | RequestOptions, options?: RequestOptions | ResponseListener | null, listener?: ResponseListener): ClientRequest;
export declare const globalAgent: Agent;
declare const _default: {
    Agent: Callable<HttpsAgentMembers, [options?: AgentOptions | undefined]>;
    globalAgent: Agent;
    Server: ServerConstructor;
    createServer: typeof createServer;
    get: typeof get;
    request: typeof request;
};
export default _default;
