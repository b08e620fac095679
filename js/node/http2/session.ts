// A connection of HTTP/2 as a client.

import { core, type Http2Event } from "../../web/ops.ts";
import { Buffer } from "../buffer.ts";
import { EventEmitter } from "../event_emitter.ts";
import { constants } from "../http/http2_constants.ts";
import { IdleTimer } from "../net_idle.ts";
import type { Socket } from "../net_socket.ts";
import { coded, invalidArgType } from "../node_errors.ts";
import { nextTick } from "../process.ts";
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
const ROOM = 65536;
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
  readonly #id: number;
  readonly #socket: Socket;
  readonly #target: Target;
  readonly #pings: Pings;
  readonly #streams = new Map<number, ClientHttp2Stream>();
  #settingsCallbacks: ((error: Error | null, settings: Http2Settings, milliseconds: number) => void)[] = [];
  #timer: IdleTimer | undefined;
  #isTurning = false;
  #isScheduled = false;
  #localWindow = 65535;
  #last = 0;

  constructor(socket: Socket, target: Target, options: SessionOptions) {
    super();
    const settings = checkedSettings(options.settings);
    this.#id = core.ops.op_lumi_http2_open({ ...settings });
    this.localSettings = { ...getDefaultSettings(), ...settings, enablePush: false };
    this.#target = target;
    this.#socket = socket;
    this.#pings = new Pings(options.maxOutstandingPings ?? 10);
    socket.on("data", (data: Uint8Array) => this.#feed(data));
    socket.on("end", () => this.#socketEnded());
    socket.on("close", () => this.#socketClosed());
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
      nextStreamID: this.#last + 2 - (this.#last === 0 ? 1 : 0),
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
    const id = core.ops.op_lumi_http2_request(this.#id, flattened(headers, false), isEnd);
    this.#last = id;
    const stream = new ClientHttp2Stream(this, id, headers, options, isEnd);
    this.#streams.set(id, stream);
    this.#touch();
    this.#turnSoon();
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
    core.ops.op_lumi_http2_ping(this.#id, bytes);
    this.#turnSoon();
    return true;
  }

  goaway(code: number = NO_ERROR, lastStreamID = 0, data?: Uint8Array): void {
    if (this.destroyed) throw invalidSession();
    if (typeof code !== "number") throw invalidArgType("code", "of type number", code);
    if (typeof lastStreamID !== "number") throw invalidArgType("lastStreamID", "of type number", lastStreamID);
    core.ops.op_lumi_http2_goaway(this.#id, code, lastStreamID, data ?? new Uint8Array(0));
    this.#turnSoon();
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
    core.ops.op_lumi_http2_window(this.#id, settings.initialWindowSize, false);
    this.localSettings = { ...this.localSettings, initialWindowSize: settings.initialWindowSize };
    this.pendingSettingsAck = true;
    this.#settingsCallbacks.push((error, now) => callback?.(error, now, performance.now() - start));
    this.#turnSoon();
  }

  setLocalWindowSize(size: number): void {
    if (this.destroyed) throw invalidSession();
    if (typeof size !== "number") throw invalidArgType("windowSize", "of type number", size);
    core.ops.op_lumi_http2_window(this.#id, size, true);
    this.#localWindow = size;
    this.#turnSoon();
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

  /** Takes no more requests, and ends after the last stream. */
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
    this.#sayGoodbye(number);
    const streams = [...this.#streams.values()];
    this.#streams.clear();
    // Streams that never began have not failed themselves.
    for (const stream of streams) {
      stream.destroy(wasConnecting ? cancelledStream(failure ?? undefined) : failure ?? undefined);
    }
    this.#pings.cancel();
    core.ops.op_lumi_http2_drop(this.#id);
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
    this.#turn();
    this.emit("connect", this, socket);
  }

  _write(stream: number, data: Uint8Array, isEnd: boolean): void {
    if (this.destroyed) return;
    core.ops.op_lumi_http2_write(this.#id, stream, data, isEnd);
    this.#turnSoon();
  }

  _trailers(stream: number, headers: string[]): void {
    core.ops.op_lumi_http2_trailers(this.#id, stream, headers);
    this.#turnSoon();
  }

  _read(stream: number, isWanted: boolean): void {
    if (this.destroyed) return;
    core.ops.op_lumi_http2_read(this.#id, stream, isWanted);
    if (isWanted) this.#turnSoon();
  }

  _reset(stream: number, code: number): void {
    if (this.destroyed) return;
    core.ops.op_lumi_http2_reset(this.#id, stream, code);
    this.#turnSoon();
  }

  _forget(stream: ClientHttp2Stream): void {
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

  /** Sends what the host still has, and that the session ends. */
  #sayGoodbye(code: number): void {
    if (!this.#socket.writable || this.#socket.destroyed) return;
    core.ops.op_lumi_http2_goaway(this.#id, code, 0, new Uint8Array(0));
    this.#flush();
  }

  #socketEnded(): void {
    if (this.destroyed) return;
    core.ops.op_lumi_http2_end(this.#id);
    this.#turn();
  }

  #socketClosed(): void {
    if (this.destroyed) return;
    const wasConnecting = this.connecting;
    for (const stream of [...this.#streams.values()]) stream.close(CANCEL);
    this.destroy(wasConnecting ? coded(Error, "ERR_SOCKET_CLOSED", "Socket is closed") : undefined);
  }

  #touch(): void {
    this.#timer?.touch();
  }

  #feed(data: Uint8Array): void {
    if (this.destroyed) return;
    this.#touch();
    core.ops.op_lumi_http2_feed(this.#id, data);
    this.#turn();
  }

  /** Turns once for all calls until the next tick: streams are written piece by piece. */
  #turnSoon(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    nextTick(() => {
      this.#isScheduled = false;
      this.#turn();
    });
  }

  /** Lets the host do what is possible, and hands on what has happened. */
  #turn(): void {
    if (this.destroyed) return;
    // A listener that asks for another turn gets it later.
    if (this.#isTurning) return this.#turnSoon();
    this.#isTurning = true;
    try {
      const events = core.ops.op_lumi_http2_turn(this.#id);
      this.#flush();
      for (const event of events) {
        if (this.destroyed) break;
        this.#handle(event);
      }
    } finally {
      this.#isTurning = false;
    }
  }

  #flush(): void {
    for (;;) {
      const room = new Uint8Array(ROOM);
      const length = core.ops.op_lumi_http2_pull(this.#id, room);
      if (length === 0) return;
      this.#socket.write(room.subarray(0, length));
    }
  }

  #handle(event: Http2Event): void {
    switch (event.kind) {
      case "settings":
        this.remoteSettings = settingsOf(event.values, { ...getDefaultSettings(), ...this.remoteSettings });
        this.emit("remoteSettings", this.remoteSettings);
        break;
      case "settingsTaken": {
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
        this.#wentAway(event.code, event.lastStream, event.data);
        break;
      case "over":
        this.#isOver(event.code, event.message);
        break;
      default:
        this.#handOn(event);
    }
  }

  #handOn(event: Extract<Http2Event, { stream: number }>): void {
    const stream = this.#streams.get(event.stream);
    if (stream === undefined) return;
    switch (event.kind) {
      case "informational":
        return stream._informed(event.headers);
      case "response":
        return stream._responded(event.headers, event.isEnd);
      case "data":
        return stream._received(event.data);
      case "trailers":
        return stream._trailed(event.headers);
      case "end":
        return stream._ended();
      case "written":
        return stream._written();
      case "reset":
        return stream._wasReset(event.code);
    }
  }

  #wentAway(code: number, last: number, data: Uint8Array): void {
    this.emit("goaway", code, last, Buffer.from(data));
    if (this.destroyed) return;
    if (code === NO_ERROR) this.close();
    else this.destroy(sessionError(code), NO_ERROR);
  }

  #isOver(code: number | null, message: string | null): void {
    if (code === null || code === NO_ERROR) {
      this.destroy(undefined);
    } else {
      const error = protocolError(message ?? "Protocol error");
      this.destroy(Object.assign(error, { errno: code }), code);
    }
  }
}
