// A request of a client.

import streams from "../../npm/readable-stream.js";
import { Buffer } from "../buffer/buffer.ts";
import * as net from "../net/net.ts";
import { coded } from "../node_errors.ts";
import { nextTick } from "../process/process.ts";
import { type Agent, standard } from "./agent.ts";
import { type Callable, callable } from "./callable.ts";
import { beginExchange, type ClientExchange } from "./client_exchange.ts";
import {
  agentOf,
  checkHost,
  checkPath,
  checkTimeout,
  hostHeader,
  methodOf,
  requestArguments,
  type RequestOptions,
  type ResponseListener,
} from "./client_options.ts";
import { connectionReset, type IncomingMessage } from "./incoming_message.ts";
import { alreadySent, eachHeader, fieldsKey, uniqueKey, uniqueNames } from "./outgoing_headers.ts";
import { beginOutgoing, OutgoingMessage, type OutgoingMessageMembers } from "./outgoing_message.ts";
import type { HttpSocket } from "./socket.ts";

export type { RequestOptions };

export const errorKey: unique symbol = Symbol("kError");

/** Methods whose requests have no body unless a header says so. */
const WITHOUT_BODY = new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE", "CONNECT"]);

function onTimeout(this: HttpSocket): void {
  const request = this._httpMessage as ClientRequest | undefined;
  request?.emit("timeout");
}

export class ClientRequestMembers extends (OutgoingMessage as unknown as typeof OutgoingMessageMembers) {
  declare method: string;
  declare path: string;
  declare host: string;
  declare protocol: string;
  declare socketPath: string | undefined;
  declare timeout: number | undefined;
  declare agent: Agent | null | undefined;
  declare res: IncomingMessage | null;
  declare aborted: boolean;
  declare _ended: boolean;
  declare upgradeOrConnect: boolean;
  declare reusedSocket: boolean;
  declare maxHeadersCount: number | null;
  declare maxHeaderSize: number | undefined;
  declare joinDuplicateHeaders: boolean | undefined;
  declare timeoutCb: (() => void) | null;
  declare parser: ClientExchange | null;
  declare [errorKey]: Error | null | undefined;

  override _implicitHeader(): void {
    if (this._header) throw alreadySent("render");
    this._storeHeader(`${this.method} ${this.path} HTTP/1.1\r\n`, this[fieldsKey]);
  }

  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    nextTick(() => this.emit("abort"));
    this.destroy();
  }

  override destroy(error?: Error): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    // The unread rest of the response is discarded.
    this.res?._dump();
    this[errorKey] = error;
    this.socket?.destroy(error);
    return this;
  }

  onSocket(socket: HttpSocket | null | undefined, error?: Error | null): void {
    nextTick(() => this._takeSocket(socket, error));
  }

  _takeSocket(socket: HttpSocket | null | undefined, error: Error | null | undefined): void {
    if (!this.destroyed && !error) {
      beginExchange(this, socket!);
      const hasTimeout = this.timeout !== undefined || Boolean(this.agent?.options?.timeout);
      if (hasTimeout) this._listenTimeout();
      this.emit("socket", socket);
      this._flush();
      return;
    }
    const cause = error ?? this[errorKey];
    if (!socket) return this._failWith(cause);
    if (!error && this.agent && !socket.destroyed) {
      socket.emit("free");
      this._failWith(cause);
      return;
    }
    streams.finished(socket.destroy(cause ?? undefined), (problem) => {
      const isEarly = (problem as { code?: string } | undefined)?.code === "ERR_STREAM_PREMATURE_CLOSE";
      this._failWith((isEarly ? undefined : problem) ?? cause);
    });
  }

  _failWith(error: Error | null | undefined): void {
    const cause = error ?? (this.aborted ? undefined : connectionReset("socket hang up"));
    if (cause) this.emit("error", cause);
    this._closed = true;
    this.emit("close");
  }

  /** Tells of timeouts of the socket as those of the request. */
  _listenTimeout(): void {
    if (this.timeoutCb) return;
    this.timeoutCb = onTimeout;
    if (this.socket) this.socket.once("timeout", onTimeout);
    else this.on("socket", (socket: HttpSocket) => void socket.once("timeout", onTimeout));
  }

  override setTimeout(milliseconds: number, callback?: () => void): this {
    if (this._ended) return this;
    this._listenTimeout();
    const time = checkTimeout(milliseconds, "msecs");
    if (callback !== undefined) this.once("timeout", callback);
    this._withSocket((socket) => {
      if (socket.connecting) socket.once("connect", () => void socket.setTimeout?.(time));
      else socket.setTimeout?.(time);
    });
    return this;
  }

  clearTimeout(callback?: () => void): void {
    this.setTimeout(0, callback);
  }

  setNoDelay(isOn = true): void {
    this._whenConnected((socket) => socket.setNoDelay?.(isOn));
  }

  setSocketKeepAlive(isOn = true, delay = 0): void {
    this._whenConnected((socket) => socket.setKeepAlive?.(isOn, delay));
  }

  _withSocket(act: (socket: HttpSocket) => void): void {
    if (this.socket) act(this.socket);
    else this.once("socket", act);
  }

  _whenConnected(act: (socket: HttpSocket) => void): void {
    this._withSocket((socket) => {
      if (socket.connecting) socket.once("connect", () => act(socket));
      else act(socket);
    });
  }
}

export type ClientRequest = ClientRequestMembers;

/** Sets what the options say of the message itself. */
function setMessage(self: ClientRequestMembers, options: RequestOptions): void {
  checkPath(options.path);
  self.method = methodOf(options.method);
  self.path = options.path || "/";
  self.socketPath = options.socketPath;
  self.maxHeaderSize = options.maxHeaderSize;
  self.joinDuplicateHeaders = options.joinDuplicateHeaders;
  if (options.timeout !== undefined) self.timeout = checkTimeout(options.timeout, "timeout");
  self.useChunkedEncodingByDefault = !WITHOUT_BODY.has(self.method);
  self._ended = false;
  self.res = null;
  self.aborted = false;
  self.timeoutCb = null;
  self.upgradeOrConnect = false;
  self.parser = null;
  self.maxHeadersCount = null;
  self.reusedSocket = false;
  self[uniqueKey] = uniqueNames(options.uniqueHeaders);
}

function setHeaders(self: ClientRequestMembers, options: RequestOptions, defaultPort: unknown): void {
  const { headers } = options;
  if (Array.isArray(headers)) {
    self._storeHeader(`${self.method} ${self.path} HTTP/1.1\r\n`, headers);
    return;
  }
  if (headers) eachHeader(headers, (name, value) => void self.setHeader(name, value));
  const sets = options.setHost === undefined || Boolean(options.setHost);
  if (self.host && !self.getHeader("host") && sets) {
    self.setHeader("Host", hostHeader(self.host, options.port, defaultPort));
  }
  if (options.auth && !self.getHeader("Authorization")) {
    self.setHeader("Authorization", `Basic ${Buffer.from(options.auth).toString("base64")}`);
  }
  if (self.getHeader("expect")) self._implicitHeader();
}

/** Connects without an agent. */
function connect(self: ClientRequestMembers, options: RequestOptions): void {
  self._last = true;
  self.shouldKeepAlive = false;
  const own = { ...options, path: options.socketPath };
  if (typeof options.createConnection !== "function") {
    self.onSocket(net.createConnection(own as never) as unknown as HttpSocket);
    return;
  }
  let isAnswered = false;
  const done = (error: Error | null, socket?: HttpSocket) => {
    if (isAnswered) return;
    isAnswered = true;
    if (error) nextTick(() => self.emit("error", error));
    else self.onSocket(socket);
  };
  try {
    const socket = options.createConnection(own as never, done);
    if (socket) done(null, socket);
  } catch (error) {
    done(error as Error);
  }
}

function begin(
  self: ClientRequestMembers,
  input: string | URL | RequestOptions,
  second?: RequestOptions | ResponseListener | null,
  third?: ResponseListener,
): void {
  beginOutgoing(self);
  const [options, listener] = requestArguments(input, second, third);
  const usual = options._defaultAgent ?? standard.agent;
  const agent = agentOf(options, usual);
  self.agent = agent;
  const expected = agent?.protocol ?? usual.protocol;
  const protocol = options.protocol || usual.protocol;
  setMessage(self, options);
  if (protocol !== expected) {
    throw coded(TypeError, "ERR_INVALID_PROTOCOL", `Protocol "${protocol}" not supported. Expected "${expected}"`);
  }
  const defaultPort = options.defaultPort || agent?.defaultPort;
  options.port = options.port || defaultPort || 80;
  const host = checkHost(options.hostname, "hostname") || checkHost(options.host, "host") || "localhost";
  options.host = host;
  self.host = host;
  self.protocol = protocol;
  if (listener) self.once("response", listener);
  if (options.signal) streams.addAbortSignal(options.signal, self as never);
  if (agent) {
    const isSingle = !agent.keepAlive && !Number.isFinite(agent.maxSockets);
    self._last = isSingle;
    self.shouldKeepAlive = !isSingle;
  }
  setHeaders(self, options, defaultPort);
  const { signal: _signal, ...rest } = options;
  if (agent) agent.addRequest(self, rest as never);
  else connect(self, rest);
}

export const ClientRequest: Callable<
  ClientRequest,
  [
    input: string | URL | RequestOptions,
    options?: RequestOptions | ResponseListener | null,
    listener?: ResponseListener,
  ]
> = callable("ClientRequest", ClientRequestMembers, begin);
