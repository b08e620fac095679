// node:https: HTTP/1.1 over sockets of node:tls.

import { type AgentMembers, type AgentOptions, beginAgent } from "./agent.ts";
import { Agent as HttpAgent } from "./agent.ts";
import { type Callable, callable } from "./callable.ts";
import { requestArguments, type RequestOptions, type ResponseListener } from "./client_options.ts";
import { ClientRequest } from "./client_request.ts";
import {
  beginServer,
  callableClass,
  closeServer,
  type HttpServer,
  type RequestListener,
  serve,
  type Server as PlainServer,
  serverArguments,
  type ServerConstructor,
  serverMembers,
  type ServerOptions,
} from "./server.ts";
import type { HttpSocket } from "./socket.ts";
import { core } from "../../web/ops.ts";
import type { Server as NetServer } from "../net/net.ts";

/** The used part of node:tls, which is loaded with the first connection or server. */
interface Tls {
  connect(options: AgentOptions): HttpSocket;
  Server: new (options: object) => NetServer;
}

const loadTls = core.createLazyLoader("lumi:/node/tls/tls.ts") as unknown as () => Tls;

/** Options of TLS that tell connections apart, in the order of their part in the name. */
const NAMED = [
  "ca",
  "cert",
  "clientCertEngine",
  "ciphers",
  "key",
  "pfx",
  "rejectUnauthorized",
  "servername",
  "minVersion",
  "maxVersion",
  "secureProtocol",
  "crl",
  "honorCipherOrder",
  "ecdhCurve",
  "dhparam",
  "secureOptions",
  "sessionIdContext",
  "sigalgs",
  "privateKeyIdentifier",
  "privateKeyEngine",
];

class HttpsAgentMembers extends (HttpAgent as unknown as typeof AgentMembers) {
  override createConnection(options: AgentOptions): HttpSocket {
    return loadTls().connect(options);
  }

  override getName(options: AgentOptions = {}): string {
    let name = super.getName(options);
    for (const key of NAMED) {
      name += ":";
      const value = options[key];
      const isShown = key === "rejectUnauthorized" ? value !== undefined : Boolean(value);
      if (key === "servername" ? value && value !== options.host : isShown) name += String(value);
    }
    return name;
  }

  /** Sessions of TLS are resumed below this layer. */
  _getSession(_key: string): undefined {}
  _cacheSession(_key: string, _session: unknown): void {}
  _evictSession(_key: string): void {}
}

export type Agent = HttpsAgentMembers;

export const Agent: Callable<Agent, [options?: AgentOptions]> = callable("Agent", HttpsAgentMembers,
  (self: HttpsAgentMembers, options?: AgentOptions) => {
    beginAgent(self, options);
    self.defaultPort = 443;
    self.protocol = "https:";
    self.maxCachedSessions = (self.options["maxCachedSessions"] as number | undefined) ?? 100;
  });

const standard = { agent: new Agent({ keepAlive: true, scheduling: "lifo", timeout: 5000 }) };

let serverClass: ServerConstructor | undefined;

/** The class of servers, made when the first is. */
function secureServer(): ServerConstructor {
  serverClass ??= callableClass<ServerConstructor>(membersOf(loadTls().Server), "Server");
  return serverClass;
}

function membersOf(
  base: Tls["Server"],
): new (first?: ServerOptions | RequestListener, second?: RequestListener) => object {
  class ServerMembers extends base {
    constructor(first?: ServerOptions | RequestListener, second?: RequestListener) {
      const [options, listener] = serverArguments(first, second);
      super({ noDelay: true, ALPNProtocols: ["http/1.1"], ...options, allowHalfOpen: true });
      beginServer(this as unknown as HttpServer, options);
      if (listener !== undefined) this.on("request", listener);
      this.on("secureConnection", (socket: HttpSocket) => serve(this as unknown as PlainServer, socket));
      this.on("tlsClientError", (error: Error, socket: HttpSocket) => {
        if (!this.emit("clientError", error, socket)) socket.destroy(error);
      });
    }

    override close(callback?: (error?: Error) => void): this {
      closeServer(this as unknown as PlainServer);
      super.close(callback);
      return this;
    }
  }
  for (const [name, value] of Object.entries(serverMembers)) {
    Object.defineProperty(ServerMembers.prototype, name, { value, writable: true, configurable: true });
  }
  return ServerMembers;
}

export type Server = NetServer & HttpServer;

function construct(this: unknown, options?: ServerOptions | RequestListener, listener?: RequestListener): object {
  const isDerived = new.target !== undefined && new.target !== (construct as unknown);
  return Reflect.construct(secureServer(), [options, listener], isDerived ? new.target as never : secureServer());
}

/** A server; `new` is optional. Bound, because such a function has no prototype yet. */
export const Server: ServerConstructor = construct.bind(undefined) as unknown as ServerConstructor;
Object.defineProperty(Server, "name", { value: "Server", configurable: true });
Object.defineProperty(Server, "prototype", { get: () => secureServer().prototype });

export function createServer(options?: ServerOptions | RequestListener, listener?: RequestListener): Server {
  return new Server(options, listener);
}

export function request(
  input: string | URL | RequestOptions,
  options?: RequestOptions | ResponseListener | null,
  listener?: ResponseListener,
): ClientRequest {
  const [given, heard] = requestArguments(input, options, listener);
  given._defaultAgent = standard.agent;
  return new ClientRequest(given, heard);
}

export function get(
  input: string | URL | RequestOptions,
  options?: RequestOptions | ResponseListener | null,
  listener?: ResponseListener,
): ClientRequest {
  const made = request(input, options, listener);
  made.end();
  return made;
}

export const globalAgent: Agent = standard.agent;

export default {
  Agent,
  get globalAgent(): Agent {
    return standard.agent;
  },
  set globalAgent(agent: Agent) {
    standard.agent = agent;
  },
  Server,
  createServer,
  get,
  request,
};
