// A stream of the program as what a socket reads from and writes to: TLS inside of TLS, or through a proxy.

import { Buffer } from "../buffer/buffer.ts";
import { AGAIN, CANCELLED } from "./errors.ts";
import type { Handle } from "./handle.ts";
import { Socket } from "./socket.ts";
import type { SocketAddresses } from "./types.ts";
import type { Duplex } from "../stream/stream.ts";

const noAddresses: SocketAddresses = { local: null, remote: null };
/** The failure of a call whose error is in `failure`. */
const FAILED = -5;

class StreamHandle implements Handle {
  failure: Error | undefined;
  readonly #stream: Duplex;
  #rest: Uint8Array | null = null;
  #hasEnded = false;
  #isClosed = false;
  #wake: (() => void) | undefined;

  constructor(stream: Duplex) {
    this.#stream = stream;
    const wake = () => {
      this.#wake?.();
      this.#wake = undefined;
    };
    stream.on("readable", wake);
    stream.once("end", () => {
      this.#hasEnded = true;
      wake();
    });
    stream.on("error", (error: Error) => {
      this.failure = error;
      wake();
    });
    stream.once("close", () => {
      this.#hasEnded = true;
      wake();
    });
  }

  async readable(): Promise<number> {
    while (!this.#isClosed && this.failure === undefined) {
      this.#rest ??= this.#next();
      if (this.#rest !== null || this.#hasEnded) return 0;
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
    return this.#isClosed ? CANCELLED : FAILED;
  }

  #next(): Uint8Array | null {
    const chunk = this.#stream.read() as Uint8Array | string | null;
    return typeof chunk === "string" ? Buffer.from(chunk) : chunk;
  }

  read(room: Uint8Array): number {
    this.#rest ??= this.#next();
    if (this.#rest === null) return this.#hasEnded ? 0 : AGAIN;
    const count = Math.min(room.length, this.#rest.length);
    room.set(this.#rest.subarray(0, count));
    this.#rest = count < this.#rest.length ? this.#rest.subarray(count) : null;
    return count;
  }

  /** Nothing at once: the stream keeps what it is given. */
  write(_data: Uint8Array): number {
    return 0;
  }

  writeAll(data: Uint8Array): Promise<number> {
    return new Promise((resolve) => {
      this.#stream.write(Buffer.from(data), (error) => {
        if (error) this.failure ??= error;
        resolve(error ? FAILED : 0);
      });
    });
  }

  /** Never fails: a stream that is closed already has ended. */
  shutdown(): Promise<number> {
    return new Promise((resolve) => {
      this.#stream.end(() => resolve(0));
    });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#wake?.();
    this.#stream.destroy();
  }

  addresses(): SocketAddresses {
    return noAddresses;
  }

  setNoDelay(): number {
    return 0;
  }

  setKeepAlive(): number {
    return 0;
  }

  ref(): void {}

  unref(): void {}

  hasRef(): boolean {
    return true;
  }
}

/** A socket over a stream. The name is Node's: packages look for the class by it. */
export class JSStreamSocket extends Socket {
  readonly stream: Duplex;

  constructor(stream: Duplex) {
    super({ handle: new StreamHandle(stream), allowHalfOpen: true, manualStart: true });
    this.stream = stream;
  }
}
