// A TLS session over the handle of a socket.

import { core } from "../../web/ops.ts";
import { AGAIN, CANCELLED } from "../net/errors.ts";
import type { Handle } from "../net/handle.ts";
import type { Socket } from "../net/socket.ts";
import type { SocketAddresses } from "../net/types.ts";
import { coded } from "../node_errors.ts";
import { nextTick } from "../process/process.ts";
import type { TlsFacts } from "./types.ts";

// All sessions share both buffers: each call of the host is done with them when it returns.

/** Bytes for the network. */
const scratch = new Uint8Array(65536);
/** Bytes from the network. */
const incoming = new Uint8Array(65536);
const facts = new Uint32Array(3);
/** The failure of a call whose error is in `failure`. */
const PROTOCOL = -71;

export class TlsHandle implements Handle {
  #failure: Error | undefined;
  /** The socket below: packages look for its class there. */
  _parentWrap: Socket | undefined;
  readonly #id: number;
  readonly #inner: Handle;
  readonly #isAccepted: () => boolean;
  readonly #secured: Promise<number>;
  #secure!: (status: number) => void;
  #isStarted = false;
  #isSecure = false;
  /** Whether the program has not heard of the handshake yet. */
  #isNew = false;
  #hasEnded = false;
  #isClosed = false;
  #readable = 0;
  #busy: Promise<number> | undefined;

  /** `isAccepted` is asked after the handshake, before its last message is sent. */
  constructor(id: number, inner: Handle, isAccepted: () => boolean) {
    this.#id = id;
    this.#inner = inner;
    this.#isAccepted = isAccepted;
    this.#secured = new Promise((resolve) => {
      this.#secure = resolve;
    });
  }

  /** Sends the first message of the handshake. */
  start(): void {
    this.#isStarted = true;
    this.#flush();
  }

  get failure(): Error | undefined {
    return this.#failure ?? this.#inner.failure;
  }

  get facts(): TlsFacts {
    return core.ops.op_lumi_tls_facts(this.#id);
  }

  /** Takes bytes of the network. */
  feed(data: Uint8Array): number {
    let isFailed = false;
    try {
      core.ops.op_lumi_tls_feed(this.#id, data, facts);
    } catch (error) {
      this.#failure = error as Error;
      isFailed = true;
    }
    this.#readable = isFailed ? 0 : facts[0]!;
    if (!isFailed && facts[2] === 1) this.#hasEnded = true;
    const isNew = !isFailed && facts[1] === 1 && !this.#isSecure;
    // The other end of a handshake that is refused must not take it for done: its last message is not sent.
    if (isNew && !this.#isAccepted()) return CANCELLED;
    // Also an alert for the other end, or the last message of the handshake.
    this.#flush();
    if (isFailed) return PROTOCOL;
    if (isNew) {
      this.#isSecure = true;
      this.#isNew = true;
      this.#secure(0);
    }
    return 0;
  }

  async readable(): Promise<number> {
    while (this.#readable === 0 && !this.#hasEnded) {
      const status = await this.#inner.readable();
      if (this.#isClosed) return CANCELLED;
      if (status < 0) return status;
      const count = this.#inner.read(incoming);
      if (count === AGAIN) continue;
      if (count < 0) return count;
      if (count === 0) {
        if (!this.#isSecure) return this.#endedEarly();
        this.#hasEnded = true;
      } else {
        const fed = this.feed(incoming.subarray(0, count));
        if (fed < 0) return fed;
      }
    }
    if (this.#isNew) {
      // Programs hear of the handshake before they hear what came with its last message.
      this.#isNew = false;
      await new Promise<void>((resolve) => nextTick(() => resolve()));
    }
    return 0;
  }

  #endedEarly(): number {
    const text = "Client network socket disconnected before secure TLS connection was established";
    this.#failure = coded(Error, "ECONNRESET", text);
    return PROTOCOL;
  }

  read(room: Uint8Array): number {
    if (this.#isClosed) return AGAIN;
    if (this.#readable === 0) return this.#hasEnded ? 0 : AGAIN;
    const count = core.ops.op_lumi_tls_read(this.#id, room);
    this.#readable -= count;
    return count;
  }

  /** Nothing at once: what is written waits for the handshake, and for what is being sent. */
  write(_data: Uint8Array): number {
    return 0;
  }

  async writeAll(data: Uint8Array): Promise<number> {
    if (!this.#isStarted) this.start();
    const status = await this.#secured;
    if (status < 0) return status;
    if (this.#isClosed) return CANCELLED;
    core.ops.op_lumi_tls_write(this.#id, data);
    return await this.#flush();
  }

  /** Sends all that is encrypted: 0, or a failure. */
  #flush(): number | Promise<number> {
    return this.#busy ?? this.#drain();
  }

  #drain(): number | Promise<number> {
    while (!this.#isClosed) {
      const count = core.ops.op_lumi_tls_pull(this.#id, scratch);
      if (count === 0) return 0;
      const written = this.#inner.write(scratch.subarray(0, count));
      if (written < 0) return written;
      if (written < count) return this.#later(scratch.slice(written, count));
    }
    return CANCELLED;
  }

  #later(rest: Uint8Array): Promise<number> {
    const sent = this.#inner.writeAll(rest).then((status) => {
      this.#busy = undefined;
      return status < 0 ? status : this.#drain();
    });
    this.#busy = sent;
    return sent;
  }

  async shutdown(): Promise<number> {
    if (!this.#isSecure) await this.#secured;
    if (this.#isClosed) return 0;
    core.ops.op_lumi_tls_end(this.#id);
    const status = await this.#flush();
    return status < 0 ? status : await this.#inner.shutdown();
  }

  close(isReset = false): void {
    if (this.#isClosed) return;
    if (this.#isSecure && !isReset) {
      core.ops.op_lumi_tls_end(this.#id);
      this.#flush();
    }
    this.#isClosed = true;
    this.#secure(CANCELLED);
    core.ops.op_lumi_tls_close(this.#id);
    this.#inner.close(isReset);
  }

  addresses(): SocketAddresses {
    return this.#inner.addresses();
  }

  setNoDelay(isOn: boolean): number {
    return this.#inner.setNoDelay(isOn);
  }

  setKeepAlive(isOn: boolean, seconds: number): number {
    return this.#inner.setKeepAlive(isOn, seconds);
  }

  ref(): void {
    this.#inner.ref();
  }

  unref(): void {
    this.#inner.unref();
  }

  hasRef(): boolean {
    return this.#inner.hasRef();
  }
}
