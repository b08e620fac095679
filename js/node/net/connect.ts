// Connecting a socket: the forms of arguments, names, and the attempts at several addresses.

import { lookupAt, type LookupOptions } from "./dns_promises.ts";
import { checkedPort, checkFunction, connectFailure, failureOf, missingArgs } from "./errors.ts";
import { NativeHandle, settled } from "./handle.ts";
import { isIP } from "./ip.ts";
import type { Socket } from "./socket.ts";
import { coded, invalidArgType } from "../node_errors.ts";
import { nextTick } from "../process/process.ts";
import { Timeout } from "../timers/timeout.ts";

export interface Found {
  address: string;
  family: number;
}

type Lookup = (
  host: string,
  options: LookupOptions,
  // deno-lint-ignore no-explicit-any
  callback: (error: Error | null, ...found: any[]) => void,
) => void;

export interface ConnectOptions extends LookupOptions {
  port?: number | string;
  host?: string;
  path?: string;
  localAddress?: string;
  localPort?: number;
  lookup?: Lookup;
  noDelay?: boolean;
  keepAlive?: boolean;
  keepAliveInitialDelay?: number;
  autoSelectFamily?: boolean;
  /** Milliseconds for each address but the last. */
  autoSelectFamilyAttemptTimeout?: number;
}

let isSelecting = true;
let attemptTimeout = 250;

export const getDefaultAutoSelectFamily = (): boolean => isSelecting;

export function setDefaultAutoSelectFamily(value: boolean): void {
  if (typeof value !== "boolean") throw invalidArgType("value", "of type boolean", value);
  isSelecting = value;
}

export const getDefaultAutoSelectFamilyAttemptTimeout = (): number => attemptTimeout;

export function setDefaultAutoSelectFamilyAttemptTimeout(value: number): void {
  if (typeof value !== "number") throw invalidArgType("value", "of type number", value);
  attemptTimeout = Math.max(10, value);
}

const isPath = (value: unknown): value is string => typeof value === "string" && !(Number(value) >= 0);

/** The options and the callback of (options), (port, host), or (path). */
export function normalized(args: readonly unknown[]): [Record<string, unknown>, unknown] {
  if (args.length === 0) return [{}, undefined];
  const first = args[0];
  let options: Record<string, unknown> = {};
  if (typeof first === "object" && first !== null) options = first as Record<string, unknown>;
  else if (isPath(first)) options.path = first;
  else {
    options.port = first;
    if (args.length > 1 && typeof args[1] === "string") options.host = args[1];
  }
  const last = args[args.length - 1];
  return [options, typeof last === "function" ? last : undefined];
}

interface Thrown extends Error {
  errno?: number;
  syscall?: string;
}

/** Node's error of an attempt; the sandbox's stays. */
function connectError(error: Thrown, address: string, port: number | undefined, options: ConnectOptions): Error {
  if (typeof error.errno !== "number") return error;
  const { localAddress, localPort } = options;
  if (error.syscall === "bind") {
    const failure = failureOf(error.errno, "bind");
    failure.message += ` ${localAddress ?? ""}:${localPort}`;
    return Object.assign(failure, { address: localAddress, port: localPort });
  }
  const local = localAddress && localPort ? `${localAddress}:${localPort}` : undefined;
  return connectFailure(error.errno, address, port, local);
}

/** Begins to connect; events of the socket tell how that goes. */
export function connectSocket(socket: Socket, options: ConnectOptions): void {
  if (options.noDelay) socket.setNoDelay(true);
  if (options.keepAlive) socket.setKeepAlive(true, options.keepAliveInitialDelay);
  if (options.path) return connectToPath(socket, options.path);
  const { localAddress, localPort } = options;
  const host = options.host || "localhost";
  if (localAddress && isIP(localAddress) === 0) {
    throw coded(TypeError, "ERR_INVALID_IP_ADDRESS", `Invalid IP address: ${localAddress}`);
  }
  if (localPort !== undefined && typeof localPort !== "number") {
    throw invalidArgType("options.localPort", "of type number", localPort);
  }
  const port = portOf(options);
  if (options.lookup !== undefined && options.lookup !== null) checkFunction(options.lookup, "options.lookup");
  socket._handle = handleFor(socket);
  const family = isIP(host);
  if (family === 0) return lookUp(socket, host, port, options);
  nextTick(() => {
    if (socket.connecting) attempt(socket, { address: host, family }, host, port, options);
  });
}

/** A handle that knows what was set before it was connected. */
function handleFor(socket: Socket): NativeHandle {
  const handle = new NativeHandle();
  socket._configure(handle);
  return handle;
}

function portOf(options: ConnectOptions): number {
  const { port } = options;
  if (port === undefined) {
    throw missingArgs('The "options" or "port" or "path" argument must be specified');
  }
  if (typeof port !== "number" && typeof port !== "string") {
    throw invalidArgType("options.port", "one of type number or string", port);
  }
  return checkedPort(port);
}

function connectToPath(socket: Socket, path: unknown): void {
  if (typeof path !== "string") throw invalidArgType("options.path", "of type string", path);
  const handle = handleFor(socket);
  socket._handle = handle;
  settled(handle.connectPath(path), (isOpen) => {
    if (isOpen) socket._opened(handle);
  }, (error) => {
    if (socket.connecting) socket.destroy(connectError(error as Thrown, path, undefined, {}));
  });
}

/** Tries one address. */
function attempt(socket: Socket, to: Found, host: string, port: number, options: ConnectOptions): void {
  const handle = socket._handle as NativeHandle;
  socket.emit("connectionAttempt", to.address, port, to.family);
  settled(handle.connect(targetOf(to, host, port, options)), (isOpen) => {
    if (isOpen) socket._opened(handle);
  }, (error) => {
    if (!socket.connecting) return;
    const failure = connectError(error as Thrown, to.address, port, options);
    socket.emit("connectionAttemptFailed", to.address, port, to.family, failure);
    socket.destroy(failure);
  });
}

function targetOf(to: Found, host: string, port: number, options: ConnectOptions) {
  const { localAddress, localPort } = options;
  return {
    host,
    address: to.address,
    port,
    ...(localAddress ? { localAddress } : {}),
    ...(localPort ? { localPort } : {}),
  };
}

/** Resolves a name; with several addresses, they are tried in turn. */
function lookUp(socket: Socket, host: string, port: number, options: ConnectOptions): void {
  const { family = 0, hints = 0, localAddress } = options;
  const isAll = (options.autoSelectFamily ?? isSelecting) && family !== 4 && family !== 6 && !localAddress;
  const own: Lookup = (name, wanted, callback) =>
    settled(lookupAt(name, wanted, port), (found) => {
      if (Array.isArray(found)) callback(null, found);
      else callback(null, found.address, found.family);
    }, (error) => callback(error as Error));
  const lookup = options.lookup ?? own;
  socket._host = host;
  lookup(host, { family, hints, ...(isAll ? { all: true } : {}) }, (error, found, type) => {
    const list: Found[] = Array.isArray(found) ? found : [{ address: found, family: type }];
    if (!Array.isArray(found) || error) socket.emit("lookup", error, found, type, host);
    else for (const it of list) socket.emit("lookup", null, it.address, it.family, host);
    if (!socket.connecting) return;
    if (error) return nextTick(() => socket.destroy(error));
    const valid = list.filter((it) => isIP(it.address) !== 0 && (it.family === 4 || it.family === 6));
    if (valid.length === 0) return nextTick(() => socket.destroy(invalidAddress(list[0], host, port)));
    socket._unrefTimer();
    if (valid.length === 1) attempt(socket, valid[0]!, host, port, options);
    else new Attempts(socket, interleaved(valid), host, port, options).next();
  });
}

function invalidAddress(found: Found | undefined, host: string, port: number): Error {
  if (found === undefined || isIP(found.address) === 0) {
    return coded(TypeError, "ERR_INVALID_IP_ADDRESS", `Invalid IP address: ${found?.address}`);
  }
  const problem = `Invalid address family: ${found.family} ${host}:${port}`;
  return Object.assign(coded(RangeError, "ERR_INVALID_ADDRESS_FAMILY", problem), { host, port });
}

/** Addresses of both families in turn, beginning with that of the first. */
function interleaved(found: readonly Found[]): Found[] {
  const first = found.filter((it) => it.family === found[0]!.family);
  const other = found.filter((it) => it.family !== found[0]!.family);
  const all: Found[] = [];
  for (let index = 0; index < Math.max(first.length, other.length); index++) {
    if (index < first.length) all.push(first[index]!);
    if (index < other.length) all.push(other[index]!);
  }
  return all;
}

/** Attempts at several addresses, one after the other. */
class Attempts {
  readonly #socket: Socket;
  readonly #rest: Found[];
  readonly #host: string;
  readonly #port: number;
  readonly #options: ConnectOptions;
  readonly #errors: Error[] = [];

  constructor(socket: Socket, found: Found[], host: string, port: number, options: ConnectOptions) {
    this.#socket = socket;
    this.#rest = found;
    this.#host = host;
    this.#port = port;
    this.#options = options;
    socket.autoSelectFamilyAttemptedAddresses = [];
  }

  next(): void {
    const socket = this.#socket;
    if (!socket.connecting) return;
    const to = this.#rest.shift();
    if (to === undefined) return void socket.destroy(this.#failure());
    socket.autoSelectFamilyAttemptedAddresses!.push(`${to.address}:${this.#port}`);
    socket.emit("connectionAttempt", to.address, this.#port, to.family);
    const handle = handleFor(socket);
    if (socket._handle?.hasRef() === false) handle.unref();
    socket._handle = handle;
    const timer = this.#rest.length === 0 ? undefined : this.#timer(handle, to);
    const target = targetOf(to, this.#host, this.#port, this.#options);
    settled(handle.connect(target), (isOpen) => {
      timer?.close();
      if (isOpen) socket._opened(handle);
    }, (error) => {
      timer?.close();
      if (socket._handle === handle) this.#failed(error as Thrown, to);
    });
  }

  #failed(error: Thrown, to: Found): void {
    const failure = connectError(error, to.address, this.#port, this.#options);
    this.#errors.push(failure);
    this.#socket.emit("connectionAttemptFailed", to.address, this.#port, to.family, failure);
    this.next();
  }

  /** Gives an attempt up that takes too long. */
  #timer(handle: NativeHandle, to: Found): Timeout {
    const delay = Math.max(10, this.#options.autoSelectFamilyAttemptTimeout ?? attemptTimeout);
    return new Timeout(() => {
      if (this.#socket._handle !== handle) return;
      this.#socket.emit("connectionAttemptTimeout", to.address, this.#port, to.family);
      handle.close();
      this.#errors.push(connectFailure(-110, to.address, this.#port));
      this.next();
    }, delay, [], false);
  }

  #failure(): Error {
    const error = new AggregateError(this.#errors);
    return Object.assign(error, { code: (this.#errors[0] as { code?: string }).code });
  }
}
