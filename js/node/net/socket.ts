// net.Socket: a connection as a stream.

import streams, { type DuplexOptions } from "../../npm/readable-stream.js";
import { Buffer } from "../buffer/buffer.ts";
import { type ConnectOptions, connectSocket, normalized } from "./connect.ts";
import { AGAIN, CANCELLED, closedBeforeConnection, closedSocket, failureOf } from "./errors.ts";
import { checkFunction } from "./errors.ts";
import { type Handle, NativeHandle, settled } from "./handle.ts";
import { IdleTimer } from "./idle.ts";
import { programBuffer, readBuffer, takeChunk } from "./read_buffer.ts";
import type { SocketAddresses } from "./types.ts";
import { written } from "./writes.ts";
import { coded, invalidArgType, outOfRange } from "../node_errors.ts";
import { notAvailable } from "../unavailable.ts";
import { nextTick } from "../process/process.ts";
import { setImmediate } from "../timers/timeout.ts";

type Done = (error?: Error | null) => void;

export interface OnRead {
  buffer: Uint8Array | (() => Uint8Array);
  callback(count: number, buffer: Uint8Array): boolean | void;
}

export interface SocketOptions extends DuplexOptions {
  handle?: Handle | null;
  fd?: number;
  onread?: OnRead;
  /** Nothing is read until the program resumes the socket. */
  pauseOnCreate?: boolean;
  manualStart?: boolean;
  noDelay?: boolean;
  keepAlive?: boolean;
  /** Milliseconds. */
  keepAliveInitialDelay?: number;
}

export interface AddressInfo {
  address: string;
  family: string;
  port: number;
}

/** The server that accepted a socket. */
export interface Acceptor {
  _connections: number;
  _emitCloseIfDrained(): void;
}

/** The private part of a socket: a class, as assigning to members of a plain object takes longer (js/primordials.ts). */
class State {
  isReading = false;
  bytesRead = 0;
  bytesWritten = 0;
  addresses: SocketAddresses = { local: null, remote: null };
  timer: IdleTimer | undefined = undefined;
  noDelay = false;
  keepAlive: number | undefined = undefined;
  onread: OnRead | undefined = undefined;
  isResetting = false;
}

const own = Symbol("socket");

/** The longest time of a timer. */
const MAX_DELAY = 2 ** 31 - 1;

/** The methods of a socket. Packages call the constructor on objects of their own, as no class allows. */
class SocketMethods extends streams.Duplex {
  declare [own]: State;
  declare _handle: Handle | null;
  declare _parent: SocketMethods | null;
  declare _host: string | null;
  declare _hadError: boolean;
  declare _server: Acceptor | null;
  declare server: Acceptor | null;
  declare connecting: boolean;
  declare timeout: number | undefined;
  declare autoSelectFamilyAttemptedAddresses: string[] | undefined;
  declare readonly writableBuffer: { chunk: string | Uint8Array; encoding: string }[] | undefined;

  get pending(): boolean {
    return this._handle === null || this.connecting;
  }

  get readyState(): string {
    const { readable, writable } = this as { readable: boolean; writable: boolean };
    if (this.connecting) return "opening";
    if (readable && writable) return "open";
    return readable ? "readOnly" : writable ? "writeOnly" : "closed";
  }

  get _connecting(): boolean {
    return this.connecting;
  }

  get bufferSize(): number | undefined {
    return this._handle === null ? undefined : this.writableLength;
  }

  get bytesRead(): number {
    return this[own].bytesRead;
  }

  /** With what waits to be written. */
  get bytesWritten(): number {
    let count = this[own].bytesWritten;
    for (const { chunk, encoding } of this.writableBuffer ?? []) {
      count += typeof chunk === "string" ? Buffer.byteLength(chunk, encoding) : chunk.length;
    }
    return count;
  }

  get remoteAddress(): string | undefined {
    return addressesOf(this).remote?.[0];
  }

  get remotePort(): number | undefined {
    return addressesOf(this).remote?.[1];
  }

  get remoteFamily(): string | undefined {
    const { remote } = addressesOf(this);
    return remote === null ? undefined : `IPv${remote[2]}`;
  }

  get localAddress(): string | undefined {
    return addressesOf(this).local?.[0];
  }

  get localPort(): number | undefined {
    return addressesOf(this).local?.[1];
  }

  get localFamily(): string | undefined {
    const { local } = addressesOf(this);
    return local === null ? undefined : `IPv${local[2]}`;
  }

  /** The address of this end. */
  address(): AddressInfo | Record<string, never> {
    const { local } = addressesOf(this);
    return local === null ? {} : { address: local[0], family: `IPv${local[2]}`, port: local[1] };
  }

  /** Connects to an address, or to a socket of the file system. */
  connect(...args: unknown[]): this {
    const [options, connected] = normalized(args);
    if (this.write !== SocketMethods.prototype.write) this.write = SocketMethods.prototype.write;
    if (this.destroyed) {
      resetSocket(this);
      this._handle = null;
      this[own].addresses = new State().addresses;
    }
    if (typeof connected === "function") this.once("connect", connected as () => void);
    this._unrefTimer();
    this.connecting = true;
    connectSocket(this, options as ConnectOptions);
    return this;
  }

  /** The next step once the socket is connected. */
  _opened(handle: Handle): void {
    this._handle = handle;
    this.connecting = false;
    this._unrefTimer();
    this.emit("connect");
    this.emit("ready");
    if (this.readable && !this.isPaused()) this.read(0);
  }

  override _read(size: number): void {
    if (this.connecting || this._handle === null) this.once("connect", () => this._read(size));
    else startReading(this);
  }

  override _write(chunk: unknown, encoding: string, callback: Done): void {
    writeChunks(this, [{ chunk: chunk as Uint8Array, encoding }], callback);
  }

  override _writev(chunks: { chunk: unknown; encoding: string }[], callback: Done): void {
    writeChunks(this, chunks as Chunk[], callback);
  }

  override _final(callback: Done): void {
    if (this.connecting) return void this.once("connect", () => this._final(callback));
    const handle = this._handle;
    if (handle === null) return callback();
    const ended = (status: number) => {
      const isGone = status === 0 || status === -107;
      callback(isGone ? null : handle.failure ?? failureOf(status, "shutdown"));
    };
    const status = handle.shutdown();
    if (typeof status === "number") nextTick(() => ended(status));
    else settled(status, ended, (error) => callback(error as Error));
  }

  override _destroy(error: Error | null, callback: Done): void {
    this.connecting = false;
    for (let socket: SocketMethods | null = this; socket !== null; socket = socket._parent) socket[own].timer?.stop();
    const isException = error !== null && error !== undefined;
    const handle = this._handle;
    this._handle = null;
    handle?.close(this[own].isResetting);
    callback(error);
    // After the event "error", which comes in a tick.
    if (handle === null) nextTick(() => this.emit("close", isException));
    else setImmediate(() => this.emit("close", isException));
    const server = this._server;
    this._server = null;
    if (!server) return;
    server._connections--;
    server._emitCloseIfDrained();
  }

  /** Ends the stream, and destroys it once all is written. */
  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once("finish", () => this.destroy());
  }

  /** Closes without sending what waits; the other end gets a reset. */
  resetAndDestroy(): this {
    if (this._handle === null) return this.destroy(closedSocket());
    if (!(this._handle instanceof NativeHandle)) {
      throw coded(TypeError, "ERR_INVALID_HANDLE_TYPE", "This handle type cannot be sent");
    }
    if (this.connecting) this.once("connect", () => this._reset());
    else this._reset();
    return this;
  }

  _reset(): this {
    this[own].isResetting = true;
    return this.destroy();
  }

  /** Emits "timeout" when nothing has happened for so many milliseconds; 0 ends that. */
  setTimeout(delay: number, callback?: () => void): this {
    if (this.destroyed) return this;
    this.timeout = delay;
    const checked = checkedDelay(delay);
    const state = this[own];
    state.timer?.stop();
    state.timer = undefined;
    if (callback !== undefined) checkFunction(callback, "callback");
    if (checked === 0) {
      if (callback !== undefined) this.removeListener("timeout", callback);
      return this;
    }
    state.timer = new IdleTimer(checked, () => this._onTimeout());
    if (callback !== undefined) this.once("timeout", callback);
    return this;
  }

  _onTimeout(): void {
    this.emit("timeout");
  }

  /** Notes that the socket is not idle. */
  _unrefTimer(): void {
    for (let socket: SocketMethods | null = this; socket !== null; socket = socket._parent) socket[own].timer?.touch();
  }

  setNoDelay(isOn?: boolean): this {
    const noDelay = isOn === undefined ? true : Boolean(isOn);
    if (this[own].noDelay !== noDelay) this._handle?.setNoDelay(noDelay);
    this[own].noDelay = noDelay;
    return this;
  }

  /** `delay`: milliseconds of silence after which the other end is asked. */
  setKeepAlive(isOn?: boolean, delay = 0): this {
    const seconds = Math.trunc(delay / 1000);
    this[own].keepAlive = isOn ? seconds : undefined;
    this._handle?.setKeepAlive(Boolean(isOn), seconds);
    return this;
  }

  /** The options that were set before there was a handle. */
  _configure(handle: Handle): void {
    const { noDelay, keepAlive } = this[own];
    if (noDelay) handle.setNoDelay(true);
    if (keepAlive !== undefined) handle.setKeepAlive(true, keepAlive);
  }

  /** Keeps the program running while the socket is open. */
  ref(): this {
    if (this._handle === null) this.once("connect", () => this.ref());
    else this._handle.ref();
    return this;
  }

  unref(): this {
    if (this._handle === null) this.once("connect", () => this.unref());
    else this._handle.unref();
    return this;
  }

  override resume(): this {
    if (this[own].onread !== undefined && !this.connecting && this._handle !== null) startReading(this);
    return super.resume();
  }
}

interface Chunk {
  chunk: string | Uint8Array;
  encoding: string;
}

/** The addresses of both ends, which are known until the socket connects again. */
function addressesOf(socket: SocketMethods): SocketAddresses {
  const state = socket[own];
  if (socket._handle !== null && !socket.connecting && state.addresses.local === null) {
    state.addresses = socket._handle.addresses();
  }
  return state.addresses;
}

function writeChunks(socket: SocketMethods, chunks: Chunk[], callback: Done): void {
  if (socket.connecting) return writeLater(socket, chunks, callback);
  const handle = socket._handle;
  if (handle === null) return callback(closedSocket());
  socket._unrefTimer();
  const state = socket[own];
  const count = (bytes: number) => {
    state.bytesWritten += bytes;
  };
  written(handle, chunks, count, (status) => {
    if (socket.destroyed) return callback(socket.errored ?? coded(Error, "ECANCELED", "write ECANCELED"));
    socket._unrefTimer();
    callback(status < 0 ? handle.failure ?? failureOf(status, "write") : null);
  });
}

function writeLater(socket: SocketMethods, chunks: Chunk[], callback: Done): void {
  const closed = () => callback(closedBeforeConnection());
  socket.once("close", closed);
  socket.once("connect", () => {
    socket.off("close", closed);
    writeChunks(socket, chunks, callback);
  });
}

/** A destroyed socket is as one that was never connected. */
function resetSocket(socket: SocketMethods): void {
  (socket as unknown as { _undestroy(): void })._undestroy();
}

function checkedDelay(delay: unknown): number {
  if (typeof delay !== "number") throw invalidArgType("msecs", "of type number", delay);
  if (delay < 0 || !Number.isFinite(delay)) throw outOfRange("msecs", "a non-negative finite number", delay);
  return Math.min(delay, MAX_DELAY);
}

function startReading(socket: SocketMethods): void {
  const state = socket[own];
  const handle = socket._handle;
  if (state.isReading || handle === null) return;
  state.isReading = true;
  settled(handle.readable(), (status) => {
    state.isReading = false;
    if (handle !== socket._handle) return;
    if (status < 0) failed(socket, handle, status);
    else readNow(socket, handle);
  }, (error) => socket.destroy(error as Error));
}

function readNow(socket: SocketMethods, handle: Handle): void {
  const state = socket[own];
  const { onread } = state;
  const room = onread === undefined ? readBuffer() : programBuffer(onread.buffer);
  const count = handle.read(room);
  if (count === AGAIN) return startReading(socket);
  if (count < 0) return failed(socket, handle, count);
  socket._unrefTimer();
  if (count === 0) {
    socket.push(null);
    socket.read(0);
    return;
  }
  state.bytesRead += count;
  if (onread === undefined) socket.push(takeChunk(count));
  else if (onread.callback(count, room) !== false) startReading(socket);
}

function failed(socket: SocketMethods, handle: Handle, status: number): void {
  if (status !== CANCELLED) socket.destroy(handle.failure ?? failureOf(status, "read"));
}

/** Writing to a socket that both ends have ended. */
function writeAfterEnd(this: SocketMethods, ...args: unknown[]): boolean {
  if (!this.writableEnded) return Reflect.apply(streams.Duplex.prototype.write, this, args) as boolean;
  const callback = args.find((it) => typeof it === "function") as Done | undefined;
  const error = coded(Error, "EPIPE", "This socket has been ended by the other party");
  if (callback !== undefined) nextTick(() => callback(error));
  this.destroy(error);
  return false;
}

function onEnd(this: SocketMethods): void {
  if (!this.allowHalfOpen) this.write = writeAfterEnd as typeof this.write;
}

function initialize(socket: SocketMethods, options: SocketOptions): void {
  const state = new State();
  Object.defineProperty(socket, own, { value: state, configurable: true });
  state.onread = options.onread;
  socket.connecting = false;
  socket._hadError = false;
  socket._handle = options.handle ?? null;
  socket._parent = null;
  socket._host = null;
  socket._server = null;
  socket.server = null;
  socket.on("end", onEnd);
  if (options.noDelay) state.noDelay = true;
  if (options.keepAlive) state.keepAlive = Math.trunc((options.keepAliveInitialDelay ?? 0) / 1000);
  if (options.signal !== undefined) streams.addAbortSignal(options.signal, socket);
  if (socket._handle === null) return;
  socket._configure(socket._handle);
  if (options.pauseOnCreate) socket.pause();
  else if (options.readable !== false && !options.manualStart) socket.read(0);
}

export type Socket = SocketMethods;

export interface SocketConstructor {
  new (options?: SocketOptions): Socket;
  (options?: SocketOptions): Socket;
  readonly prototype: Socket;
}

/** The constructor without `new`. */
const createSocket = (options: SocketOptions): Socket => new Socket(options);

export const Socket = function Socket(this: Socket | undefined, options: SocketOptions = {}): Socket | void {
  if (!(this instanceof SocketMethods)) return createSocket(options);
  if (typeof options === "number" || options.fd !== undefined) {
    throw notAvailable("net.Socket with a file descriptor");
  }
  if ((options as { objectMode?: boolean }).objectMode) {
    const text = "The property 'options.objectMode' is not supported. Received true";
    throw coded(TypeError, "ERR_INVALID_ARG_VALUE", text);
  }
  const settings = {
    ...options,
    signal: undefined,
    allowHalfOpen: Boolean(options.allowHalfOpen),
    // Sockets emit "close" themselves, with whether there was an error.
    emitClose: false,
    autoDestroy: true,
    decodeStrings: false,
  };
  Reflect.apply(streams.Duplex as unknown as (options: object) => void, this, [settings]);
  initialize(this, options);
} as unknown as SocketConstructor;

Object.defineProperty(Socket, "prototype", { value: SocketMethods.prototype, writable: false });
Object.defineProperty(Socket.prototype, "constructor", { value: Socket, writable: true, configurable: true });
Object.setPrototypeOf(Socket, streams.Duplex);
