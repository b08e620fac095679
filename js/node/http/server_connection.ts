// One connection of a server: requests in the order in which they came, and their responses.

import type { Buffer } from "../buffer/buffer.ts";
import { nextTick } from "../process/process.ts";
import { type Head, type ParseError, REQUEST, wantsUpgrade } from "./head.ts";
import { connectionReset, type IncomingMessage } from "./incoming_message.ts";
import { BODY, MessageParser, type Next, OTHER_PROTOCOL } from "./message_parser.ts";
import { uniqueKey } from "./outgoing_headers.ts";
import type { Server } from "./server.ts";
import type { ServerResponse } from "./server_response.ts";
import { destroySoon, type HttpSocket } from "./socket.ts";

const expectsContinue = /(?:^|\W)100-continue(?:$|\W)/i;

/** The answers to faulty requests, if no listener deals with them. */
const FAULTS: Record<string, string> = {
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

const nop = () => {};

export class ServerConnection {
  readonly #server: Server;
  readonly socket: HttpSocket;
  readonly parser: MessageParser;
  /** The request whose body is being read. */
  #current: IncomingMessage | null = null;
  #incoming: IncomingMessage[] = [];
  #outgoing: ServerResponse[] = [];
  /** Bytes of responses that wait for those before them. */
  #pendingBytes = 0;
  #requests = 0;
  #isPaused = false;
  #hasIdleTimeout = false;

  constructor(server: Server, socket: HttpSocket) {
    this.#server = server;
    this.socket = socket;
    this.parser = new MessageParser(REQUEST, this, server.maxHeaderSize);
    if (typeof server.maxHeadersCount === "number") this.parser.mostHeaders = server.maxHeadersCount;
    this.parser.beganAt = Date.now();
    socket.parser = this;
    socket.server = server;
    if (server.timeout) socket.setTimeout?.(server.timeout);
    socket.on("timeout", this.#onTimeout);
    socket.on("data", this.#onData);
    socket.on("error", this.#onError);
    socket.on("end", this.#onEnd);
    socket.on("close", this.#onClose);
    socket.on("drain", this.#onDrain);
  }

  /** Whether no request is being read or answered. */
  get isIdle(): boolean {
    return this.#incoming.length === 0 && !this.socket._httpMessage && this.parser.isBetweenMessages;
  }

  /** Whether a request has begun that has not come whole. */
  get isReading(): boolean {
    return this.parser.beganAt !== 0;
  }

  get incoming(): IncomingMessage | null {
    return this.#current;
  }

  onHead(head: Head, shouldKeepAlive: boolean): Next {
    const { socket } = this;
    const server = this.#server;
    const request = new server._incomingMessage(socket);
    request.httpVersionMajor = 1;
    request.httpVersionMinor = head.minorVersion;
    request.httpVersion = head.minorVersion === 0 ? "1.0" : "1.1";
    request.joinDuplicateHeaders = server.joinDuplicateHeaders;
    request.url = head.text;
    request.method = head.method;
    request.rawHeaders = head.headers;
    request.upgrade = head.method === "CONNECT" || (wantsUpgrade(head) && server.listenerCount("upgrade") > 0);
    this.#current = request;
    if (this.#hasIdleTimeout) {
      this.#hasIdleTimeout = false;
      socket.setTimeout?.(server.timeout || 0);
    }
    if (request.upgrade) return OTHER_PROTOCOL;
    this.#incoming.push(request);
    if (!this.#isPaused && (socket.writableNeedDrain || this.#pendingBytes >= socket.writableHighWaterMark)) {
      this.#isPaused = true;
      socket.pause();
    }
    this.#answer(request, this.#respond(request, shouldKeepAlive));
    return BODY;
  }

  #respond(request: IncomingMessage, shouldKeepAlive: boolean): ServerResponse {
    const server = this.#server;
    const response = new server._serverResponse(request, {
      highWaterMark: this.socket.writableHighWaterMark,
      rejectNonStandardBodyWrites: server.rejectNonStandardBodyWrites,
    });
    response._keepAliveTimeout = server.keepAliveTimeout;
    response._maxRequestsPerSocket = server.maxRequestsPerSocket ?? 0;
    response._onPendingData = (size) => {
      this.#pendingBytes += size;
      this.#onDrain();
    };
    response.shouldKeepAlive = shouldKeepAlive;
    response[uniqueKey] = server._uniqueHeaders;
    if (this.socket._httpMessage) this.#outgoing.push(response);
    else response.assignSocket(this.socket);
    response.on("finish", () => this.#onFinish(request, response));
    return response;
  }

  /** Hands a request to the listeners, unless the protocol demands another answer. */
  #answer(request: IncomingMessage, response: ServerResponse): void {
    const server = this.#server;
    if (request.httpVersionMinor === 1) {
      if (server.requireHostHeader && request.headers["host"] === undefined) {
        response.writeHead(400, ["Connection", "close"]);
        response.end();
        return;
      }
      const most = server.maxRequestsPerSocket;
      if (typeof most === "number" && most > 0) {
        this.#requests++;
        response.maxRequestsOnConnectionReached = most <= this.#requests;
        if (most < this.#requests) {
          server.emit("dropRequest", request, this.socket);
          response.writeHead(503);
          response.end();
          return;
        }
      }
      if (request.headers["expect"] !== undefined) return this.#expect(request, response);
    }
    server.emit("request", request, response);
  }

  #expect(request: IncomingMessage, response: ServerResponse): void {
    const server = this.#server;
    if (expectsContinue.test(String(request.headers["expect"]))) {
      response._expect_continue = true;
      if (server.listenerCount("checkContinue") > 0) server.emit("checkContinue", request, response);
      else {
        response.writeContinue();
        server.emit("request", request, response);
      }
    } else if (server.listenerCount("checkExpectation") > 0) server.emit("checkExpectation", request, response);
    else {
      response.writeHead(417);
      response.end();
    }
  }

  onBody(data: Buffer): void {
    const request = this.#current;
    if (request === null || request._dumped || request.destroyed) return;
    if (!request.push(data)) this.socket.pause();
  }

  onMessageEnd(trailers: string[]): void {
    const request = this.#current;
    this.#current = null;
    if (request === null) return;
    request.complete = true;
    request.rawTrailers = trailers;
    request.push(null);
    if (!this.#isPaused && this.socket.isPaused()) this.socket.resume();
  }

  #onFinish(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = this;
    this.#incoming = this.#incoming.filter((it) => it !== request);
    // A body that has not been read is skipped, so that the next request can be.
    if (!request._consumed || !request.complete) request._dump();
    response.detachSocket(socket);
    nextTick(() => response._emitClose());
    if (response._last) {
      destroySoon(socket);
    } else if (this.#outgoing.length > 0) this.#outgoing.shift()!.assignSocket(socket);
    else if (this.#server.keepAliveTimeout) {
      socket.setTimeout?.(this.#server.keepAliveTimeout);
      this.#hasIdleTimeout = true;
    }
  }

  readonly #onData = (chunk: Buffer): void => {
    const fault = this.parser.take(chunk);
    if (fault !== undefined) this.#onError(fault);
    else if (this.parser.afterUpgrade !== undefined) this.#upgrade(this.parser.afterUpgrade);
  };

  /** Leaves the socket to a listener that goes on with another protocol. */
  #upgrade(rest: Buffer): void {
    const { socket } = this;
    const request = this.#current!;
    const server = this.#server;
    this.#release();
    const name = request.method === "CONNECT" ? "connect" : "upgrade";
    if (server.listenerCount(name) === 0) {
      socket.destroy();
      return;
    }
    socket.pause();
    server.emit(name, request, socket, rest);
    // The socket flows once a listener reads it, as one that never flowed.
    if (socket.listenerCount("data") > 0 || socket.listenerCount("readable") === 0) nextTick(resumeIfRead, socket);
  }

  #release(): void {
    const { socket } = this;
    socket.off("timeout", this.#onTimeout);
    socket.off("data", this.#onData);
    socket.off("end", this.#onEnd);
    socket.off("close", this.#onClose);
    socket.off("drain", this.#onDrain);
    socket.off("error", this.#onError);
    this.parser.close();
    socket.parser = null;
    this.#server._connections_.delete(this);
  }

  readonly #onDrain = (): void => {
    const { socket } = this;
    const isFull = this.#pendingBytes > socket.writableHighWaterMark;
    if (this.#isPaused && !isFull) {
      this.#isPaused = false;
      socket.resume();
    }
    const message = socket._httpMessage as ServerResponse | null | undefined;
    if (message && !message.finished && message.writableNeedDrain && !socket.writableNeedDrain) {
      message._needsDrain = false;
      message.emit("drain");
    }
  };

  readonly #onTimeout = (): void => {
    const { socket } = this;
    const request = this.#current;
    const isHeard = [
      request !== null && !request.complete && request.emit("timeout", socket),
      socket._httpMessage ? (socket._httpMessage as ServerResponse).emit("timeout", socket) : false,
      this.#server.emit("timeout", socket),
    ];
    if (!isHeard.includes(true)) socket.destroy();
  };

  readonly #onEnd = (): void => {
    const { socket } = this;
    const fault = this.parser.finish();
    if (fault !== undefined) return this.#onError(fault);
    const message = this.#outgoing.at(-1) ?? socket._httpMessage as ServerResponse | undefined;
    if (!this.#server.httpAllowHalfOpen) {
      this.#abort();
      socket.end();
    } else if (message) message._last = true;
    else socket.end();
  };

  readonly #onClose = (): void => {
    this.parser.close();
    this.#server._connections_.delete(this);
    this.#abort();
  };

  #abort(): void {
    for (const request of this.#incoming.splice(0)) request.destroy(connectionReset("aborted"));
  }

  /** Answers a faulty request or the failure of a socket. */
  fail(error: Error): void {
    this.#onError(error);
  }

  readonly #onError = (error: Error): void => {
    const { socket } = this;
    socket.off("error", this.#onError);
    if (socket.listenerCount("error") === 0) socket.on("error", nop);
    if (this.#server.emit("clientError", error, socket)) return;
    const message = socket._httpMessage as ServerResponse | null | undefined;
    if (!socket.writable || message?._headerSent) {
      socket.destroy(error);
      return;
    }
    const status = FAULTS[(error as ParseError).code] ?? "400 Bad Request";
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () => void socket.destroy(error));
  };
}

function resumeIfRead(socket: unknown): void {
  const it = socket as HttpSocket;
  if (it.listenerCount("data") > 0 && it.isPaused()) it.resume();
}
