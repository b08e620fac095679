// The channel of a script to the process that has started it with `fork`.

import { core } from "../../web/ops.ts";
import { Channel, type ChannelEnd } from "../child_process/channel.ts";
import type { EventEmitter } from "../events/events.ts";

interface Connected extends EventEmitter {
  connected: boolean;
  channel?: unknown;
  send?: unknown;
  disconnect?: unknown;
}

/** Failures of the host are negative numbers. */
const failed = (number: number): Error => new Error(`the channel of messages has failed (${number})`);

/** The other end of a stream of the host; the process ends although a read waits, unless it listens to messages. */
class StreamEnd implements ChannelEnd {
  readonly #id: number;
  readonly #room = new Uint8Array(1 << 16);
  #pending: Promise<number> | null = null;
  #hasRef = false;
  readonly #closed: () => void;

  constructor(id: number, closed: () => void) {
    this.#id = id;
    this.#closed = closed;
  }

  async read(): Promise<Uint8Array | null> {
    this.#pending = core.ops.op_lumi_net_readable(this.#id);
    if (!this.#hasRef) core.unrefOpPromise(this.#pending);
    const ready = await this.#pending;
    this.#pending = null;
    const count = ready < 0 ? ready : core.ops.op_lumi_net_read(this.#id, this.#room);
    if (count === AGAIN) return nothing;
    return count <= 0 ? null : this.#room.subarray(0, count);
  }

  async write(bytes: Uint8Array): Promise<void> {
    const result = await core.ops.op_lumi_net_write_all(this.#id, bytes);
    if (result < 0) throw failed(result);
  }

  close(): void {
    core.ops.op_lumi_net_close(this.#id, false);
    this.#closed();
  }

  setRef(hasRef: boolean): void {
    this.#hasRef = hasRef;
    if (this.#pending === null) return;
    if (hasRef) core.refOpPromise(this.#pending);
    else core.unrefOpPromise(this.#pending);
  }
}

/** EAGAIN: nothing can be read yet. */
const AGAIN = -11;
const nothing = new Uint8Array();

/** Gives `process` what Node's has in a process that `fork` has started. */
export function connectProcess(process: Connected): void {
  const id = core.ops.op_lumi_channel_open();
  if (id === 0) return;
  const end = new StreamEnd(id, () => process.channel = undefined);
  const channel = new Channel(process, end);
  const update = () => end.setRef(process.listenerCount("message") + process.listenerCount("disconnect") > 0);
  const later = () => queueMicrotask(update);
  process.on("newListener", later);
  process.on("removeListener", later);
  process.send = (message: unknown, ...rest: unknown[]) => channel.send(message, ...rest);
  process.disconnect = () => channel.disconnect();
  process.channel = { ref: () => end.setRef(true), unref: () => end.setRef(false), hasRef: () => true };
  update();
}
