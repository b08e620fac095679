// The body of an answer while it comes from the network.

import { core, type FetchRequest, type FetchResponse } from "../web/ops.ts";
import type { Incoming } from "./body.ts";

/** Closes the connections of answers that are forgotten before they are read. */
const forgotten = new FinalizationRegistry((id: number) => core.ops.op_lumi_fetch_abort(id));

export class IncomingBody implements Incoming {
  readonly #id: number;
  readonly #signal: AbortSignal;
  readonly #abort: () => void;

  constructor(id: number, signal: AbortSignal) {
    this.#id = id;
    this.#signal = signal;
    this.#abort = () => core.ops.op_lumi_fetch_abort(id);
    signal.addEventListener("abort", this.#abort);
    forgotten.register(this, id, this);
  }

  /** Sends the request. */
  async head(request: FetchRequest, body: Uint8Array): Promise<FetchResponse> {
    return await this.#orAborted(core.ops.op_lumi_fetch(this.#id, request, body));
  }

  async read(): Promise<Uint8Array<ArrayBuffer> | null> {
    const bytes = await this.#orAborted(core.ops.op_lumi_fetch_read(this.#id));
    if (bytes === null) this.#ended();
    return bytes;
  }

  async readAll(): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await this.#orAborted(core.ops.op_lumi_fetch_read_all(this.#id));
    this.#ended();
    return bytes;
  }

  cancel(): void {
    this.#ended();
    this.#abort();
  }

  async #orAborted<T>(pending: Promise<T>): Promise<T> {
    try {
      return await pending;
    } catch (error) {
      this.#ended();
      this.#signal.throwIfAborted();
      throw error;
    }
  }

  #ended(): void {
    this.#signal.removeEventListener("abort", this.#abort);
    forgotten.unregister(this);
  }
}
