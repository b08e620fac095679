// http2.ClientHttp2Session: requests, settings and pings of one connection.

import type { Http2Event } from "../../web/ops.ts";
import { Buffer } from "../buffer/buffer.ts";
import { EventEmitter } from "../events/event_emitter.ts";
import { constants } from "../http/http2_constants.ts";
import { IdleTimer } from "../net/idle.ts";
import type { Socket } from "../net/socket.ts";
import { coded, invalidArgType } from "../node_errors.ts";
import { nextTick } from "../process/process.ts";
import { Http2Connection } from "./connection.ts";
import {
  cancelledPing,
  cancelledStream,
  goawaySession,
  invalidSession,
  protocolError,
  sessionError,
} from "./errors.ts";
import { flattened, outgoing, type OutgoingHeaders } from "./headers.ts";
import { checkPayload, type PingCallback, Pings } from "./pings.ts";
import { checkedSettings, getDefaultSettings, type Http2Settings, settingsOf } from "./settings.ts";
import { ClientHttp2Stream, type RequestOptions } from "./stream.ts";

export interface SessionOptions {
  settings?: Http2Settings;
  maxOutstandingPings?: number;
  peerMaxConcurrentStreams?: number;
  [name: string]: unknown;
}

export interface Target {
  protocol: string;
  /** Host and port as in headers. */
  authority: string;
}

const NO_ERROR = 0;
const CANCEL = 8;
/** Methods whose requests have no body unless options say so. */
const bodiless = new Set(["GET", "HEAD", "DELETE"]);

export class ClientHttp2Session extends EventEmitter {
  readonly type = constants.NGHTTP2_SESSION_CLIENT;
  closed = false;
  destroyed = false;
  connecting = true;
  encrypted = false;
  alpnProtocol: string | undefined;
  originSet: string[] | undefined;
  remoteSettings: Http2Settings = {};
  localSettings: Http2Settings;
  pendingSettingsAck = true;
  /** The code that streams end with when the session does. */
  _endCode = NO_ERROR;
  readonly #connection: Http2Connection;
  readonly #socket: Socket;
  readonly #target: Target;
  readonly #pings: Pings;
  readonly #streams = new Map<number, ClientHttp2Stream>();
  #settingsCallbacks: ((error: Error | null, settings: Http2Settings, milliseconds: number) => void)[] = [];
  #timer: IdleTimer | undefined;
  #localWindow = 65535;
  #lastStreamId = 0;

  constructor(socket: Socket, target: Target, options: SessionOptions) {
    super();
    const settings = checkedSettings(options.settings);
    this.#connection = new Http2Connection(socket, settings, (event) => this.#onEvent(event));
    this.localSettings = { ...getDefaultSettings(), ...settings, enablePush: false };
    this.#target = target;
    this.#socket = socket;
    this.#pings = new Pings(options.maxOutstandingPings ?? 10);
    socket.on("data", (data: Uint8Array) => this.#onSocketData(data));
    socket.on("end", () => this.#connection.end());
    socket.on("close", () => this.#onSocketClose());
    socket.on("error", (error: Error) => this.destroy(error));
  }

  get socket(): Socket | undefined {
    return this.destroyed ? undefined : this.#socket;
  }

  get state(): { localWindowSize: number; effectiveLocalWindowSize: number; nextStreamID: number } {
    const localWindowSize = this.#localWindow;
    return {
      localWindowSize,
      effectiveLocalWindowSize: localWindowSize,
      nextStreamID: this.#lastStreamId + 2 - (this.#lastStreamId === 0 ? 1 : 0),
    };
  }

  request(given?: OutgoingHeaders | readonly string[], options: RequestOptions = {}): ClientHttp2Stream {
    if (this.destroyed) throw invalidSession();
    if (this.closed) throw goawaySession();
    const headers = this.#headersFor(given);
    const method = String(headers[":method"]);
    if (options.endStream !== undefined && typeof options.endStream !== "boolean") {
      throw invalidArgType("options.endStream", "of type boolean", options.endStream);
    }
    const isEnd = options.endStream ?? bodiless.has(method);
    const id = this.#connection.request(flattened(headers, false), isEnd);
    this.#lastStreamId = id;
    const stream = new ClientHttp2Stream(this, id, headers, options, isEnd);
    this.#streams.set(id, stream);
    this.#timer?.touch();
    return stream;
  }

  ping(
    first: Uint8Array | PingCallback | undefined,
    second?: PingCallback,
  ): boolean {
    if (this.destroyed) throw invalidSession();
    const [payload, callback] = typeof first === "function" ? [undefined, first] : [first, second];
    checkPayload(payload);
    if (typeof callback !== "function") throw invalidArgType("callback", "of type function", callback);
    const bytes = this.#pings.begin(payload, callback);
    if (bytes === undefined) {
      nextTick(() => callback(cancelledPing(), 0, Buffer.alloc(8)));
      return false;
    }
    this.#connection.ping(bytes);
    return true;
  }

  goaway(code: number = NO_ERROR, lastStreamID = 0, data?: Uint8Array): void {
    if (this.destroyed) throw invalidSession();
    if (typeof code !== "number") throw invalidArgType("code", "of type number", code);
    if (typeof lastStreamID !== "number") throw invalidArgType("lastStreamID", "of type number", lastStreamID);
    this.#connection.goaway(code, lastStreamID, data ?? new Uint8Array(0));
  }

  /** Of all settings, that of the streams' window can change while the session is open. */
  settings(
    given: Http2Settings,
    callback?: (error: Error | null, settings: Http2Settings, milliseconds: number) => void,
  ): void {
    if (this.destroyed) throw invalidSession();
    const settings = checkedSettings(given);
    const others = Object.keys(settings).filter((it) => it !== "initialWindowSize" && it !== "enablePush");
    if (others.length > 0) {
      const text = `lumi cannot change ${others.join(", ")} of an open session; give settings to http2.connect`;
      throw coded(Error, "ERR_METHOD_NOT_IMPLEMENTED", text);
    }
    const start = performance.now();
    if (settings.initialWindowSize === undefined) {
      if (callback !== undefined) nextTick(() => callback(null, this.localSettings, 0));
      return;
    }
    this.#connection.setStreamWindow(settings.initialWindowSize);
    this.localSettings = { ...this.localSettings, initialWindowSize: settings.initialWindowSize };
    this.pendingSettingsAck = true;
    this.#settingsCallbacks.push((error, now) => callback?.(error, now, performance.now() - start));
  }

  setLocalWindowSize(size: number): void {
    if (this.destroyed) throw invalidSession();
    if (typeof size !== "number") throw invalidArgType("windowSize", "of type number", size);
    this.#connection.setWindow(size);
    this.#localWindow = size;
  }

  setTimeout(milliseconds: number, callback?: () => void): this {
    this.#timer?.stop();
    this.#timer = undefined;
    if (typeof callback === "function") this.once("timeout", callback);
    if (milliseconds > 0) this.#timer = new IdleTimer(milliseconds, () => this.emit("timeout"));
    return this;
  }

  ref(): void {
    this.#socket.ref();
  }

  unref(): void {
    this.#socket.unref();
  }

  /** Accepts no more requests, and ends after the last stream. */
  close(callback?: () => void): void {
    if (this.closed || this.destroyed) return;
    this.closed = true;
    if (typeof callback === "function") this.once("close", callback);
    this.#endIfIdle();
  }

  destroy(error?: Error | number | null, code?: number): void {
    if (this.destroyed) return;
    const failure = typeof error === "number" ? (error === NO_ERROR ? undefined : sessionError(error)) : error;
    const given = typeof error === "number" ? error : code;
    const number = given ?? (failure ? (constants.NGHTTP2_INTERNAL_ERROR as number) : NO_ERROR);
    const wasConnecting = this.connecting;
    this.closed = true;
    this.destroyed = true;
    this.connecting = false;
    this._endCode = number;
    this.#timer?.stop();
    this.#connection.close(number);
    const streams = [...this.#streams.values()];
    this.#streams.clear();
    // Streams that never began have not failed themselves.
    for (const stream of streams) {
      stream.destroy(wasConnecting ? cancelledStream(failure ?? undefined) : failure ?? undefined);
    }
    this.#pings.cancel();
    this.#connection.release();
    if (failure || wasConnecting) this.#socket.destroy();
    else this.#socket.destroySoon();
    nextTick(() => {
      if (failure) this.emit("error", failure);
      this.emit("close");
    });
  }

  /** The socket can be written. */
  _connected(socket: Socket): void {
    if (this.destroyed) return;
    this.connecting = false;
    const { encrypted = false, alpnProtocol } = socket as { encrypted?: boolean; alpnProtocol?: string };
    this.encrypted = encrypted;
    this.alpnProtocol = encrypted ? alpnProtocol : "h2c";
    if (encrypted) this.originSet = [`https://${this.#target.authority}`];
    this.#connection.process();
    this.emit("connect", this, socket);
  }

  _write(stream: number, data: Uint8Array, isEnd: boolean): void {
    if (!this.destroyed) this.#connection.write(stream, data, isEnd);
  }

  _trailers(stream: number, headers: string[]): void {
    this.#connection.trailers(stream, headers);
  }

  _read(stream: number, isWanted: boolean): void {
    if (!this.destroyed) this.#connection.read(stream, isWanted);
  }

  _reset(stream: number, code: number): void {
    if (!this.destroyed) this.#connection.reset(stream, code);
  }

  _removeStream(stream: ClientHttp2Stream): void {
    this.#streams.delete(stream.id);
    this.#endIfIdle();
  }

  #headersFor(given: unknown): OutgoingHeaders {
    const headers = outgoing(given);
    const ordered: OutgoingHeaders = { ":method": headers[":method"] ?? "GET" };
    const isTunnel = ordered[":method"] === "CONNECT" && headers[":protocol"] === undefined;
    if (headers[":authority"] === undefined && headers["host"] === undefined) {
      ordered[":authority"] = this.#target.authority;
    }
    if (!isTunnel) {
      ordered[":scheme"] = headers[":scheme"] ?? this.#target.protocol.slice(0, -1);
      ordered[":path"] = headers[":path"] ?? "/";
    }
    return { ...ordered, ...headers };
  }

  #endIfIdle(): void {
    if (this.closed && !this.destroyed && this.#streams.size === 0) {
      nextTick(() => {
        if (this.#streams.size === 0) this.destroy();
      });
    }
  }

  #onSocketData(data: Uint8Array): void {
    if (this.destroyed) return;
    this.#timer?.touch();
    this.#connection.feed(data);
  }

  #onSocketClose(): void {
    if (this.destroyed) return;
    const wasConnecting = this.connecting;
    for (const stream of [...this.#streams.values()]) stream.close(CANCEL);
    this.destroy(wasConnecting ? coded(Error, "ERR_SOCKET_CLOSED", "Socket is closed") : undefined);
  }

  #onEvent(event: Http2Event): void {
    switch (event.kind) {
      case "settings":
        this.remoteSettings = settingsOf(event.values, { ...getDefaultSettings(), ...this.remoteSettings });
        this.emit("remoteSettings", this.remoteSettings);
        break;
      case "settingsAck": {
        this.pendingSettingsAck = false;
        this.emit("localSettings", this.localSettings);
        this.#settingsCallbacks.shift()?.(null, this.localSettings, 0);
        break;
      }
      case "ping":
        this.emit("ping", Buffer.from(event.payload));
        break;
      case "pong":
        this.#pings.returned(Buffer.from(event.payload));
        break;
      case "goaway":
        this.#onGoaway(event.code, event.lastStream, event.data);
        break;
      case "closed":
        this.#onClosed(event.code, event.message);
        break;
      default:
        this.#onStreamEvent(event);
    }
  }

  #onStreamEvent(event: Extract<Http2Event, { stream: number }>): void {
    const stream = this.#streams.get(event.stream);
    if (stream === undefined) return;
    switch (event.kind) {
      case "informational":
        return stream._onInformational(event.headers);
      case "response":
        return stream._onResponse(event.headers, event.isEnd);
      case "data":
        return stream._onData(event.data);
      case "trailers":
        return stream._onTrailers(event.headers);
      case "end":
        return stream._onEnd();
      case "written":
        return stream._onWritten();
      case "reset":
        return stream._onReset(event.code);
    }
  }

  #onGoaway(code: number, last: number, data: Uint8Array): void {
    this.emit("goaway", code, last, Buffer.from(data));
    if (this.destroyed) return;
    if (code === NO_ERROR) this.close();
    else this.destroy(sessionError(code), NO_ERROR);
  }

  #onClosed(code: number | null, message: string | null): void {
    if (code === null || code === NO_ERROR) {
      this.destroy(undefined);
    } else {
      const error = protocolError(message ?? "Protocol error");
      this.destroy(Object.assign(error, { errno: code }), code);
    }
  }
}
