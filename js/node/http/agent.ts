// Connections of clients, kept for further requests by host.

import { EventEmitter, type Listener } from "../events/events.ts";
import * as net from "../net/net.ts";
import { invalidArgType, invalidArgValue, outOfRange } from "../node_errors.ts";
import { type Callable, callable } from "./callable.ts";
import type { ClientRequest, RequestOptions } from "./client_request.ts";
import type { HttpSocket } from "./socket.ts";

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

const createTable = <T>(): Table<T> => Object.create(null) as Table<T>;

/** The options of requests that wait for a socket. */
const optionsKey = Symbol("requestOptions");

function onFreeError(this: HttpSocket): void {
  this.destroy();
  this.emit("agentRemove");
}

/** The name that a certificate has to have: that of the header Host. */
function serverNameOf(options: AgentOptions, request: ClientRequest): string {
  const header = request.getHeader("host");
  let name = options.host ?? "";
  if (header) {
    if (typeof header !== "string") throw invalidArgType("options.headers.host", "of type string", header);
    if (header.startsWith("[")) {
      const end = header.indexOf("]");
      name = end === -1 ? header : header.slice(1, end);
    } else name = header.split(":", 1)[0]!;
  }
  return net.isIP(name) ? "" : name;
}

function removeFrom<T>(table: Table<T>, name: string, item: T): void {
  const list = table[name];
  const at = list === undefined ? -1 : list.indexOf(item);
  if (at === -1) return;
  list!.splice(at, 1);
  if (list!.length === 0) delete table[name];
}

export class AgentMembers extends (EventEmitter as unknown as new () => EventEmitter) {
  declare defaultPort: number;
  declare protocol: string;
  declare options: AgentOptions;
  declare requests: Table<ClientRequest>;
  declare sockets: Table<HttpSocket>;
  declare freeSockets: Table<HttpSocket>;
  declare keepAlive: boolean;
  declare keepAliveMsecs: number;
  declare maxSockets: number;
  declare maxTotalSockets: number;
  declare maxFreeSockets: number;
  declare scheduling: "fifo" | "lifo";
  declare totalSocketCount: number;
  declare maxCachedSessions: number;

  createConnection(options: AgentOptions, created?: Created): HttpSocket {
    return net.createConnection(options as never, created as never) as unknown as HttpSocket;
  }

  getName(options: AgentOptions = {}): string {
    let name = `${options.host || "localhost"}:${options.port || ""}:${options.localAddress || ""}`;
    if (options.family === 4 || options.family === 6) name += `:${options.family}`;
    if (options.socketPath) name += `:${options.socketPath}`;
    return name;
  }

  _completeOptions(request: ClientRequest, given: AgentOptions): AgentOptions {
    const options = { __proto__: null, ...given, ...this.options } as AgentOptions;
    if (options.socketPath) options.path = options.socketPath;
    if (!options.servername && options.servername !== "") options.servername = serverNameOf(options, request);
    return options;
  }

  addRequest(request: ClientRequest, given: AgentOptions | string, port?: number, localAddress?: string): void {
    const asked = typeof given === "string" ? { host: given, port, localAddress } as AgentOptions : given;
    const options = this._completeOptions(request, asked);
    const name = this.getName(options);
    const used = this.sockets[name] ??= [];
    const free = this.freeSockets[name];
    const socket = this._takeFree(name, free);
    const count = (free?.length ?? 0) + used.length;
    if (socket !== undefined) {
      this.reuseSocket(socket, request);
      setRequestSocket(this, request, socket);
      used.push(socket);
    } else if (count < this.maxSockets && this.totalSocketCount < this.maxTotalSockets) {
      this.createSocket(request, options, (error, made) => {
        if (error) request.onSocket(made, error);
        else setRequestSocket(this, request, made!);
      });
    } else {
      (request as unknown as Record<symbol, unknown>)[optionsKey] = options;
      (this.requests[name] ??= []).push(request);
    }
    if (used.length === 0 && this.sockets[name] === used) delete this.sockets[name];
  }

  _takeFree(name: string, free: HttpSocket[] | undefined): HttpSocket | undefined {
    if (free === undefined) return undefined;
    while (free.length > 0 && free[0]!.destroyed) free.shift();
    let socket = this.scheduling === "fifo" ? free.shift() : free.pop();
    while (socket !== undefined && (socket.destroyed || !socket.writable)) socket = free.pop();
    if (free.length === 0) delete this.freeSockets[name];
    return socket;
  }

  createSocket(request: ClientRequest, given: AgentOptions, created: Created): void {
    const options = this._completeOptions(request, given);
    const name = this.getName(options);
    options["_agentKey"] = name;
    options.encoding = null;
    let isAnswered = false;
    const done: Created = (error, socket) => {
      if (isAnswered) return;
      isAnswered = true;
      if (error) return created(error);
      (this.sockets[name] ??= []).push(socket!);
      this.totalSocketCount++;
      addSocketListeners(this, socket!, options);
      created(null, socket);
    };
    const socket = this.createConnection(options, done);
    if (socket) done(null, socket);
  }

  removeSocket(socket: HttpSocket, options: AgentOptions): void {
    const name = this.getName(options);
    removeFrom(this.sockets, name, socket);
    if (!socket.writable) removeFrom(this.freeSockets, name, socket);
    const waiting = this.requests[name]?.[0] ?? this._waitingElsewhere();
    const asked = (waiting as unknown as Record<symbol, AgentOptions | undefined> | undefined)?.[optionsKey];
    if (waiting === undefined || asked === undefined) return;
    (waiting as unknown as Record<symbol, unknown>)[optionsKey] = undefined;
    this.createSocket(waiting, asked, (error, made) => {
      if (error) waiting.onSocket(null, error);
      else made!.emit("free");
    });
  }

  /** A request to a host without a socket, which only the limit of all sockets holds back. */
  _waitingElsewhere(): ClientRequest | undefined {
    const name = Object.keys(this.requests).find((it) => this.sockets[it] === undefined);
    return name === undefined ? undefined : this.requests[name]?.[0];
  }

  keepSocketAlive(socket: HttpSocket): boolean {
    socket.setKeepAlive?.(true, this.keepAliveMsecs);
    socket.unref?.();
    let time = this.options.timeout ?? 0;
    const response = (socket._httpMessage as ClientRequest | undefined)?.res;
    const hint = /^timeout=(\d+)/.exec(String(response?.headers["keep-alive"] ?? ""))?.[1];
    if (hint !== undefined) {
      // A second less than announced, as the server may close while a request is on its way.
      const announced = Number(hint) * 1000 - 1000;
      if (announced <= 0) return false;
      if (announced < time) time = announced;
    }
    if (socket.timeout !== time) socket.setTimeout?.(time);
    return true;
  }

  reuseSocket(socket: HttpSocket, request: ClientRequest): void {
    socket.removeListener("error", onFreeError as Listener);
    request.reusedSocket = true;
    socket.ref?.();
  }

  destroy(): void {
    for (const table of [this.freeSockets, this.sockets]) {
      for (const list of Object.values(table)) for (const socket of [...list!]) socket.destroy();
    }
  }

  /** A socket has finished a request. */
  _free(socket: HttpSocket, options: AgentOptions): void {
    const name = this.getName(options);
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const waiting = this.requests[name];
    if (waiting !== undefined && waiting.length > 0) {
      const request = waiting.shift()!;
      if (waiting.length === 0) delete this.requests[name];
      setRequestSocket(this, request, socket);
      return;
    }
    const request = socket._httpMessage as ClientRequest | undefined;
    const free = this.freeSockets[name] ?? [];
    const count = free.length + (this.sockets[name]?.length ?? 0);
    const isKept = request?.shouldKeepAlive && this.keepAlive && this.totalSocketCount <= this.maxTotalSockets &&
      count <= this.maxSockets && free.length < this.maxFreeSockets && this.keepSocketAlive(socket);
    if (!isKept) {
      socket.destroy();
      return;
    }
    this.freeSockets[name] = free;
    socket._httpMessage = null;
    this.removeSocket(socket, options);
    socket.once("error", onFreeError as Listener);
    free.push(socket);
  }
}

function addSocketListeners(agent: AgentMembers, socket: HttpSocket, options: AgentOptions): void {
  const onFree = () => void agent.emit("free", socket, options);
  const onClose = () => {
    agent.totalSocketCount--;
    agent.removeSocket(socket, options);
  };
  const onTimeout = () => {
    if (agent.freeSockets[agent.getName(options)]?.includes(socket)) socket.destroy();
  };
  const onRemove = () => {
    agent.totalSocketCount--;
    agent.removeSocket(socket, options);
    socket.off("close", onClose);
    socket.off("free", onFree);
    socket.off("timeout", onTimeout);
    socket.off("agentRemove", onRemove);
  };
  socket.on("free", onFree);
  socket.on("close", onClose);
  if (agent.keepAlive || agent.options.timeout) socket.on("timeout", onTimeout);
  socket.on("agentRemove", onRemove);
}

function setRequestSocket(agent: AgentMembers, request: ClientRequest, socket: HttpSocket): void {
  request.onSocket(socket);
  if (request.timeout === undefined || request.timeout === (agent.options.timeout ?? 0)) return;
  socket.setTimeout?.(request.timeout);
}

function checkCount(name: string, value: unknown): void {
  if (value === undefined) return;
  if (typeof value !== "number") throw invalidArgType(name, "of type number", value);
  if (!(value >= 1)) throw outOfRange(name, ">= 1", value);
}

/** The fields of a new agent. */
export function beginAgent(self: AgentMembers, given?: AgentOptions): void {
  EventEmitter.call(self);
  const options = { __proto__: null, ...given } as AgentOptions;
  options.noDelay ??= true;
  // An agent has no path; requests have.
  options.path = null;
  checkCount("maxTotalSockets", options.maxTotalSockets);
  const { scheduling = "lifo" } = options;
  if (scheduling !== "fifo" && scheduling !== "lifo") {
    throw invalidArgValue("scheduling", `'${String(scheduling)}'`, "must be one of: 'fifo', 'lifo'");
  }
  self.defaultPort = 80;
  self.protocol = "http:";
  self.options = options;
  self.requests = createTable();
  self.sockets = createTable();
  self.freeSockets = createTable();
  self.keepAliveMsecs = options.keepAliveMsecs || 1000;
  self.keepAlive = options.keepAlive || false;
  self.maxSockets = options.maxSockets || defaultMaxSockets();
  self.maxFreeSockets = options.maxFreeSockets || 256;
  self.scheduling = scheduling;
  self.maxTotalSockets = options.maxTotalSockets ?? Infinity;
  self.totalSocketCount = 0;
  self.on("free", (socket: HttpSocket, its: AgentOptions) => self._free(socket, its));
}

const defaultMaxSockets = (): number => (Agent as unknown as { defaultMaxSockets: number }).defaultMaxSockets;

export type Agent = AgentMembers;

export const Agent: Callable<Agent, [options?: AgentOptions]> = callable("Agent", AgentMembers, beginAgent);
Object.assign(Agent, { defaultMaxSockets: Infinity });

/** The agent of requests that name none; programs may replace it. */
export const standard: { agent: Agent } = {
  agent: new Agent({ keepAlive: true, scheduling: "lifo", timeout: 5000 }),
};

export type { RequestOptions };
