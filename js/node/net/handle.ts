// The native half of a socket: bytes in and out, without events.

import { core } from "../../web/ops.ts";
import { complete } from "../completions.ts";
import { AGAIN } from "./errors.ts";
import type { NetTarget, SocketAddresses } from "./types.ts";
import { resolve } from "../path/path.ts";
import { type CallingPlace, serverClosed, serverOpened } from "../../web/test_servers.ts";

/** The native side of a socket. Negative numbers are failures of the system. */
export interface Handle {
  /** Waits until there is something to read: 0, or a failure. */
  readable(): Promise<number>;
  /** The number of bytes that were there; 0 at the end. */
  read(room: Uint8Array): number;
  /** The number of bytes that are written at once. */
  write(data: Uint8Array): number;
  /** Writes all: 0, or a failure. */
  writeAll(data: Uint8Array): Promise<number>;
  /** Ends the writing half: 0, or a failure. */
  shutdown(): number | Promise<number>;
  close(isReset?: boolean): void;
  addresses(): SocketAddresses;
  setNoDelay(isOn: boolean): number;
  setKeepAlive(isOn: boolean, seconds: number): number;
  ref(): void;
  unref(): void;
  hasRef(): boolean;
  /** The error behind the last failure, if it is not the system's. */
  readonly failure?: Error | undefined;
}

const noAddresses: SocketAddresses = { local: null, remote: null };

/** Calls back as the event loop does: what is thrown is an exception of the program, not a rejection. */
export function settled<T>(pending: Promise<T>, done: (value: T) => void, failed: (error: unknown) => void): void {
  pending.then((value) => complete(() => done(value)), (error) => complete(() => failed(error)));
}

/** The operations of a socket that are under way, and whether they keep the program running. */
export class Pending {
  readonly #all = new Set<Promise<unknown>>();
  #last: Promise<unknown> | undefined;
  #hasRef = true;

  add<T>(operation: Promise<T>): Promise<T> {
    this.#all.add(operation);
    if (!this.#hasRef) core.unrefOpPromise(operation);
    const done = () => this.#all.delete(operation);
    operation.then(done, done);
    return operation;
  }

  /** Adds an operation of a kind that is under way once at a time: it takes the place of the one before it. */
  next<T>(operation: Promise<T>): Promise<T> {
    this.#last = operation;
    if (!this.#hasRef) core.unrefOpPromise(operation);
    return operation;
  }

  get hasRef(): boolean {
    return this.#hasRef;
  }

  set hasRef(hasRef: boolean) {
    if (hasRef === this.#hasRef) return;
    this.#hasRef = hasRef;
    const change = hasRef ? core.refOpPromise : core.unrefOpPromise;
    // This does nothing for an operation that is over.
    if (this.#last !== undefined) change(this.#last);
    for (const operation of this.#all) change(operation);
  }
}

const BAD = -9;

/** A socket of the system. */
export class NativeHandle implements Handle {
  #id: number;
  #isClosed = false;
  #noDelay = false;
  #keepAlive: number | undefined;
  readonly #pending = new Pending();

  /** `id` is missing until the socket is connected. */
  constructor(id = 0) {
    this.#id = id;
  }

  async #open(connection: Promise<number>): Promise<boolean> {
    const id = await this.#pending.add(connection);
    if (this.#isClosed) {
      core.ops.op_lumi_net_close(id, false);
      return false;
    }
    this.#id = id;
    if (this.#noDelay) this.setNoDelay(true);
    if (this.#keepAlive !== undefined) this.setKeepAlive(true, this.#keepAlive);
    return true;
  }

  /** Answers whether the socket is open; false if it was closed meanwhile. */
  connect(target: NetTarget): Promise<boolean> {
    return this.#open(core.ops.op_lumi_net_connect(target));
  }

  connectPath(path: string): Promise<boolean> {
    return this.#open(core.ops.op_lumi_net_connect_path(resolve(path)));
  }

  readable(): Promise<number> {
    return this.#pending.next(core.ops.op_lumi_net_readable(this.#id));
  }

  read(room: Uint8Array): number {
    return this.#isClosed ? AGAIN : core.ops.op_lumi_net_read(this.#id, room);
  }

  write(data: Uint8Array): number {
    return this.#isClosed ? BAD : core.ops.op_lumi_net_write(this.#id, data);
  }

  writeAll(data: Uint8Array): Promise<number> {
    return this.#pending.add(core.ops.op_lumi_net_write_all(this.#id, data));
  }

  shutdown(): number {
    return this.#isClosed ? 0 : core.ops.op_lumi_net_shutdown(this.#id);
  }

  close(isReset = false): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#id !== 0) core.ops.op_lumi_net_close(this.#id, isReset);
    else this.#pending.hasRef = false;
  }

  addresses(): SocketAddresses {
    return this.#isClosed || this.#id === 0 ? noAddresses : core.ops.op_lumi_net_addresses(this.#id);
  }

  setNoDelay(isOn: boolean): number {
    // Agents of HTTP call this before each request on a connection.
    if (this.#noDelay === isOn) return 0;
    this.#noDelay = isOn;
    return this.#id === 0 ? 0 : core.ops.op_lumi_net_option(this.#id, 0, isOn ? 1 : 0);
  }

  setKeepAlive(isOn: boolean, seconds: number): number {
    const wanted = isOn ? seconds : undefined;
    if (this.#keepAlive === wanted) return 0;
    this.#keepAlive = wanted;
    return this.#id === 0 ? 0 : core.ops.op_lumi_net_option(this.#id, isOn ? 1 : 2, seconds);
  }

  ref(): void {
    this.#pending.hasRef = true;
  }

  unref(): void {
    this.#pending.hasRef = false;
  }

  hasRef(): boolean {
    return this.#pending.hasRef;
  }
}

/** A listener of the system. */
export class NativeListener {
  readonly #id: number;
  readonly #pending = new Pending();
  readonly #path: string | undefined;
  /** Whether the operations of the listener never keep the program running, whatever it asks for. */
  readonly #isOfTest: boolean;
  readonly #caller: CallingPlace;
  #hasRef = true;

  /** `path` is that of a local socket, `caller` the code that listens. */
  constructor(id: number, path: string | undefined, caller: object) {
    this.#id = id;
    this.#path = path;
    this.#caller = caller as CallingPlace;
    this.#isOfTest = serverOpened(this, this.#caller);
    if (this.#isOfTest) this.#pending.hasRef = false;
  }

  address(): string {
    if (this.#path !== undefined) return this.#path;
    const { local } = this.addresses();
    if (local === null) return "a socket";
    const [host, port] = local;
    return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
  }

  /** The next connection; a negative number when there is none. */
  accept(): Promise<number> {
    return this.#pending.next(core.ops.op_lumi_net_accept(this.#id));
  }

  addresses(): SocketAddresses {
    return core.ops.op_lumi_net_addresses(this.#id);
  }

  close(): void {
    serverClosed(this, this.#caller);
    core.ops.op_lumi_net_close(this.#id, false);
  }

  ref(): void {
    this.#hasRef = true;
    if (!this.#isOfTest) this.#pending.hasRef = true;
  }

  unref(): void {
    this.#hasRef = false;
    this.#pending.hasRef = false;
  }

  hasRef(): boolean {
    return this.#hasRef;
  }
}
