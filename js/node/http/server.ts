// The server of node:http and the parts that that of node:https has as well.

import { coded, invalidArgType, outOfRange } from "../node_errors.ts";
import * as net from "../net/net.ts";
import { clearInterval, setInterval, type Timeout } from "../timers/timeout.ts";
import { IncomingMessage } from "./incoming_message.ts";
import { uniqueNames } from "./outgoing_headers.ts";
import { ServerConnection } from "./server_connection.ts";
import { ServerResponse } from "./server_response.ts";
import type { HttpSocket } from "./socket.ts";

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

export interface ServerOptions {
  IncomingMessage?: typeof IncomingMessage;
  ServerResponse?: typeof ServerResponse;
  requestTimeout?: number;
  headersTimeout?: number;
  keepAliveTimeout?: number;
  connectionsCheckingInterval?: number;
  maxHeaderSize?: number;
  highWaterMark?: number;
  noDelay?: boolean;
  keepAlive?: boolean;
  keepAliveInitialDelay?: number;
  requireHostHeader?: boolean;
  joinDuplicateHeaders?: boolean;
  uniqueHeaders?: (string | string[])[];
  rejectNonStandardBodyWrites?: boolean;
  insecureHTTPParser?: boolean;
}

/** Bytes of the first line and the headers of a message. */
export const maxHeaderSize = 16384;

function checkInteger(name: string, value: unknown, least: number): void {
  if (value === undefined) return;
  if (typeof value !== "number") throw invalidArgType(name, "of type number", value);
  if (!Number.isInteger(value)) throw outOfRange(name, "an integer", value);
  if (value < least) throw outOfRange(name, `>= ${least} && <= ${Number.MAX_SAFE_INTEGER}`, value);
}

function checkBoolean(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== "boolean") throw invalidArgType(name, "of type boolean", value);
}

/** Members of HTTP servers besides those of node:net and node:tls. */
export interface HttpServer {
  timeout: number;
  keepAliveTimeout: number;
  headersTimeout: number;
  requestTimeout: number;
  connectionsCheckingInterval: number;
  maxHeaderSize: number;
  maxHeadersCount: number | null;
  maxRequestsPerSocket: number | null;
  requireHostHeader: boolean;
  joinDuplicateHeaders: boolean;
  rejectNonStandardBodyWrites: boolean;
  httpAllowHalfOpen: boolean;
  _incomingMessage: typeof IncomingMessage;
  _serverResponse: typeof ServerResponse;
  _uniqueHeaders: Set<string> | null;
  _connections_: Set<ServerConnection>;
  _checks_: Timeout | undefined;
  closeAllConnections(): void;
  closeIdleConnections(): void;
  setTimeout(milliseconds?: number | (() => void), callback?: () => void): this;
}

/** The times of the options, in milliseconds. */
function times(options: ServerOptions): [request: number, headers: number] {
  checkInteger("requestTimeout", options.requestTimeout, 0);
  checkInteger("headersTimeout", options.headersTimeout, 0);
  const request = options.requestTimeout ?? 300_000;
  const headers = options.headersTimeout ?? Math.min(60_000, request > 0 ? request : 60_000);
  if (request > 0 && headers > 0 && headers > request) {
    throw coded(RangeError, "ERR_OUT_OF_RANGE",
      `The value of "headersTimeout" is out of range. It must be <= requestTimeout. Received ${headers}`);
  }
  return [request, headers];
}

/** Sets the members that `options` decide. */
export function beginServer(server: HttpServer, options: ServerOptions): void {
  checkInteger("maxHeaderSize", options.maxHeaderSize, 0);
  checkInteger("keepAliveTimeout", options.keepAliveTimeout, 0);
  checkInteger("connectionsCheckingInterval", options.connectionsCheckingInterval, 0);
  checkBoolean("options.requireHostHeader", options.requireHostHeader);
  checkBoolean("options.joinDuplicateHeaders", options.joinDuplicateHeaders);
  checkBoolean("options.rejectNonStandardBodyWrites", options.rejectNonStandardBodyWrites);
  const [request, headers] = times(options);
  server.timeout = 0;
  server.requestTimeout = request;
  server.headersTimeout = headers;
  server.keepAliveTimeout = options.keepAliveTimeout ?? 5000;
  server.connectionsCheckingInterval = options.connectionsCheckingInterval ?? 30_000;
  server.maxHeaderSize = options.maxHeaderSize || maxHeaderSize;
  server.maxHeadersCount = null;
  server.maxRequestsPerSocket = 0;
  server.requireHostHeader = options.requireHostHeader ?? true;
  server.joinDuplicateHeaders = options.joinDuplicateHeaders ?? false;
  server.rejectNonStandardBodyWrites = options.rejectNonStandardBodyWrites ?? false;
  server.httpAllowHalfOpen = false;
  server._incomingMessage = options.IncomingMessage ?? IncomingMessage;
  server._serverResponse = options.ServerResponse ?? ServerResponse;
  server._uniqueHeaders = uniqueNames(options.uniqueHeaders);
  const hidden = { enumerable: false, writable: true };
  Object.defineProperty(server, "_connections_", { ...hidden, value: new Set() });
  Object.defineProperty(server, "_checks_", { ...hidden, value: undefined });
}

/** Listens to a new connection of `server`. */
export function serve(server: Server, socket: HttpSocket): void {
  server._connections_.add(new ServerConnection(server, socket));
  if (server._checks_ !== undefined || !(server.connectionsCheckingInterval > 0)) return;
  server._checks_ = setInterval(() => checkTimes(server), server.connectionsCheckingInterval).unref();
}

/** Answers requests that take too long, such as those that come one byte at a time. */
function checkTimes(server: Server): void {
  const now = Date.now();
  for (const connection of [...server._connections_]) {
    const { beganAt, headEndedAt } = connection.parser;
    if (beganAt === 0) continue;
    const age = now - beganAt;
    const isSlow = (server.headersTimeout > 0 && headEndedAt === 0 && age >= server.headersTimeout) ||
      (server.requestTimeout > 0 && age >= server.requestTimeout);
    if (!isSlow) continue;
    connection.parser.close();
    connection.fail(coded(Error, "ERR_HTTP_REQUEST_TIMEOUT", "Request timeout"));
  }
}

export const serverMembers = {
  closeAllConnections(this: Server): void {
    for (const connection of [...this._connections_]) connection.socket.destroy();
  },
  closeIdleConnections(this: Server): void {
    for (const connection of [...this._connections_]) if (connection.isIdle) connection.socket.destroy();
  },
  setTimeout(this: Server, milliseconds: number | (() => void) = 0, callback?: () => void): Server {
    const heard = typeof milliseconds === "function" ? milliseconds : callback;
    this.timeout = typeof milliseconds === "function" ? 0 : milliseconds;
    if (heard !== undefined) this.on("timeout", heard);
    return this;
  },
};

/** Ends connections that wait for another request, and the checks. */
export function closeServer(server: Server): void {
  server.closeIdleConnections();
  if (server._checks_ !== undefined) clearInterval(server._checks_);
  server._checks_ = undefined;
}

/** The options and the listener out of the arguments of a constructor. */
export function serverArguments(
  first: ServerOptions | RequestListener | undefined | null,
  second: RequestListener | undefined,
): [ServerOptions, RequestListener | undefined] {
  if (typeof first === "function") return [{}, first];
  if (first !== undefined && first !== null && typeof first !== "object") {
    throw invalidArgType("options", "of type object", first);
  }
  return [{ ...first }, second];
}

class ServerMembers extends net.Server {
  constructor(first?: ServerOptions | RequestListener, second?: RequestListener) {
    const [options, listener] = serverArguments(first, second);
    const { noDelay = true, keepAlive = false, keepAliveInitialDelay = 0, highWaterMark } = options;
    super({ allowHalfOpen: true, noDelay, keepAlive, keepAliveInitialDelay, highWaterMark } as object);
    beginServer(this as unknown as HttpServer, options);
    if (listener !== undefined) this.on("request", listener);
    this.on("connection", (socket: HttpSocket) => serve(this as unknown as Server, socket));
  }

  override close(callback?: (error?: Error) => void): this {
    closeServer(this as unknown as Server);
    super.close(callback);
    return this;
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve, reject) => this.close((error) => error ? reject(error) : resolve()));
  }
}
for (const [name, value] of Object.entries(serverMembers)) {
  Object.defineProperty(ServerMembers.prototype, name, { value, writable: true, configurable: true });
}

export type Server = net.Server & HttpServer;

export interface ServerConstructor {
  new (options?: ServerOptions | RequestListener, listener?: RequestListener): Server;
  (options?: ServerOptions | RequestListener, listener?: RequestListener): Server;
  prototype: Server;
}

/** `new` is optional. */
export function callableClass<C>(made: new (...args: never[]) => object, name: string): C {
  const constructor = function (this: unknown, ...args: never[]): object {
    return Reflect.construct(made, args, new.target ?? constructor);
  };
  Object.defineProperty(constructor, "name", { value: name, configurable: true });
  Object.defineProperty(constructor, "prototype", { value: made.prototype });
  Object.defineProperty(made.prototype, "constructor", { value: constructor, writable: true, configurable: true });
  Object.setPrototypeOf(constructor, Object.getPrototypeOf(made));
  return constructor as C;
}

export const Server: ServerConstructor = callableClass(ServerMembers, "Server");
