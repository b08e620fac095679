// The response of a server.

import { coded, invalidArgType } from "../node_errors.ts";
import { type Callable, callable } from "./callable.ts";
import type { IncomingMessage } from "./incoming_message.ts";
import { hasInvalidCharacter, STATUS_CODES, validateHeaderName, validateHeaderValue } from "./names.ts";
import { alreadySent, eachHeader, fieldsKey, type GivenHeaders, type OutgoingHeaders } from "./outgoing_headers.ts";
import { beginOutgoing, OutgoingMessage, type OutgoingMessageMembers, type WriteCallback } from "./outgoing_message.ts";
import type { HttpSocket } from "./socket.ts";

export interface ResponseOptions {
  highWaterMark?: number;
  rejectNonStandardBodyWrites?: boolean;
}

/** The links of a header Link, each with its relation. */
const link = /^(?:<[^>]*>)(?:\s*;\s*[^;"\s]+(?:=(?:"[^"]*"|[^;"\s]+))?)*$/;

function onClose(this: HttpSocket): void {
  const message = this._httpMessage as ServerResponse | undefined;
  if (message) message._emitClose();
}

export class ServerResponseMembers extends (OutgoingMessage as unknown as typeof OutgoingMessageMembers) {
  declare req: IncomingMessage;
  declare statusCode: number;
  declare statusMessage: string | undefined;
  declare _sent100: boolean;
  declare _expect_continue: boolean;

  assignSocket(socket: HttpSocket): void {
    if (socket._httpMessage) {
      throw coded(Error, "ERR_HTTP_SOCKET_ASSIGNED", "Socket already assigned");
    }
    socket._httpMessage = this;
    socket.on("close", onClose);
    this.socket = socket;
    this.emit("socket", socket);
    this._flush();
  }

  detachSocket(socket: HttpSocket): void {
    socket.removeListener("close", onClose);
    socket._httpMessage = null;
    this.socket = null;
  }

  _emitClose(): void {
    if (this._closed) return;
    this.destroyed = true;
    this._closed = true;
    this.emit("close");
  }

  writeContinue(callback?: WriteCallback): void {
    this._writeRaw("HTTP/1.1 100 Continue\r\n\r\n", "latin1", callback);
    this._sent100 = true;
  }

  writeProcessing(callback?: WriteCallback): void {
    this._writeRaw("HTTP/1.1 102 Processing\r\n\r\n", "latin1", callback);
  }

  writeEarlyHints(hints: OutgoingHeaders, callback?: WriteCallback): void {
    if (typeof hints !== "object" || hints === null) throw invalidArgType("hints", "of type object", hints);
    if (hints["link"] === null || hints["link"] === undefined) return;
    const links = Array.isArray(hints["link"]) ? hints["link"] as string[] : [hints["link"] as string];
    for (const each of links) checkLink(each);
    if (links.length === 0) return;
    let head = `HTTP/1.1 103 Early Hints\r\nLink: ${links.join(", ")}\r\n`;
    for (const name of Object.keys(hints)) {
      if (name === "link") continue;
      validateHeaderName(name);
      validateHeaderValue(name, hints[name]);
      head += `${name}: ${hints[name] as string}\r\n`;
    }
    this._writeRaw(`${head}\r\n`, "latin1", callback);
  }

  override _implicitHeader(): void {
    this.writeHead(this.statusCode);
  }

  writeHead(status: number, second?: string | GivenHeaders, third?: GivenHeaders): this {
    if (this._header) throw alreadySent("write");
    const code = status | 0;
    if (code < 100 || code > 999) {
      throw coded(RangeError, "ERR_HTTP_INVALID_STATUS_CODE", `Invalid status code: ${status as unknown as string}`);
    }
    if (typeof second === "string") this.statusMessage = second;
    else this.statusMessage ||= STATUS_CODES[code] ?? "unknown";
    this.statusCode = code;
    const headers = third ?? (typeof second === "string" ? undefined : second);
    if (hasInvalidCharacter(this.statusMessage!)) {
      throw coded(TypeError, "ERR_INVALID_CHAR", "Invalid character in statusMessage");
    }
    if (code === 204 || code === 304 || code < 200) this._hasBody = false;
    // The client waits with its body for an answer, and may not send it any more.
    if (this._expect_continue && !this._sent100) this.shouldKeepAlive = false;
    const line = `HTTP/1.1 ${code} ${this.statusMessage}\r\n`;
    if (this[fieldsKey] === null) this._storeHeader(line, headers);
    else {
      if (headers) this._mergeHeaders(headers);
      this._storeHeader(line, this[fieldsKey]);
    }
    return this;
  }

  /** Headers of `writeHead` replace those that were set before. */
  _mergeHeaders(headers: GivenHeaders): void {
    if (!Array.isArray(headers)) {
      eachHeader(headers, (name, value) => void (name && this.setHeader(name, value)));
      return;
    }
    eachHeader(headers, (name) => this.removeHeader(name));
    eachHeader(headers, (name, value) => void (name && this.appendHeader(name, value as string)));
  }

  writeHeader(status: number, second?: string | GivenHeaders, third?: GivenHeaders): this {
    return this.writeHead(status, second, third);
  }
}

function checkLink(value: unknown): void {
  if (typeof value === "string" && link.test(value)) return;
  throw coded(
    TypeError,
    "ERR_INVALID_ARG_VALUE",
    `The argument 'hints' must be an array or string of format "</styles.css>; rel=preload; as=style". Received '${
      String(value)
    }'`,
  );
}

export type ServerResponse = ServerResponseMembers;

const te = /(?:^|\W)chunked(?:$|\W)/i;

export const ServerResponse: Callable<ServerResponse, [request: IncomingMessage, options?: ResponseOptions]> = callable(
  "ServerResponse",
  ServerResponseMembers,
  (self: ServerResponseMembers, request: IncomingMessage, options?: ResponseOptions) => {
    beginOutgoing(self, options);
    self.statusCode = 200;
    self.statusMessage = undefined;
    if (request.method === "HEAD") self._hasBody = false;
    self.req = request;
    self.sendDate = true;
    self._sent100 = false;
    self._expect_continue = false;
    if (request.httpVersionMajor! < 1 || request.httpVersionMinor! < 1) {
      self.useChunkedEncodingByDefault = te.test(String(request.headers["te"] ?? ""));
      self.shouldKeepAlive = false;
    }
  },
);
