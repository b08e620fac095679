// node:dgram: sockets of UDP.

import { core } from "../../web/ops.ts";
import { Buffer } from "../buffer/buffer.ts";
import { type LookupAddress, lookupAt } from "./dns_promises.ts";
import { EventEmitter } from "../events/events.ts";
import { CANCELLED, checkedPort, checkFunction, failureOf, missingArgs, type SystemFailure } from "./errors.ts";
import { Pending, settled } from "./handle.ts";
import type { NetTarget } from "./types.ts";
import { coded, invalidArgType, outOfRange, received } from "../node_errors.ts";
import { nextTick } from "../process/process.ts";

type Lookup = (
  host: string,
  family: number,
  done: (error: Error | null, address: string, family: number) => void,
) => void;

export interface SocketOptions {
  type: "udp4" | "udp6";
  reuseAddr?: boolean;
  reusePort?: boolean;
  ipv6Only?: boolean;
  recvBufferSize?: number;
  sendBufferSize?: number;
  lookup?: Lookup;
  signal?: AbortSignal;
}

export interface BindOptions {
  port?: number;
  address?: string;
  exclusive?: boolean;
  fd?: number;
}

export interface RemoteInfo {
  address: string;
  family: "IPv4" | "IPv6";
  port: number;
  size: number;
}

type Message = string | ArrayBufferView | readonly (string | ArrayBufferView)[];
type Sent = (error: Error | null, bytes: number) => void;
type Listener = (message: Buffer, from: RemoteInfo) => void;

// The numbers of options, as the host has them.
const BROADCAST = 1;
const TTL = 2;
const MULTICAST_TTL = 3;
const MULTICAST_LOOP = 4;
const RECEIVE_SIZE = 5;
const SEND_SIZE = 6;
const RECEIVE_SIZE_IS = 7;
const SEND_SIZE_IS = 8;
const INTERFACE = 9;
const JOIN = 10;
const LEAVE = 11;

/** The largest message, in bytes. */
const LARGEST = 65507;

function bytesOf(part: unknown, name: string): Uint8Array {
  if (typeof part === "string") return Buffer.from(part);
  if (ArrayBuffer.isView(part)) return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
  throw invalidArgType(name, "of type string or an instance of Buffer, TypedArray, or DataView", part);
}

const closed = () => coded(Error, "ERR_SOCKET_DGRAM_NOT_RUNNING", "Not running");
const bufferFailure = (failure: SystemFailure) =>
  Object.assign(coded(Error, "ERR_SOCKET_BUFFER_SIZE", `Could not get or set buffer size: ${failure.message}`), {
    name: "SystemError",
    info: failure,
  });

interface Destination {
  host: string;
  port: number;
}

export class Socket extends EventEmitter {
  type: "udp4" | "udp6";
  #options: SocketOptions;
  #lookup: Lookup;
  #id = 0;
  #isBinding = false;
  #isClosed = false;
  #pending = new Pending();
  #remote: { to: Destination; address: string } | undefined;
  #isConnecting = false;

  constructor(type: "udp4" | "udp6" | SocketOptions, listener?: Listener) {
    super();
    const options = typeof type === "object" && type !== null ? type : { type };
    this.#options = options;
    this.type = options.type;
    if (this.type !== "udp4" && this.type !== "udp6") {
      throw coded(TypeError, "ERR_SOCKET_BAD_TYPE", "Bad socket type specified. Valid types are: udp4, udp6");
    }
    if (options.lookup !== undefined) checkFunction(options.lookup, "lookup");
    this.#lookup = options.lookup ?? ((host, family, done) =>
      settled(lookupAt(host, { family }, 0), (found) => {
        const { address, family } = found as LookupAddress;
        done(null, address, family);
      }, (error) => done(error as Error, "", 0)));
    if (typeof listener === "function") this.on("message", listener as (...args: unknown[]) => void);
    const { signal } = options;
    if (signal !== undefined) {
      const close = () => {
        if (!this.#isClosed) this.close();
      };
      if (signal.aborted) nextTick(close);
      else {
        signal.addEventListener("abort", close, { once: true });
        this.once("close", () => signal.removeEventListener("abort", close));
      }
    }
  }

  get #family(): 4 | 6 {
    return this.type === "udp4" ? 4 : 6;
  }

  bind(port?: number | BindOptions | (() => void), address?: string | (() => void), callback?: () => void): this {
    if (this.#isClosed) throw closed();
    if (this.#id !== 0 || this.#isBinding) {
      throw coded(Error, "ERR_SOCKET_ALREADY_BOUND", "Socket is already bound");
    }
    const options: BindOptions = typeof port === "object" && port !== null ? port : {
      ...(typeof port === "number" || typeof port === "string" ? { port } : {}),
      ...(typeof address === "string" ? { address } : {}),
    };
    const listening = [port, address, callback].find((it) => typeof it === "function");
    if (listening !== undefined) {
      const forget = () => this.off("error", forget).off("listening", listening as () => void);
      this.once("error", forget);
      this.once("listening", () => this.off("error", forget));
      this.once("listening", listening as () => void);
    }
    const number = options.port === undefined || options.port === null ? 0 : checkedPort(options.port, "Port");
    this.#isBinding = true;
    this.#bind(options.address || (this.#family === 4 ? "0.0.0.0" : "::"), number, true);
    return this;
  }

  #bind(host: string, port: number, isAsked: boolean): void {
    this.#lookup(host, this.#family, (error, address) => {
      if (this.#isClosed) return;
      if (error) {
        this.#isBinding = false;
        return void this.emit("error", error);
      }
      try {
        const { ipv6Only = false, reuseAddr = false, reusePort = false } = this.#options;
        const target: NetTarget = { host, address, port };
        this.#id = core.ops.op_lumi_udp_bind(target, ipv6Only, reuseAddr || reusePort, isAsked);
      } catch (problem) {
        this.#isBinding = false;
        return void nextTick(() => this.emit("error", this.#explained(problem, "bind", address, port)));
      }
      const { recvBufferSize, sendBufferSize } = this.#options;
      if (recvBufferSize) this.setRecvBufferSize(recvBufferSize);
      if (sendBufferSize) this.setSendBufferSize(sendBufferSize);
      nextTick(() => {
        if (this.#isClosed) return;
        this.#isBinding = false;
        this.#receive();
        this.emit("listening");
      });
    });
  }

  #explained(problem: unknown, syscall: string, address: string, port: number): Error {
    const { errno } = problem as { errno?: number };
    if (typeof errno !== "number" || (problem as { code?: string }).code !== undefined) return problem as Error;
    const failure = failureOf(errno, syscall);
    failure.message += ` ${address}${port > 0 ? `:${port}` : ""}`;
    return Object.assign(failure, { address }, port > 0 ? { port } : {});
  }

  #receive(): void {
    const next = this.#pending.next(core.ops.op_lumi_udp_receive(this.#id));
    settled(next, ([failure, data, from]) => {
      if (this.#isClosed || failure === CANCELLED) return;
      if (failure < 0) {
        this.emit("error", failureOf(failure, "recvmsg"));
      } else {
        const [address, port, family] = from!;
        if (this.#isHeard(address, port)) {
          const size = data!.length;
          const info = { address, family: family === 4 ? "IPv4" : "IPv6", port, size };
          this.emit("message", Buffer.from(data!.buffer as ArrayBuffer, data!.byteOffset, size), info);
        }
      }
      if (!this.#isClosed) this.#receive();
    }, (error) => this.emit("error", error));
  }

  /** A connected socket hears the other end alone. */
  #isHeard(address: string, port: number): boolean {
    return this.#remote === undefined || (this.#remote.to.port === port && this.#remote.address === address);
  }

  /** Binds first, if the program has not; `then` runs once the socket is open. */
  #whenOpen(then: () => void, failed: (error: Error) => void): void {
    if (this.#id !== 0 && !this.#isBinding) return then();
    const opened = () => {
      this.off("error", broken);
      then();
    };
    const broken = (error: unknown) => {
      this.off("listening", opened);
      failed(error as Error);
    };
    this.once("listening", opened);
    this.once("error", broken);
    if (this.#isBinding) return;
    this.#isBinding = true;
    this.#bind(this.#family === 4 ? "0.0.0.0" : "::", 0, false);
  }

  connect(port: number, address?: string | (() => void), callback?: () => void): void {
    const number = sendingPort(port);
    if (this.#remote !== undefined || this.#isConnecting) {
      throw coded(Error, "ERR_SOCKET_DGRAM_IS_CONNECTED", "Already connected");
    }
    const done = typeof address === "function" ? address : callback;
    const host = typeof address === "string" && address !== "" ? address : this.#loopback;
    this.#isConnecting = true;
    const failed = (error: Error) => {
      this.#isConnecting = false;
      if (done !== undefined) nextTick(() => (done as (error: Error) => void)(error));
      else nextTick(() => this.emit("error", error));
    };
    if (done !== undefined) this.once("connect", done);
    this.#whenOpen(() =>
      this.#lookup(host, this.#family, (error, found) => {
        if (this.#isClosed) return;
        if (error) return failed(error);
        this.#isConnecting = false;
        this.#remote = { to: { host, port: number }, address: found };
        nextTick(() => this.emit("connect"));
      }), failed);
  }

  disconnect(): void {
    if (this.#remote === undefined) throw notConnected();
    this.#remote = undefined;
  }

  get #loopback(): string {
    return this.#family === 4 ? "127.0.0.1" : "::1";
  }

  send(message: Message, ...args: unknown[]): void {
    const callback = args.at(-1);
    const done = typeof callback === "function" ? args.pop() as Sent : undefined;
    const isConnected = this.#remote !== undefined;
    // Offset and length stand before the port, or alone where the socket is connected.
    const isPart = args.length >= (isConnected ? 2 : 3) && typeof args[1] === "number";
    const [offset, length] = isPart ? args.splice(0, 2) as [number, number] : [0, undefined];
    // As in Node, a connected socket ignores further arguments unless the first two are a range.
    if (isConnected && !isPart) args.length = 0;
    if (isConnected && args.some((it) => it !== undefined && it !== null)) {
      throw coded(Error, "ERR_SOCKET_DGRAM_IS_CONNECTED", "Already connected");
    }
    const data = dataOf(message, offset, length);
    const [port, address] = args;
    if (address !== undefined && address !== null && address !== false && typeof address !== "string") {
      throw invalidArgType("address", "of type string or falsy", address);
    }
    const number = isConnected ? this.#remote!.to.port : sendingPort(port);
    const host = isConnected ? this.#remote!.to.host : address as string || this.#loopback;
    if (this.#isClosed) throw closed();
    const answer = (error: Error | null, bytes: number) => {
      if (done !== undefined) done(error, bytes);
      else if (error !== null) this.emit("error", error);
    };
    this.#whenOpen(() =>
      this.#lookup(host, this.#family, (error, found) => {
        if (error) return nextTick(() => answer(error, 0));
        if (this.#isClosed) return;
        if (data.length > LARGEST) {
          const tooLong = this.#explained({ errno: -90 }, "send", found, number);
          return nextTick(() => answer(tooLong, 0));
        }
        const sent = this.#pending.add(
          core.ops.op_lumi_udp_send(this.#id, { host, address: found, port: number }, data),
        );
        settled(sent, (count) => {
          if (count === CANCELLED && this.#isClosed) return;
          if (count < 0) answer(this.#explained({ errno: count }, "send", found, number), 0);
          else answer(null, count);
        }, (problem) => answer(this.#explained(problem, "send", found, number), 0));
      }), (error) => {
      if (done !== undefined) done(error, 0);
    });
  }

  close(callback?: () => void): this {
    if (typeof callback === "function") this.on("close", callback);
    if (this.#isClosed) throw closed();
    this.#isClosed = true;
    if (this.#id !== 0) core.ops.op_lumi_net_close(this.#id, false);
    nextTick(() => this.emit("close"));
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    await new Promise<void>((resolve) => this.close(resolve));
  }

  address(): { address: string; family: "IPv4" | "IPv6"; port: number } {
    if (this.#isClosed) throw closed();
    const local = this.#id === 0 ? null : core.ops.op_lumi_net_addresses(this.#id).local;
    if (local === null) throw failureOf(-9, "getsockname");
    return { address: local[0], family: local[2] === 4 ? "IPv4" : "IPv6", port: local[1] };
  }

  remoteAddress(): { address: string; family: "IPv4" | "IPv6"; port: number } {
    if (this.#isClosed) throw closed();
    if (this.#remote === undefined) throw notConnected();
    const { address, to } = this.#remote;
    return { address, family: this.#family === 4 ? "IPv4" : "IPv6", port: to.port };
  }

  #set(syscall: string, option: number, value: number, group = "", face = ""): number {
    if (this.#isClosed) throw closed();
    const status = this.#id === 0 ? -9 : core.ops.op_lumi_udp_option(this.#id, option, value, group, face);
    if (status < 0) throw failureOf(status, syscall);
    return status;
  }

  setBroadcast(isOn: boolean): void {
    this.#set("setBroadcast", BROADCAST, isOn ? 1 : 0);
  }

  setTTL(ttl: number): number {
    this.#set("setTTL", TTL, hops("ttl", ttl, 1));
    return ttl;
  }

  setMulticastTTL(ttl: number): number {
    this.#set("setMulticastTTL", MULTICAST_TTL, hops("ttl", ttl, 0));
    return ttl;
  }

  setMulticastLoopback(isOn: boolean): boolean {
    this.#set("setMulticastLoopback", MULTICAST_LOOP, isOn ? 1 : 0);
    return isOn;
  }

  setMulticastInterface(face: string): void {
    if (typeof face !== "string") throw invalidArgType("interfaceAddress", "of type string", face);
    this.#set("setMulticastInterface", INTERFACE, 0, "", face);
  }

  addMembership(group: string, face = ""): void {
    this.#member("addMembership", JOIN, group, face);
  }

  dropMembership(group: string, face = ""): void {
    this.#member("dropMembership", LEAVE, group, face);
  }

  #member(syscall: string, option: number, group: string, face: string): void {
    if (!group) throw missingArgs('The "multicastAddress" argument must be specified');
    if (this.#id === 0 && option === JOIN && !this.#isClosed) {
      // Node binds a socket that joins a group.
      this.#isBinding = true;
      this.#bind(this.#family === 4 ? "0.0.0.0" : "::", 0, true);
    }
    this.#set(syscall, option, 0, group, face);
  }

  setRecvBufferSize(size: number): void {
    this.#size("uv_recv_buffer_size", RECEIVE_SIZE, size);
  }

  setSendBufferSize(size: number): void {
    this.#size("uv_send_buffer_size", SEND_SIZE, size);
  }

  getRecvBufferSize(): number {
    return this.#size("uv_recv_buffer_size", RECEIVE_SIZE_IS);
  }

  getSendBufferSize(): number {
    return this.#size("uv_send_buffer_size", SEND_SIZE_IS);
  }

  #size(syscall: string, option: number, size = 0): number {
    const isSet = option === RECEIVE_SIZE || option === SEND_SIZE;
    if (isSet && (!Number.isInteger(size) || size <= 0)) {
      throw coded(TypeError, "ERR_SOCKET_BAD_BUFFER_SIZE", "Buffer size must be a positive integer");
    }
    try {
      return this.#set(syscall, option, size);
    } catch (error) {
      if (this.#isClosed) throw error;
      throw bufferFailure(error as SystemFailure);
    }
  }

  getSendQueueSize(): number {
    return 0;
  }

  getSendQueueCount(): number {
    return 0;
  }

  ref(): this {
    this.#pending.hasRef = true;
    return this;
  }

  unref(): this {
    this.#pending.hasRef = false;
    return this;
  }
}

const notConnected = () => coded(Error, "ERR_SOCKET_DGRAM_NOT_CONNECTED", "Not connected");

function hops(name: string, value: unknown, least: number): number {
  if (typeof value !== "number") throw invalidArgType(name, "of type number", value);
  if (value < least || value > 255) throw failureOf(-22, least === 1 ? "setTTL" : "setMulticastTTL");
  return value;
}

function sendingPort(port: unknown): number {
  const isText = typeof port === "string" && port.trim() !== "";
  const number = isText || typeof port === "number" ? Number(port) : NaN;
  if (Number.isInteger(number) && number > 0 && number < 65536) return number;
  const problem = `Port should be > 0 and < 65536.${received(port)}.`;
  throw coded(RangeError, "ERR_SOCKET_BAD_PORT", problem);
}

function dataOf(message: Message, offset: number, length: number | undefined): Uint8Array {
  if (Array.isArray(message)) {
    return Buffer.concat(message.map((it, index) => bytesOf(it, `buffer list arguments[${index}]`)));
  }
  if (typeof message !== "string" && !ArrayBuffer.isView(message)) {
    throw invalidArgType(
      "buffer",
      "of type string or an instance of Buffer, TypedArray, or DataView",
      message,
    );
  }
  const bytes = bytesOf(message, "buffer");
  if (length === undefined) return bytes.slice();
  if (offset < 0 || offset > bytes.length) throw outOfRange("offset", `>= 0 && <= ${bytes.length}`, offset);
  if (length < 0 || offset + length > bytes.length) {
    throw coded(RangeError, "ERR_BUFFER_OUT_OF_BOUNDS", '"length" is outside of buffer bounds');
  }
  return bytes.slice(offset, offset + length);
}

export function createSocket(type: "udp4" | "udp6" | SocketOptions, listener?: Listener): Socket {
  return new Socket(type, listener);
}

export default { createSocket, Socket };
