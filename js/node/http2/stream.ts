// A request of HTTP/2 with its response, as a stream.

import streams from "../../npm/readable-stream.js";
import { Buffer } from "../buffer/buffer.ts";
import { constants } from "../http/http2_constants.ts";
import { IdleTimer } from "../net/idle.ts";
import { abortError, coded, invalidArgType } from "../node_errors.ts";
import { nextTick } from "../process/process.ts";
import { invalidStream, streamError } from "./errors.ts";
import { flattened, headersOf, type IncomingHeaders, outgoing, type OutgoingHeaders } from "./headers.ts";

type Done = (error?: Error | null) => void;

const { NGHTTP2_NO_ERROR, NGHTTP2_INTERNAL_ERROR, NGHTTP2_CANCEL } = constants as Record<string, number> as {
  NGHTTP2_NO_ERROR: number;
  NGHTTP2_INTERNAL_ERROR: number;
  NGHTTP2_CANCEL: number;
};

const END_HEADERS = 4;
const END_STREAM = 1;

/** The part of a session that its streams use. */
export interface StreamOwner {
  readonly destroyed: boolean;
  readonly _endCode: number;
  _write(stream: number, data: Uint8Array, isEnd: boolean): void;
  _trailers(stream: number, headers: string[]): void;
  _read(stream: number, isWanted: boolean): void;
  _reset(stream: number, code: number): void;
  _removeStream(stream: ClientHttp2Stream): void;
}

export interface RequestOptions {
  endStream?: boolean;
  waitForTrailers?: boolean;
  signal?: AbortSignal;
}

export class ClientHttp2Stream extends streams.Duplex {
  readonly id: number;
  readonly sentHeaders: OutgoingHeaders;
  readonly sentInfoHeaders: OutgoingHeaders[] = [];
  sentTrailers: OutgoingHeaders | undefined;
  readonly pending = false;
  override closed = false;
  aborted = false;
  endAfterHeaders = false;
  rstCode: number = NGHTTP2_NO_ERROR;
  readonly #session: StreamOwner;
  readonly #waitsForTrailers: boolean;
  /** Whether the headers of the request were all of it. */
  readonly #isWithoutBody: boolean;
  /** The callbacks of writes that the host has. */
  readonly #writes: Done[] = [];
  #finishCallback: Done | undefined;
  #isReleased = false;
  #timer: IdleTimer | undefined;

  constructor(session: StreamOwner, id: number, headers: OutgoingHeaders, options: RequestOptions, isEnd: boolean) {
    super({ allowHalfOpen: true, decodeStrings: true, autoDestroy: false });
    this.#session = session;
    this.id = id;
    this.sentHeaders = headers;
    this.#waitsForTrailers = options.waitForTrailers === true;
    this.#isWithoutBody = isEnd;
    if (isEnd) this.end();
    if (options.signal !== undefined) this.#abortOn(options.signal);
    nextTick(() => this.emit("ready"));
  }

  get session(): StreamOwner | undefined {
    return this.destroyed ? undefined : this.#session;
  }

  get bufferSize(): number {
    return this.writableLength;
  }

  get headersSent(): boolean {
    return true;
  }

  get state(): { state: number; localClose: number; remoteClose: number } {
    const localClose = Number(this.writableFinished);
    const remoteClose = Number(this.readableEnded);
    const { NGHTTP2_STREAM_STATE_OPEN: open, NGHTTP2_STREAM_STATE_CLOSED: closed } = constants as never;
    const half = localClose ? constants.NGHTTP2_STREAM_STATE_HALF_CLOSED_LOCAL : open;
    return { state: (this.closed ? closed : half) as number, localClose, remoteClose };
  }

  /** Ends the stream; a code other than that of no error resets it at once. */
  close(code: number = NGHTTP2_NO_ERROR, callback?: () => void): void {
    if (typeof code !== "number") throw invalidArgType("code", "of type number", code);
    if (callback !== undefined) {
      if (typeof callback !== "function") throw invalidArgType("callback", "of type function", callback);
      this.once("close", callback);
    }
    if (this.closed) return;
    const isEnding = this.writableEnded;
    this.#markClosed(code);
    if (!isEnding || this.writableFinished || code !== NGHTTP2_NO_ERROR || this.aborted) this.#reset(code);
    else this.once("finish", () => this.#reset(code));
  }

  /** Weights of streams are no longer part of the protocol. */
  priority(): void {}

  setTimeout(milliseconds: number, callback?: () => void): this {
    this.#timer?.stop();
    this.#timer = undefined;
    if (typeof callback === "function") this.once("timeout", callback);
    if (milliseconds > 0) this.#timer = new IdleTimer(milliseconds, () => this.emit("timeout"));
    return this;
  }

  /** Ends the request with trailers; called when "wantTrailers" is emitted. */
  sendTrailers(headers: OutgoingHeaders): void {
    if (this.destroyed || this.closed) throw invalidStream();
    if (this.sentTrailers !== undefined) {
      throw coded(Error, "ERR_HTTP2_TRAILERS_ALREADY_SENT", "Trailing headers have already been sent");
    }
    if (this.#finishCallback === undefined) {
      const text = "Trailing headers cannot be sent until after the wantTrailers event is emitted";
      throw coded(Error, "ERR_HTTP2_TRAILERS_NOT_READY", text);
    }
    const trailers = outgoing(headers);
    this.#session._trailers(this.id, flattened(trailers, true));
    this.sentTrailers = trailers;
    this.#callFinishCallback();
  }

  override _read(): void {
    if (!this.destroyed) this.#session._read(this.id, true);
  }

  override _write(chunk: Uint8Array, _encoding: string, done: Done): void {
    if (this.#isReleased) return done();
    this.#timer?.touch();
    this.#writes.push(done);
    this.#session._write(this.id, chunk, false);
  }

  override _final(done: Done): void {
    if (this.#isReleased || this.#isWithoutBody) return done();
    this.#finishCallback = done;
    if (!this.#waitsForTrailers) {
      this.#session._write(this.id, new Uint8Array(0), true);
      this.#callFinishCallback();
    } else if (!this.emit("wantTrailers")) {
      this.#session._write(this.id, new Uint8Array(0), true);
      this.#callFinishCallback();
    }
  }

  override _destroy(error: Error | null, done: Done): void {
    let failure = error;
    const wasClosed = this.closed;
    let code = wasClosed ? this.rstCode : this.#session._endCode;
    if (error !== null && error !== undefined) {
      if (this.#session._endCode === NGHTTP2_NO_ERROR) {
        code = (error as { code?: string }).code === "ABORT_ERR" ? NGHTTP2_CANCEL : NGHTTP2_INTERNAL_ERROR;
      } else code = this.#session._endCode;
    }
    if (!wasClosed) this.#markClosed(code);
    if (!this.#isReleased) {
      this.#isReleased = true;
      this.#session._reset(this.id, code);
    }
    this.#timer?.stop();
    for (const written of this.#writes.splice(0)) written(error);
    this.push(null);
    if (!failure && code !== NGHTTP2_NO_ERROR && code !== NGHTTP2_CANCEL) failure = streamError(code);
    this.#session._removeStream(this);
    done(failure);
  }

  _onInformational(flat: string[]): void {
    const headers = headersOf(flat);
    if (headers[":status"] === 100) this.emit("continue");
    this.emit("headers", headers, END_HEADERS);
  }

  _onResponse(flat: string[], isEnd: boolean): void {
    this.endAfterHeaders = isEnd;
    this.#timer?.touch();
    this.emit("response", headersOf(flat), isEnd ? END_HEADERS | END_STREAM : END_HEADERS);
  }

  _onData(data: Uint8Array<ArrayBuffer>): void {
    this.#timer?.touch();
    if (!this.push(Buffer.from(data.buffer))) this.#session._read(this.id, false);
  }

  _onTrailers(flat: string[]): void {
    this.emit("trailers", headersOf(flat) satisfies IncomingHeaders, END_HEADERS | END_STREAM);
  }

  /** The response is complete. */
  _onEnd(): void {
    this.push(null);
    // A paused stream without data ends, too.
    this.read(0);
    this.#destroyWhenDone();
  }

  _onWritten(): void {
    this.#writes.shift()?.();
  }

  /** The server has reset the stream, or the session is over. */
  _onReset(code: number): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    if (!this.closed) this.#markClosed(code);
    for (const written of this.#writes.splice(0)) written();
    if (this.readableEnded || code !== NGHTTP2_NO_ERROR) this.destroy();
    else {
      this.push(null);
      this.once("end", () => this.destroy());
      this.read(0);
    }
  }

  #callFinishCallback(): void {
    const done = this.#finishCallback;
    this.#finishCallback = undefined;
    nextTick(() => {
      done?.();
      this.#destroyWhenDone();
    });
  }

  /** A stream whose both halves have ended is destroyed when the program has read all. */
  #destroyWhenDone(): void {
    if (this.destroyed) return;
    if (this.readableEnded && this.writableFinished) {
      this.#isReleased = true;
      if (!this.closed) this.#markClosed(NGHTTP2_NO_ERROR);
      this.destroy();
    } else if (!this.readableEnded) this.once("end", () => nextTick(() => this.#destroyWhenDone()));
    else this.once("finish", () => this.#destroyWhenDone());
  }

  #markClosed(code: number): void {
    this.closed = true;
    this.rstCode = code;
    this.#timer?.stop();
    if (this.writableEnded) return;
    if (!this.aborted) {
      this.aborted = true;
      this.emit("aborted");
    }
    this.end();
  }

  #reset(code: number): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#session._reset(this.id, code);
    for (const written of this.#writes.splice(0)) written();
    nextTick(() => this.destroy());
  }

  #abortOn(signal: AbortSignal): void {
    const abort = () => this.destroy(abortError(signal.reason));
    if (signal.aborted) nextTick(abort);
    else {
      signal.addEventListener("abort", abort, { once: true });
      this.once("close", () => signal.removeEventListener("abort", abort));
    }
  }
}
