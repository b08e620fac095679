// One connection of HTTP/2: bytes between the socket and the host, and the events that they bring.

import { core, type Http2Event } from "../../web/ops.ts";
import type { Socket } from "../net/socket.ts";
import { nextTick } from "../process/process.ts";
import type { Http2Settings } from "./settings.ts";

const WRITE_SIZE = 65536;

export class Http2Connection {
  readonly #id: number;
  readonly #socket: Socket;
  readonly #onEvent: (event: Http2Event) => void;
  #isProcessing = false;
  #isScheduled = false;
  #isClosed = false;

  constructor(socket: Socket, settings: Http2Settings, onEvent: (event: Http2Event) => void) {
    this.#id = core.ops.op_lumi_http2_open({ ...settings });
    this.#socket = socket;
    this.#onEvent = onEvent;
  }

  /** Begins a request; answers the number of its stream. */
  request(headers: string[], isEnd: boolean): number {
    const id = core.ops.op_lumi_http2_request(this.#id, headers, isEnd);
    this.#schedule();
    return id;
  }

  write(stream: number, data: Uint8Array, isEnd: boolean): void {
    core.ops.op_lumi_http2_write(this.#id, stream, data, isEnd);
    this.#schedule();
  }

  trailers(stream: number, headers: string[]): void {
    core.ops.op_lumi_http2_trailers(this.#id, stream, headers);
    this.#schedule();
  }

  read(stream: number, isWanted: boolean): void {
    core.ops.op_lumi_http2_read(this.#id, stream, isWanted);
    if (isWanted) this.#schedule();
  }

  reset(stream: number, code: number): void {
    core.ops.op_lumi_http2_reset(this.#id, stream, code);
    this.#schedule();
  }

  ping(payload: Uint8Array): void {
    core.ops.op_lumi_http2_ping(this.#id, payload);
    this.#schedule();
  }

  goaway(code: number, lastStreamID: number, data: Uint8Array): void {
    core.ops.op_lumi_http2_goaway(this.#id, code, lastStreamID, data);
    this.#schedule();
  }

  /** The window of the whole connection. */
  setWindow(size: number): void {
    core.ops.op_lumi_http2_window(this.#id, size, true);
    this.#schedule();
  }

  /** The window that each stream begins with. */
  setStreamWindow(size: number): void {
    core.ops.op_lumi_http2_window(this.#id, size, false);
    this.#schedule();
  }

  /** Bytes from the socket. */
  feed(data: Uint8Array): void {
    core.ops.op_lumi_http2_feed(this.#id, data);
    this.process();
  }

  /** The socket has no more bytes. */
  end(): void {
    if (this.#isClosed) return;
    core.ops.op_lumi_http2_end(this.#id);
    this.process();
  }

  /** Sends what the host still has, and GOAWAY. No event comes afterwards. */
  close(code: number): void {
    this.#isClosed = true;
    if (!this.#socket.writable || this.#socket.destroyed) return;
    core.ops.op_lumi_http2_goaway(this.#id, code, 0, new Uint8Array(0));
    this.#flush();
  }

  /** Frees the native session of a closed connection. */
  release(): void {
    core.ops.op_lumi_http2_drop(this.#id);
  }

  /** Processes once for all calls until the next tick: streams are written piece by piece. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    nextTick(() => {
      this.#isScheduled = false;
      this.process();
    });
  }

  /** Lets the host do what is possible, writes to the socket, and reports events. */
  process(): void {
    if (this.#isClosed) return;
    // A listener that causes more work gets it done later.
    if (this.#isProcessing) return this.#schedule();
    this.#isProcessing = true;
    try {
      const events = core.ops.op_lumi_http2_poll(this.#id);
      this.#flush();
      for (const event of events) {
        if (this.#isClosed) break;
        this.#onEvent(event);
      }
    } finally {
      this.#isProcessing = false;
    }
  }

  #flush(): void {
    for (;;) {
      const bytes = new Uint8Array(WRITE_SIZE);
      const length = core.ops.op_lumi_http2_pull(this.#id, bytes);
      if (length === 0) return;
      this.#socket.write(bytes.subarray(0, length));
    }
  }
}
