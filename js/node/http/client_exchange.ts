// One request and its response on a socket.

import type { Buffer } from "../buffer/buffer.ts";
import type { Listener } from "../events/events.ts";
import { nextTick } from "../process/process.ts";
import type { ClientRequest } from "./client_request.ts";
import { type Head, type ParseError, RESPONSE, wantsUpgrade } from "./head.ts";
import { connectionReset, IncomingMessage } from "./incoming_message.ts";
import { BODY, MessageParser, type Next, NO_BODY, OTHER_PROTOCOL } from "./message_parser.ts";
import { destroySoon, type HttpSocket } from "./socket.ts";

const DEFAULT_LIMIT = 16384;

/** A response of status 101 goes on with another protocol. */
const SWITCHING = 101;

export class ClientExchange {
  readonly #request: ClientRequest;
  readonly #socket: HttpSocket;
  readonly #parser: MessageParser;
  #response: IncomingMessage | null = null;

  constructor(request: ClientRequest, socket: HttpSocket) {
    this.#request = request;
    this.#socket = socket;
    this.#parser = new MessageParser(RESPONSE, this, request.maxHeaderSize || DEFAULT_LIMIT);
    if (typeof request.maxHeadersCount === "number") this.#parser.mostHeaders = request.maxHeadersCount * 2;
    request.socket = socket;
    request.parser = this;
    socket.parser = this;
    socket._httpMessage = request;
    socket.on("data", this.#onData);
    socket.on("error", this.#onError);
    socket.on("end", this.#onEnd);
    socket.on("close", this.#onClose);
    socket.on("drain", this.#onDrain);
  }

  onHead(head: Head, shouldKeepAlive: boolean): Next {
    const request = this.#request;
    if (request.res !== null) {
      // A second response belongs to no request.
      this.#socket.destroy();
      return BODY;
    }
    const response = this.#made(head);
    this.#response = response;
    request.res = response;
    if (response.upgrade) return OTHER_PROTOCOL;
    if (head.status < 200) return this.#inform(response);
    if (request.shouldKeepAlive && !shouldKeepAlive && !request.upgradeOrConnect) request.shouldKeepAlive = false;
    response.on("end", () => this.#onResponseEnd(response));
    request.on("finish", () => {
      if (request.shouldKeepAlive && request._ended) this.#keepAlive();
    });
    if (request.timeout !== undefined) this.#socket.on("timeout", this.#onResponseTimeout);
    if (request.aborted || !request.emit("response", response)) response._dump();
    if (request.method === "HEAD") return NO_BODY;
    if (head.status === 304) response.complete = true;
    return head.status === 304 ? NO_BODY : BODY;
  }

  #made(head: Head): IncomingMessage {
    const request = this.#request;
    const response = new IncomingMessage(this.#socket);
    response.httpVersionMajor = 1;
    response.httpVersionMinor = head.minorVersion;
    response.httpVersion = head.minorVersion === 0 ? "1.0" : "1.1";
    response.joinDuplicateHeaders = request.joinDuplicateHeaders ?? false;
    response.rawHeaders = head.headers;
    response.statusCode = head.status;
    response.statusMessage = head.text;
    response.req = request;
    response.upgrade = request.method === "CONNECT"
      ? head.status >= 200
      : head.status === SWITCHING && wantsUpgrade(head);
    return response;
  }

  /** Tells of a preliminary response; the real one follows. */
  #inform(response: IncomingMessage): Next {
    const request = this.#request;
    request.res = null;
    this.#response = null;
    const { statusCode, statusMessage, httpVersion, httpVersionMajor, httpVersionMinor, headers, rawHeaders } =
      response;
    if (statusCode === 100) request.emit("continue");
    request.emit("information", {
      statusCode,
      statusMessage,
      httpVersion,
      httpVersionMajor,
      httpVersionMinor,
      headers,
      rawHeaders,
    });
    return NO_BODY;
  }

  onBody(data: Buffer): void {
    const response = this.#response;
    if (response === null || response._dumped || response.destroyed) return;
    if (!response.push(data)) this.#socket.pause();
  }

  onMessageEnd(trailers: string[]): void {
    const response = this.#response;
    if (response === null) return;
    response.complete = true;
    response.rawTrailers = trailers;
    response.push(null);
    if (this.#socket.isPaused()) this.#socket.resume();
  }

  readonly #onData = (chunk: Buffer): void => {
    const fault = this.#parser.take(chunk);
    if (fault !== undefined) this.#fail(fault);
    else if (this.#parser.afterUpgrade !== undefined) this.#upgrade(this.#parser.afterUpgrade);
  };

  #fail(error: ParseError): void {
    const socket = this.#socket;
    socket.off("data", this.#onData);
    socket.off("end", this.#onEnd);
    socket.destroy();
    socket._hadError = true;
    this.#request.emit("error", error);
  }

  /** Leaves the socket to a listener that goes on with another protocol. */
  #upgrade(rest: Buffer): void {
    const request = this.#request;
    const socket = this.#socket;
    const response = this.#response!;
    const name = request.method === "CONNECT" ? "connect" : "upgrade";
    socket.off("data", this.#onData);
    socket.off("end", this.#onEnd);
    socket.off("drain", this.#onDrain);
    this.#removeTimeouts();
    socket.parser = null;
    if (request.listenerCount(name) === 0) {
      socket.destroy();
      return;
    }
    request.upgradeOrConnect = true;
    socket.emit("agentRemove");
    socket.off("close", this.#onClose);
    socket.off("error", this.#onError);
    socket._httpMessage = null;
    socket.pause();
    request.emit(name, response, socket, rest);
    request.destroyed = true;
    request._closed = true;
    request.emit("close");
    nextTick(() => {
      if (socket.listenerCount("data") > 0 && socket.isPaused()) socket.resume();
    });
  }

  #removeTimeouts(): void {
    const { timeoutCb } = this.#request;
    if (timeoutCb) this.#socket.off("timeout", timeoutCb);
    this.#socket.off("timeout", this.#onResponseTimeout);
  }

  readonly #onResponseTimeout = (): void => {
    this.#response?.emit("timeout");
  };

  #onResponseEnd(response: IncomingMessage): void {
    const request = this.#request;
    const socket = this.#socket;
    this.#removeTimeouts();
    request._ended = true;
    if (!request.shouldKeepAlive) {
      if (socket.writable) destroySoon(socket);
    } else if (request.writableFinished && !response.aborted) this.#keepAlive();
  }

  /** Gives the socket back for another request. */
  #keepAlive(): void {
    const request = this.#request;
    const socket = this.#socket;
    if (request.timeoutCb) {
      socket.setTimeout?.(0, request.timeoutCb);
      request.timeoutCb = null;
    }
    this.#removeTimeouts();
    socket.off("data", this.#onData);
    socket.off("error", this.#onError);
    socket.off("end", this.#onEnd);
    socket.off("close", this.#onClose);
    socket.off("drain", this.#onDrain);
    socket.parser = null;
    nextTick(() => {
      request._closed = true;
      request.emit("close");
      socket.emit("free");
    });
    request.destroyed = true;
    // The destruction of the response must not end the connection of another request.
    if (request.res) request.res.socket = null as never;
  }

  readonly #onDrain = (): void => {
    const request = this.#request;
    if (request.finished || !request.writableNeedDrain) return;
    request._needsDrain = false;
    request.emit("drain");
  };

  readonly #onError = (error: Error): void => {
    const socket = this.#socket;
    socket._hadError = true;
    this.#request.emit("error", error);
    this.#parser.close();
    socket.off("data", this.#onData);
    socket.off("end", this.#onEnd);
    socket.destroy();
  };

  #hangUp(): void {
    if (this.#socket._hadError) return;
    this.#socket._hadError = true;
    const error = connectionReset("socket hang up");
    this.#request.emit("error", error);
  }

  readonly #onEnd = (): void => {
    if (this.#request.res === null) this.#hangUp();
    this.#parser.finish();
    this.#socket.end();
  };

  readonly #onClose = (): void => {
    const request = this.#request;
    const { res } = request;
    this.#parser.finish();
    this.#socket.parser = null;
    request.destroyed = true;
    if (res !== null) {
      if (!res.complete) res.destroy(connectionReset("aborted"));
      request._closed = true;
      request.emit("close");
      if (!res.aborted && res.readable) res.push(null);
    } else {
      this.#hangUp();
      request._closed = true;
      request.emit("close");
    }
    request.outputData.length = 0;
  };
}

/** Begins to write `request` to `socket` and to read its response. */
export function beginExchange(request: ClientRequest, socket: HttpSocket): void {
  new ClientExchange(request, socket);
}

export type { Listener };
