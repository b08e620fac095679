// Two streams of which each reads what the other one writes.

import Stream, { type Duplex, type DuplexOptions } from "../../npm/readable-stream.js";
import { nextTick } from "../process/process.ts";

class Side extends Stream.Duplex {
  other: Side | undefined;
  /** Answers the write that waits until this side reads. */
  #taken: (() => void) | undefined;

  override _read(): void {
    const taken = this.#taken;
    this.#taken = undefined;
    taken?.();
  }

  /** Offers a chunk to the reader of this side; null ends it. */
  offer(chunk: unknown, taken: () => void): void {
    if (this.push(chunk) || chunk === null) nextTick(taken);
    else this.#taken = taken;
  }

  override _write(chunk: unknown, _encoding: string, callback: (error?: Error | null) => void): void {
    const { other } = this;
    if (other === undefined || other.destroyed) callback(null);
    else if ((chunk as Uint8Array).length === 0) nextTick(() => callback());
    else other.offer(chunk, callback);
  }

  override _final(callback: (error?: Error | null) => void): void {
    this.other?.on("end", callback);
    this.other?.push(null);
  }
}

/** A pair of connected streams, as the two ends of a socket. */
export function duplexPair(options?: DuplexOptions): [Duplex, Duplex] {
  const [one, other] = [new Side(options), new Side(options)];
  one.other = other;
  other.other = one;
  return [one, other];
}
