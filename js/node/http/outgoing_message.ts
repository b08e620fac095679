// A message that goes out: a request of a client, a response of a server.

import { Buffer } from "../buffer/buffer.ts";
import streams from "../../npm/readable-stream.js";
import { coded, invalidArgType } from "../node_errors.ts";
import { nextTick } from "../process/process.ts";
import type { Agent } from "./agent.ts";
import { type Callable, callable } from "./callable.ts";
import { hasInvalidCharacter, validateHeaderName } from "./names.ts";
import { dateNow, storeHead } from "./outgoing_head.ts";
import {
  eachHeader,
  fieldsKey,
  type FieldTable,
  type GivenHeaders,
  HeaderHolder,
  uniqueKey,
} from "./outgoing_headers.ts";
import type { HttpSocket } from "./socket.ts";

// deno-lint-ignore no-explicit-any
type Chunk = any;
export type WriteCallback = (error?: Error | null) => void;

export interface Output {
  data: string | Uint8Array;
  encoding: string | undefined;
  callback: WriteCallback | undefined;
}

export const corkedKey: unique symbol = Symbol("corked");
export const needsDrainKey: unique symbol = Symbol("kNeedDrain");
export const bytesKey: unique symbol = Symbol("kBytesWritten");
export const erroredKey: unique symbol = Symbol("errored");
export const highWaterMarkKey: unique symbol = Symbol("kHighWaterMark");

const nop = () => {};
const isText = (encoding: string | undefined) =>
  encoding === undefined || encoding === "utf8" || encoding === "latin1" || encoding === "buffer";

export class OutgoingMessageMembers extends HeaderHolder {
  declare outputData: Output[];
  declare outputSize: number;
  declare writable: boolean;
  declare destroyed: boolean;
  /** Whether the connection ends after this message. */
  declare _last: boolean;
  declare chunkedEncoding: boolean;
  declare shouldKeepAlive: boolean;
  declare maxRequestsOnConnectionReached: boolean;
  declare _defaultKeepAlive: boolean;
  declare useChunkedEncodingByDefault: boolean;
  declare strictContentLength: boolean;
  declare _contentLength: number | null;
  declare _hasBody: boolean;
  declare _trailer: string;
  declare finished: boolean;
  declare _headerSent: boolean;
  declare _closed: boolean;
  declare socket: HttpSocket | null;
  declare _keepAliveTimeout: number;
  declare _maxRequestsPerSocket?: number;
  declare _onPendingData: (size: number) => void;
  declare agent?: Agent | null;
  declare statusCode?: number;
  declare timeoutCb?: (() => void) | null;
  declare _rejectsBody: boolean;
  declare [corkedKey]: boolean;
  declare [needsDrainKey]: boolean;
  declare [bytesKey]: number;
  declare [erroredKey]: Error | null;
  declare [highWaterMarkKey]: number;

  get errored(): Error | null {
    return this[erroredKey];
  }
  get closed(): boolean {
    return this._closed;
  }
  get writableFinished(): boolean {
    return this.finished && this.outputSize === 0 && (!this.socket || this.socket.writableLength === 0);
  }
  get writableObjectMode(): boolean {
    return false;
  }
  get writableLength(): number {
    return this.outputSize + (this.socket ? this.socket.writableLength : 0);
  }
  get writableHighWaterMark(): number {
    return this.socket ? this.socket.writableHighWaterMark : this[highWaterMarkKey];
  }
  get writableCorked(): number {
    return this.socket ? this.socket.writableCorked : Number(this[corkedKey]);
  }
  get writableEnded(): boolean {
    return this.finished;
  }
  get writableNeedDrain(): boolean {
    return !this.destroyed && !this.finished && this[needsDrainKey];
  }
  set _needsDrain(value: boolean) {
    this[needsDrainKey] = value;
  }
  get headersSent(): boolean {
    return Boolean(this._header);
  }
  get connection(): HttpSocket | null {
    return this.socket;
  }
  set connection(socket: HttpSocket | null) {
    this.socket = socket;
  }

  cork(): void {
    if (this.socket) this.socket.cork();
    else this[corkedKey] = true;
  }

  uncork(): void {
    this[corkedKey] = false;
    this.socket?.uncork();
  }

  setTimeout(milliseconds: number, callback?: () => void): this {
    if (callback !== undefined) this.on("timeout", callback);
    if (this.socket) this.socket.setTimeout?.(milliseconds);
    else this.once("socket", (socket: HttpSocket) => void socket.setTimeout?.(milliseconds));
    return this;
  }

  destroy(error?: Error): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this[erroredKey] = error ?? null;
    if (this.socket) this.socket.destroy(error);
    else this.once("socket", (socket: HttpSocket) => void socket.destroy(error));
    return this;
  }

  /** Sends a part of the message, after the head. */
  _send(data: string | Uint8Array, encoding?: string, callback?: WriteCallback): boolean {
    if (!this._headerSent) {
      const header = this._header!;
      this._headerSent = true;
      // Headers are latin1; as a part of text in UTF-8 they have to be ASCII.
      if (typeof data === "string" && isText(encoding) && isAscii(header)) {
        return this._writeRaw(header + data, encoding, callback);
      }
      if (data.length === 0) return this._writeRaw(header, "latin1", callback);
      this._writeRaw(header, "latin1");
    }
    return this._writeRaw(data, encoding, callback);
  }

  _writeRaw(data: string | Uint8Array, encoding?: string, callback?: WriteCallback): boolean {
    const { socket } = this;
    if (socket?.destroyed) return false;
    if (socket && socket._httpMessage === this && socket.writable) {
      return encoding === undefined ? socket.write(data, callback) : socket.write(data, encoding, callback);
    }
    this.outputData.push({ data, encoding, callback });
    this.outputSize += data.length;
    this._onPendingData(data.length);
    return this.outputSize < this[highWaterMarkKey];
  }

  _storeHeader(firstLine: string, headers?: FieldTable | GivenHeaders | null): void {
    storeHead(this as unknown as OutgoingMessage, firstLine, headers, this[fieldsKey]);
  }

  _implicitHeader(): void {
    throw coded(Error, "ERR_METHOD_NOT_IMPLEMENTED", "The _implicitHeader() method is not implemented");
  }

  _renderHeaders(): Record<string, unknown> {
    if (this._header) {
      throw coded(Error, "ERR_HTTP_HEADERS_SENT", "Cannot render headers after they are sent to the client");
    }
    const rendered: Record<string, unknown> = {};
    const fields = this[fieldsKey];
    if (fields !== null) { for (const key of Object.keys(fields)) rendered[fields[key]![0]] = fields[key]![1]; }
    return rendered;
  }

  write(chunk: Chunk, encodingOrCallback?: string | WriteCallback, callback?: WriteCallback): boolean {
    const [encoding, done] = writeArguments(encodingOrCallback, callback);
    const isTaken = write(this, chunk, encoding, done, false);
    if (!isTaken) this[needsDrainKey] = true;
    return isTaken;
  }

  addTrailers(headers: GivenHeaders): void {
    this._trailer = "";
    eachHeader(headers, (name, value) => {
      validateHeaderName(name, "Trailer name");
      for (const each of Array.isArray(value) && !this._isUnique(name) ? value as string[] : [value]) {
        const text = Array.isArray(each) ? each.join("; ") : `${each as string}`;
        if (hasInvalidCharacter(text)) {
          throw coded(TypeError, "ERR_INVALID_CHAR", `Invalid character in trailer content ["${name}"]`);
        }
        this._trailer += `${name}: ${text}\r\n`;
      }
    });
  }

  flushHeaders(): void {
    if (!this._header) this._implicitHeader();
    this._send("");
  }

  end(first?: Chunk, second?: string | WriteCallback, third?: WriteCallback): this {
    const chunk = typeof first === "function" ? undefined : first;
    const [encoding, callback] = writeArguments(typeof first === "function" ? first : second, third);
    if (chunk !== undefined && chunk !== null) {
      if (this.finished) {
        fail(this, callback);
        return this;
      }
      this.socket?.cork();
      write(this, chunk, encoding, undefined, true);
    } else if (this.finished) {
      if (typeof callback === "function") {
        if (this.writableFinished) nextTick(() => callback(alreadyFinished()));
        else this.on("finish", () => callback());
      }
      return this;
    } else if (!this._header) {
      this.socket?.cork();
      this._contentLength = 0;
      this._implicitHeader();
    }
    if (typeof callback === "function") this.once("finish", () => callback());
    this._checkLength();
    this._sendEnd();
    return this;
  }

  _checkLength(): void {
    if (!this.strictContentLength || this._contentLength === null || this.chunkedEncoding || !this._hasBody) return;
    if (this[bytesKey] !== this._contentLength) throw lengthMismatch(this[bytesKey], this._contentLength);
  }

  _sendEnd(): void {
    // The request has failed if its socket has: it ended without this.
    const finish = () => void (this.socket?._hadError || this.emit("finish"));
    if (this._hasBody && this.chunkedEncoding) this._send(`0\r\n${this._trailer}\r\n`, "latin1", finish);
    else if (!this._headerSent || this.writableLength > 0 || this.socket?.writableCorked) {
      this._send("", "latin1", finish);
    } else nextTick(finish);
    const { socket } = this;
    if (socket) {
      // Corked data is sent at the end as well.
      while (socket.writableCorked > 0) socket.uncork();
    }
    this[corkedKey] = false;
    this.finished = true;
    // Another message may write once this one has nothing left.
    if (this.outputData.length === 0 && socket && socket._httpMessage === this) this._finish();
  }

  /** All of the message has been handed to the socket. */
  _finish(): void {
    this.emit("prefinish");
  }

  /** Hands what has waited for a socket to it. */
  _flush(): void {
    const { socket } = this;
    if (!socket?.writable) return;
    const isTaken = this._flushOutput(socket);
    if (this.finished) this._finish();
    else if (isTaken && this[needsDrainKey]) {
      this[needsDrainKey] = false;
      this.emit("drain");
    }
  }

  _flushOutput(socket: HttpSocket): boolean {
    if (this[corkedKey]) {
      this[corkedKey] = false;
      socket.cork();
    }
    const output = this.outputData;
    if (output.length === 0) return socket.writable;
    let isTaken = true;
    socket.cork();
    for (const { data, encoding, callback } of output) {
      isTaken = encoding === undefined ? socket.write(data, callback) : socket.write(data, encoding, callback);
    }
    socket.uncork();
    this._onPendingData(-this.outputSize);
    this.outputData = [];
    this.outputSize = 0;
    return isTaken;
  }

  override pipe<T>(_destination: T): T {
    this.emit("error", coded(Error, "ERR_STREAM_CANNOT_PIPE", "Cannot pipe, not readable"));
    return _destination;
  }

  /** Counts what a body has. */
  _count(size: number): number {
    return this[bytesKey] += size;
  }

  _fail(error: Error): void {
    this[erroredKey] = error;
  }
}

const high = /[\u0080-\uffff]/;
const isAscii = (text: string) => !high.test(text);

function writeArguments(
  second: string | WriteCallback | undefined,
  third: WriteCallback | undefined,
): [string | undefined, WriteCallback | undefined] {
  return typeof second === "function" ? [undefined, second] : [second ?? undefined, third];
}

const alreadyFinished = (): Error =>
  coded(Error, "ERR_STREAM_ALREADY_FINISHED", "Cannot call end after a stream was finished");

const lengthMismatch = (written: number, length: number): Error =>
  coded(
    Error,
    "ERR_HTTP_CONTENT_LENGTH_MISMATCH",
    `Response body's content-length of ${written} byte(s) does not match the content-length of ${length} byte(s) set in header`,
  );

/** The failure of a write after the end or after the destruction. */
function fail(message: OutgoingMessageMembers, callback: WriteCallback | undefined): boolean {
  const error = message.destroyed
    ? coded(Error, "ERR_STREAM_DESTROYED", "Cannot call write after a stream was destroyed")
    : coded(Error, "ERR_STREAM_WRITE_AFTER_END", "write after end");
  if (!message.destroyed) {
    message._fail(error);
    nextTick(() => {
      message.emit("error", error);
      callback?.(error);
    });
  } else nextTick(() => callback?.(error));
  return false;
}

function checkChunk(chunk: unknown): asserts chunk is string | Uint8Array {
  if (chunk === null) throw coded(TypeError, "ERR_STREAM_NULL_VALUES", "May not write null values to stream");
  if (typeof chunk === "string" || chunk instanceof Uint8Array) return;
  throw invalidArgType("chunk", "of type string or an instance of Buffer or Uint8Array", chunk);
}

function write(
  message: OutgoingMessageMembers,
  chunk: Chunk,
  encoding: string | undefined,
  callback: WriteCallback | undefined,
  isLast: boolean,
): boolean {
  checkChunk(chunk);
  if (message.finished || message.destroyed) return fail(message, callback);
  const size = typeof chunk === "string" ? Buffer.byteLength(chunk, encoding) : chunk.byteLength;
  if (message.strictContentLength && message._contentLength !== null) {
    const total = message._count(size);
    if (!isLast && total > message._contentLength || isLast && total !== message._contentLength) {
      throw lengthMismatch(total, message._contentLength);
    }
  }
  if (!message._header) {
    if (isLast) message._contentLength = size;
    message._implicitHeader();
  }
  if (!message._hasBody) {
    if (message._rejectsBody) {
      throw coded(Error, "ERR_HTTP_BODY_NOT_ALLOWED",
        "Adding content for this request method or response status is not allowed.");
    }
    nextTick(() => callback?.());
    return true;
  }
  const { socket } = message;
  if (!isLast && socket && !socket.writableCorked) {
    socket.cork();
    nextTick(() => socket.uncork());
  }
  if (!message.chunkedEncoding || size === 0) return message._send(chunk, encoding, callback);
  message._send(`${size.toString(16)}\r\n`, "latin1");
  message._send(chunk, encoding);
  return message._send("\r\n", "latin1", callback);
}

/** The fields of a new message. */
export function beginOutgoing(
  self: OutgoingMessageMembers,
  options?: { highWaterMark?: number; rejectNonStandardBodyWrites?: boolean },
): void {
  (streams.Stream as unknown as (this: unknown) => void).call(self);
  self.outputData = [];
  self.outputSize = 0;
  self.writable = true;
  self.destroyed = false;
  self._last = false;
  self.chunkedEncoding = false;
  self.shouldKeepAlive = true;
  self.maxRequestsOnConnectionReached = false;
  self._defaultKeepAlive = true;
  self.useChunkedEncodingByDefault = true;
  self.sendDate = false;
  self._removedConnection = false;
  self._removedContLen = false;
  self._removedTE = false;
  self.strictContentLength = false;
  self[bytesKey] = 0;
  self._contentLength = null;
  self._hasBody = true;
  self._trailer = "";
  self[needsDrainKey] = false;
  self.finished = false;
  self._headerSent = false;
  self[corkedKey] = false;
  self._closed = false;
  self.socket = null;
  self._header = null;
  self[fieldsKey] = null;
  self._keepAliveTimeout = 0;
  self._onPendingData = nop;
  self[erroredKey] = null;
  self[highWaterMarkKey] = options?.highWaterMark ?? streams.getDefaultHighWaterMark();
  self._rejectsBody = options?.rejectNonStandardBodyWrites ?? false;
  self[uniqueKey] = null;
}

export type OutgoingMessage = OutgoingMessageMembers;

export const OutgoingMessage: Callable<OutgoingMessage, [options?: { highWaterMark?: number }]> = callable(
  "OutgoingMessage",
  OutgoingMessageMembers,
  beginOutgoing,
);

export { dateNow };
