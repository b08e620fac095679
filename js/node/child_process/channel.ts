// A channel of messages between two processes, as Node has it: each message is a line of JSON.

import { core } from "../../web/ops.ts";
import type { EventEmitter } from "../events/events.ts";
import { coded, invalidArgType } from "../node_errors.ts";
import { notAvailable } from "../unavailable.ts";

/** The end of a channel that belongs to this process. */
export interface ChannelEnd {
  /** The next bytes; null at the end. */
  read(): Promise<Uint8Array | null>;
  write(bytes: Uint8Array): Promise<void>;
  close(): void;
}

export type SendDone = (error: Error | null) => void;

const newline = 10;
/** The most bytes of one message. */
const MOST = 256 << 20;

function checkMessage(message: unknown): void {
  if (message === undefined) {
    throw coded(TypeError, "ERR_MISSING_ARGS", 'The "message" argument must be specified');
  }
  const kinds = ["string", "object", "number", "boolean"];
  if (!kinds.includes(typeof message)) {
    throw invalidArgType("message", "one of type string, object, number, or boolean", message);
  }
}

/** Whether a message is of Node itself, such as a handle that is passed on. */
function isInternal(message: unknown): boolean {
  const { cmd } = (message ?? {}) as { cmd?: unknown };
  return typeof cmd === "string" && cmd.startsWith("NODE_");
}

export class Channel {
  readonly #target: EventEmitter & { connected: boolean };
  readonly #end: ChannelEnd;
  #isOpen = true;
  #parts: Uint8Array[] = [];
  #length = 0;
  /** Messages that came while there was no listener. */
  #waiting: unknown[] = [];
  #sending: Promise<void> = Promise.resolve();

  /** Messages are events of `target`. */
  constructor(target: EventEmitter & { connected: boolean }, end: ChannelEnd) {
    this.#target = target;
    this.#end = end;
    target.connected = true;
    target.on("newListener", (name) => {
      if (name === "message") queueMicrotask(() => this.#deliver());
    });
    void this.#run();
  }

  /** Arguments as in Node: a handle and options may be left out. */
  send(message: unknown, ...rest: unknown[]): boolean {
    const last = rest[rest.length - 1];
    const done = typeof last === "function" ? last as SendDone : undefined;
    if (typeof rest[0] === "object" && rest[0] !== null) {
      throw notAvailable("a handle in a message");
    }
    if (!this.#isOpen) {
      this.#fail(coded(Error, "ERR_IPC_CHANNEL_CLOSED", "Channel closed"), done);
      return false;
    }
    checkMessage(message);
    const bytes = core.encode(`${JSON.stringify(message)}\n`);
    this.#sending = this.#sending.then(() => this.#write(bytes, done));
    return true;
  }

  async #write(bytes: Uint8Array, done: SendDone | undefined): Promise<void> {
    try {
      await this.#end.write(bytes);
      done?.(null);
    } catch (error) {
      this.#fail(error as Error, done);
    }
  }

  #fail(error: Error, done: SendDone | undefined): void {
    queueMicrotask(() => {
      if (done) done(error);
      else this.#target.emit("error", error);
    });
  }

  /** Messages that were sent before arrive. */
  disconnect(): void {
    if (!this.#isOpen) {
      const error = coded(Error, "ERR_IPC_DISCONNECTED", "IPC channel is already disconnected");
      this.#target.emit("error", error);
      return;
    }
    this.#target.connected = false;
    void this.#sending.then(() => this.#close());
  }

  async #run(): Promise<void> {
    for (;;) {
      let bytes: Uint8Array | null = null;
      try {
        bytes = await this.#end.read();
      } catch {
        // A channel that is broken has ended.
      }
      if (bytes === null) return this.#close();
      this.#take(bytes);
    }
  }

  #take(bytes: Uint8Array): void {
    let rest = bytes;
    for (let at = rest.indexOf(newline); at >= 0; at = rest.indexOf(newline)) {
      this.#keep(rest.subarray(0, at));
      this.#line();
      rest = rest.subarray(at + 1);
    }
    this.#keep(rest);
    if (this.#length > MOST) this.#close();
  }

  #keep(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#parts.push(bytes.slice());
    this.#length += bytes.length;
  }

  #line(): void {
    const whole = new Uint8Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      whole.set(part, at);
      at += part.length;
    }
    this.#parts = [];
    this.#length = 0;
    let message: unknown;
    try {
      message = JSON.parse(core.decode(whole));
    } catch {
      // The other process does not speak this protocol.
      return this.#close();
    }
    if (isInternal(message)) return;
    this.#waiting.push(message);
    this.#deliver();
  }

  #deliver(): void {
    if (this.#target.listenerCount("message") === 0) return;
    const messages = this.#waiting;
    this.#waiting = [];
    for (const message of messages) {
      // Outside of a promise, so that what a listener throws is uncaught as in Node.
      core.queueNextTick({
        callback: () => void this.#target.emit("message", message, undefined),
        args: undefined,
        snapshot: core.getAsyncContext(),
      });
    }
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#target.connected = false;
    this.#end.close();
    core.queueNextTick({
      callback: () => void this.#target.emit("disconnect"),
      args: undefined,
      snapshot: core.getAsyncContext(),
    });
  }
}
