// A message that comes in: a request at a server, a response at a client.

import streams from "../../npm/readable-stream.js";
import { coded } from "../node_errors.ts";
import { nextTick } from "../process/process.ts";
import { type Callable, callable } from "./callable.ts";
import { addDistinctField, addField, type DistinctFields, type HeaderFields } from "./header_fields.ts";
import type { HttpSocket } from "./socket.ts";

export const fieldsKey: unique symbol = Symbol("headers");
export const distinctKey: unique symbol = Symbol("headersDistinct");
export const trailersKey: unique symbol = Symbol("trailers");
export const distinctTrailersKey: unique symbol = Symbol("trailersDistinct");

/** The error of a message whose connection ended before it. */
export const connectionReset = (text: string): Error & { code: string } => coded(Error, "ECONNRESET", text);

export class IncomingMessageMembers extends streams.Readable {
  declare socket: HttpSocket;
  declare client: HttpSocket;
  declare httpVersionMajor: number | null;
  declare httpVersionMinor: number | null;
  declare httpVersion: string | null;
  declare complete: boolean;
  declare rawHeaders: string[];
  declare rawTrailers: string[];
  declare joinDuplicateHeaders: boolean;
  declare aborted: boolean;
  declare upgrade: boolean | null;
  declare url: string;
  declare method: string | null;
  declare statusCode: number | null;
  declare statusMessage: string | null;
  /** The request of a response. */
  declare req?: unknown;
  declare _consumed: boolean;
  declare _dumped: boolean;
  declare [fieldsKey]: HeaderFields | null;
  declare [distinctKey]: DistinctFields | null;
  declare [trailersKey]: HeaderFields | null;
  declare [distinctTrailersKey]: DistinctFields | null;

  get connection(): HttpSocket {
    return this.socket;
  }
  set connection(socket: HttpSocket) {
    this.socket = socket;
  }

  get headers(): HeaderFields {
    return this[fieldsKey] ??= fieldsOf(this.rawHeaders, this.joinDuplicateHeaders);
  }
  set headers(fields: HeaderFields) {
    this[fieldsKey] = fields;
  }

  get headersDistinct(): DistinctFields {
    return this[distinctKey] ??= distinctOf(this.rawHeaders);
  }
  set headersDistinct(fields: DistinctFields) {
    this[distinctKey] = fields;
  }

  get trailers(): HeaderFields {
    return this[trailersKey] ??= fieldsOf(this.rawTrailers, this.joinDuplicateHeaders);
  }
  set trailers(fields: HeaderFields) {
    this[trailersKey] = fields;
  }

  get trailersDistinct(): DistinctFields {
    return this[distinctTrailersKey] ??= distinctOf(this.rawTrailers);
  }
  set trailersDistinct(fields: DistinctFields) {
    this[distinctTrailersKey] = fields;
  }

  setTimeout(milliseconds: number, callback?: () => void): this {
    if (callback !== undefined) this.on("timeout", callback);
    this.socket.setTimeout?.(milliseconds);
    return this;
  }

  override _read(_size: number): void {
    this._consumed = true;
    if (this.socket?.readable) this.socket.resume();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    if (!this.readableEnded || !this.complete) {
      this.aborted = true;
      this.emit("aborted");
    }
    const { socket } = this;
    // A server's socket that is still open would wait for a body that is not read any more.
    if (socket && !socket.destroyed && this.aborted) {
      socket.destroy(error ?? undefined);
      const stop = streams.finished(socket, (problem) => {
        stop();
        const isEarly = (problem as { code?: string } | undefined)?.code === "ERR_STREAM_PREMATURE_CLOSE";
        nextTick(() => report(this, isEarly ? error : problem ?? error, callback));
      });
    } else nextTick(() => report(this, error, callback));
  }

  _addHeaderLines(headers: string[], count: number): void {
    if (headers.length === 0) return;
    if (this.complete) this.rawTrailers = headers.slice(0, count);
    else this.rawHeaders = headers.slice(0, count);
  }

  _addHeaderLine(name: string, value: string, fields: HeaderFields): void {
    addField(fields, name, value, this.joinDuplicateHeaders);
  }

  _addHeaderLineDistinct(name: string, value: string, fields: DistinctFields): void {
    addDistinctField(fields, name, value);
  }

  /** Throws the rest of the body away, so that the connection can be used again. */
  _dump(): void {
    if (this._dumped) return;
    this._dumped = true;
    this.removeAllListeners("data");
    this.resume();
  }
}

/** An error without a listener is ignored: the error of the request or of the response says what happened. */
function report(self: IncomingMessageMembers, error: Error | null, callback: (error?: Error | null) => void): void {
  if (self.listenerCount("error") === 0) callback();
  else callback(error);
}

function fieldsOf(list: string[], joinsDuplicates: boolean): HeaderFields {
  const fields: HeaderFields = {};
  for (let at = 0; at < list.length; at += 2) addField(fields, list[at]!, list[at + 1]!, joinsDuplicates);
  return fields;
}

function distinctOf(list: string[]): DistinctFields {
  const fields = Object.create(null) as DistinctFields;
  for (let at = 0; at < list.length; at += 2) addDistinctField(fields, list[at]!, list[at + 1]!);
  return fields;
}

export type IncomingMessage = IncomingMessageMembers;

export const IncomingMessage: Callable<IncomingMessage, [socket?: HttpSocket]> = callable(
  "IncomingMessage",
  IncomingMessageMembers,
  (self: IncomingMessageMembers, socket?: HttpSocket) => {
    const highWaterMark = socket?.readableHighWaterMark;
    (streams.Readable as unknown as (this: unknown, options: object) => void).call(
      self,
      highWaterMark === undefined ? {} : { highWaterMark },
    );
    self.socket = socket!;
    self.httpVersionMajor = null;
    self.httpVersionMinor = null;
    self.httpVersion = null;
    self.complete = false;
    self[fieldsKey] = null;
    self[distinctKey] = null;
    self.rawHeaders = [];
    self[trailersKey] = null;
    self[distinctTrailersKey] = null;
    self.rawTrailers = [];
    self.joinDuplicateHeaders = false;
    self.aborted = false;
    self.upgrade = null;
    self.url = "";
    self.method = null;
    self.statusCode = null;
    self.statusMessage = null;
    self.client = socket!;
    self._consumed = false;
    self._dumped = false;
  },
);
