// net.Server: what accepts connections.

import { core } from "../../web/ops.ts";
import { lookup } from "./dns_promises.ts";
import { EventEmitter, type EventEmitterConstructor } from "../events/events.ts";
import { normalized } from "./connect.ts";
import { CANCELLED, checkedPort, failureOf, listenFailure, nothingToListenAt } from "./errors.ts";
import { NativeHandle, NativeListener, settled } from "./handle.ts";
import { type AddressInfo, Socket } from "./socket.ts";
import { coded, invalidArgType } from "../node_errors.ts";
import { resolve } from "../path/path.ts";
import { nextTick } from "../process/process.ts";
import { type CallingPlace, callingPlace } from "../../web/test_servers.ts";
import { Timeout } from "../timers/timeout.ts";

export interface ServerOptions {
  allowHalfOpen?: boolean;
  pauseOnConnect?: boolean;
  noDelay?: boolean;
  keepAlive?: boolean;
  keepAliveInitialDelay?: number;
  highWaterMark?: number;
}

export interface ListenOptions {
  port?: number | string | null;
  host?: string;
  path?: string;
  backlog?: number;
  exclusive?: boolean;
  ipv6Only?: boolean;
  readableAll?: boolean;
  writableAll?: boolean;
  signal?: AbortSignal;
  fd?: number;
}

/** Connections that wait to be accepted, at most. */
const BACKLOG = 511;
/** Milliseconds before another attempt where a connection could not be accepted. */
const PAUSE = 50;

/** The tests, and the places of the program, at which servers began to listen. */
const places = new WeakMap<ServerMethods, CallingPlace>();

class ServerMethods extends EventEmitter {
  declare _handle: NativeListener | null;
  declare _connections: number;
  declare _unref: boolean;
  declare _path: string | undefined;
  declare _closing: boolean;
  declare allowHalfOpen: boolean;
  declare pauseOnConnect: boolean;
  declare noDelay: boolean;
  declare keepAlive: boolean;
  declare keepAliveInitialDelay: number;
  declare highWaterMark: number | undefined;
  declare maxConnections: number | undefined;

  get listening(): boolean {
    return this._handle !== null;
  }

  listen(...args: unknown[]): this {
    const [given, callback] = normalized(args);
    const options = { ...given } as ListenOptions;
    if (this._handle !== null) {
      const problem = "Listen method has been called more than once without closing.";
      throw coded(Error, "ERR_SERVER_ALREADY_LISTEN", problem);
    }
    if (typeof callback === "function") this.once("listening", callback as () => void);
    places.set(this, callingPlace());
    const isAny = args.length === 0 || typeof args[0] === "function" || options.port === null ||
      (options.port === undefined && "port" in options);
    if (isAny) options.port = 0;
    if (options.signal !== undefined) closeOn(this, options.signal);
    const backlog = options.backlog || Number(args[1]) || Number(args[2]) || BACKLOG;
    if (typeof options.port === "number" || typeof options.port === "string") {
      const port = checkedPort(options.port, "options.port");
      if (options.host) listenAtHost(this, options.host, port, backlog, options);
      else listenAtAll(this, port, backlog, options);
    } else if (typeof options.path === "string" && options.path !== "") {
      const { path } = options;
      begin(this, () => core.ops.op_lumi_net_listen_path(resolve(path), backlog), path);
      if (this._handle !== null) this._path = path;
    } else throw nothingToListenAt(given);
    return this;
  }

  address(): AddressInfo | string | null {
    if (this._handle === null) return null;
    if (this._path !== undefined) return this._path;
    const { local } = this._handle.addresses();
    return local === null ? null : { address: local[0], family: `IPv${local[2]}`, port: local[1] };
  }

  getConnections(callback: (error: Error | null, count: number) => void): this {
    nextTick(() => callback(null, this._connections));
    return this;
  }

  /** Accepts no more; "close" comes when all connections have ended. */
  close(callback?: (error?: Error) => void): this {
    if (typeof callback === "function") {
      const isOpen = this._handle !== null;
      this.once("close", () => {
        if (isOpen) callback();
        else callback(coded(Error, "ERR_SERVER_NOT_RUNNING", "Server is not running."));
      });
    }
    this._handle?.close();
    this._handle = null;
    this._emitCloseIfDrained();
    return this;
  }

  _emitCloseIfDrained(): void {
    if (this._handle !== null || this._connections > 0) return;
    nextTick(() => this.emit("close"));
  }

  ref(): this {
    this._unref = false;
    this._handle?.ref();
    return this;
  }

  /** Lets the program end while the server listens. */
  unref(): this {
    this._unref = true;
    this._handle?.unref();
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this._handle === null) return;
    await new Promise<void>((resolve, reject) => {
      this.close((error) => (error === undefined ? resolve() : reject(error)));
    });
  }
}

function closeOn(server: ServerMethods, signal: AbortSignal): void {
  const close = () => void server.close();
  if (signal.aborted) nextTick(close);
  else signal.addEventListener("abort", close, { once: true });
}

interface Thrown extends Error {
  errno?: number;
}

/** Opens a listener; a failure becomes an event. */
function begin(server: ServerMethods, open: () => number, address?: string, port?: number): void {
  let id: number;
  try {
    id = open();
  } catch (thrown) {
    const { errno } = thrown as Thrown;
    const error = typeof errno === "number" ? listenFailure(errno, address, port) : thrown;
    nextTick(() => server.emit("error", error));
    return;
  }
  const caller = places.get(server) ?? callingPlace();
  const handle = new NativeListener(id, port === undefined ? address : undefined, caller);
  server._handle = handle;
  server._path = undefined;
  if (server._unref) handle.unref();
  accept(server, handle);
  nextTick(() => {
    if (server._handle === handle) server.emit("listening");
  });
}

/** All addresses of both families, where the machine has both. */
function listenAtAll(server: ServerMethods, port: number, backlog: number, options: ListenOptions): void {
  const at = (address: string) => {
    const target = { host: address, address, port };
    return core.ops.op_lumi_net_listen(target, backlog, options.ipv6Only === true);
  };
  // EINVAL, EAFNOSUPPORT and EADDRNOTAVAIL: there is no IPv6.
  const withoutV6 = [-22, -97, -99];
  begin(server, () => {
    try {
      return at("::");
    } catch (error) {
      if (withoutV6.includes((error as Thrown).errno ?? 0)) return at("0.0.0.0");
      throw error;
    }
  }, "::", port);
}

function listenAtHost(
  server: ServerMethods,
  host: string,
  port: number,
  backlog: number,
  options: ListenOptions,
): void {
  const at = (address: string) => {
    const target = { host, address, port };
    begin(
      server,
      () => core.ops.op_lumi_net_listen(target, backlog, options.ipv6Only === true),
      address,
      port,
    );
  };
  if (typeof host !== "string") throw invalidArgType("options.host", "of type string", host);
  settled(lookup(host), ({ address }) => at(address), (error) => server.emit("error", error));
}

/** Takes connections until the listener is closed. */
function accept(server: ServerMethods, handle: NativeListener): void {
  settled(handle.accept(), (id) => {
    if (id > 0) {
      accept(server, handle);
      connected(server, handle, id);
    } else if (id !== CANCELLED && server._handle === handle) {
      new Timeout(() => accept(server, handle), PAUSE, [], false);
      server.emit("error", failureOf(id, "accept"));
    }
  }, (error) => server.emit("error", error));
}

function connected(server: ServerMethods, listener: NativeListener, id: number): void {
  const handle = new NativeHandle(id);
  if (server._handle !== listener) return handle.close();
  if (server.maxConnections && server._connections >= server.maxConnections) {
    const { local, remote } = handle.addresses();
    handle.close();
    const addresses = {
      localAddress: local?.[0],
      localPort: local?.[1],
      localFamily: local === null ? undefined : `IPv${local[2]}`,
      remoteAddress: remote?.[0],
      remotePort: remote?.[1],
      remoteFamily: remote === null ? undefined : `IPv${remote[2]}`,
    };
    server.emit("drop", addresses);
    return;
  }
  const socket = new Socket({
    handle,
    allowHalfOpen: server.allowHalfOpen,
    pauseOnCreate: server.pauseOnConnect,
    readable: true,
    writable: true,
    noDelay: server.noDelay,
    keepAlive: server.keepAlive,
    keepAliveInitialDelay: server.keepAliveInitialDelay,
    ...(server.highWaterMark === undefined ? {} : { highWaterMark: server.highWaterMark }),
  });
  server._connections++;
  socket.server = server;
  socket._server = server;
  server.emit("connection", socket);
}

export type Server = ServerMethods;

export interface ServerConstructor {
  new (options?: ServerOptions, listener?: (socket: Socket) => void): Server;
  new (listener?: (socket: Socket) => void): Server;
  (options?: ServerOptions | ((socket: Socket) => void), listener?: (socket: Socket) => void): Server;
  readonly prototype: Server;
}

/** The constructor without `new`. */
const createServer = (options: unknown, listener: unknown): Server =>
  new Server(options as ServerOptions, listener as (socket: Socket) => void);

export const Server = function Server(
  this: Server | undefined,
  options?: ServerOptions | ((socket: Socket) => void) | null,
  listener?: (socket: Socket) => void,
): Server | void {
  if (!(this instanceof ServerMethods)) return createServer(options, listener);
  Reflect.apply(EventEmitter as unknown as (options: object) => void, this, [{}]);
  const connectionListener = typeof options === "function" ? options : listener;
  if (options !== undefined && options !== null && typeof options !== "object" && typeof options !== "function") {
    throw invalidArgType("options", "of type object", options);
  }
  const settings: ServerOptions = typeof options === "object" && options !== null ? options : {};
  if (typeof connectionListener === "function") this.on("connection", connectionListener);
  this._connections = 0;
  this._handle = null;
  this._unref = false;
  this._path = undefined;
  this.allowHalfOpen = settings.allowHalfOpen ?? false;
  this.pauseOnConnect = Boolean(settings.pauseOnConnect);
  this.noDelay = Boolean(settings.noDelay);
  this.keepAlive = Boolean(settings.keepAlive);
  this.keepAliveInitialDelay = Math.trunc(settings.keepAliveInitialDelay ?? 0);
  this.highWaterMark = settings.highWaterMark;
} as unknown as ServerConstructor;

Object.defineProperty(Server, "prototype", { value: ServerMethods.prototype, writable: false });
Object.defineProperty(Server.prototype, "constructor", { value: Server, writable: true, configurable: true });
Object.setPrototypeOf(Server, EventEmitter as EventEmitterConstructor);
