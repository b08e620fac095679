// The pings of a session that have not come back.

import { Buffer } from "../buffer/buffer.ts";
import { coded, invalidArgType } from "../node_errors.ts";
import { cancelledPing } from "./errors.ts";

export type PingCallback = (error: Error | null, milliseconds: number, payload: Buffer) => void;

interface Sent {
  payload: Buffer;
  start: number;
  callback: PingCallback;
}

const LENGTH = 8;

export class Pings {
  readonly #most: number;
  #sent: Sent[] = [];
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** The bytes to send; undefined if too many have not come back. */
  begin(payload: Uint8Array | undefined, callback: PingCallback): Buffer | undefined {
    if (this.#sent.length >= this.#most) return undefined;
    const bytes = Buffer.alloc(LENGTH);
    if (payload === undefined) bytes.writeUInt32BE(++this.#count, 4);
    else bytes.set(payload);
    this.#sent.push({ payload: bytes, start: performance.now(), callback });
    return bytes;
  }

  returned(payload: Buffer): void {
    const index = this.#sent.findIndex((it) => it.payload.equals(payload));
    const [found] = index < 0 ? [] : this.#sent.splice(index, 1);
    found?.callback(null, performance.now() - found.start, payload);
  }

  cancel(): void {
    const sent = this.#sent;
    this.#sent = [];
    for (const each of sent) each.callback(cancelledPing(), performance.now() - each.start, each.payload);
  }
}

export function checkPayload(payload: unknown): void {
  if (payload === undefined) return;
  if (!ArrayBuffer.isView(payload)) {
    throw invalidArgType("payload", "an instance of Buffer, TypedArray, or DataView", payload);
  }
  if (payload.byteLength !== LENGTH) {
    throw coded(RangeError, "ERR_HTTP2_PING_LENGTH", "HTTP2 ping payload must be 8 bytes");
  }
}
