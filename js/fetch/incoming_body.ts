// The body of an answer while it comes from the network.

import { core, type FetchRequest, type FetchResponse } from "../web/ops.ts";
import type { Incoming } from "./body.ts";

/** Closes the connections of answers that are forgotten before they are read. */
const forgotten = new FinalizationRegistry((id: number) => core.ops.op_lumi_fetch_abort(id));

const nothing = new Uint8Array();

/** Whether an error of the host says no more than that the request failed; a denied one says more. */
const isPlain = (error: unknown): boolean => error instanceof Error && Object.getPrototypeOf(error) === Error.prototype;

export class IncomingBody implements Incoming {
  readonly #id: number;
  readonly #signal: AbortSignal;
  readonly #abort: () => void;
  /** Why the body of the request could not be read. */
  #broken: { cause: unknown } | null = null;

  constructor(id: number, signal: AbortSignal) {
    this.#id = id;
    this.#signal = signal;
    this.#abort = () => core.ops.op_lumi_fetch_abort(id);
    signal.addEventListener("abort", this.#abort);
    forgotten.register(this, id, this);
  }

  /** Sends the request with a body that is a stream, or bytes. */
  async head(request: FetchRequest, body: Uint8Array | ReadableStream<Uint8Array>): Promise<FetchResponse> {
    const isStream = body instanceof ReadableStream;
    const head = this.#orAborted(core.ops.op_lumi_fetch(this.#id, request, isStream ? nothing : body), "fetch failed");
    if (isStream) void this.#upload(body);
    return await head;
  }

  /** Never rejects: what breaks the stream is the cause why the request fails. */
  async #upload(stream: ReadableStream<Uint8Array>): Promise<void> {
    const reader = stream.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return core.ops.op_lumi_fetch_sent(this.#id);
        if (!(value instanceof Uint8Array)) throw new TypeError("a stream that is a body gives Uint8Arrays");
        if (!await core.ops.op_lumi_fetch_send(this.#id, value)) break;
      }
      core.ops.op_lumi_fetch_sent(this.#id);
      await reader.cancel();
    } catch (cause) {
      this.#broken ??= { cause };
      this.#abort();
    }
  }

  async read(): Promise<Uint8Array<ArrayBuffer> | null> {
    const bytes = await this.#orAborted(core.ops.op_lumi_fetch_read(this.#id), "terminated");
    if (bytes === null) this.#ended();
    return bytes;
  }

  async readAll(): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await this.#orAborted(core.ops.op_lumi_fetch_read_all(this.#id), "terminated");
    this.#ended();
    return bytes;
  }

  cancel(): void {
    this.#ended();
    this.#abort();
  }

  /** `failed` is the message of undici, by which packages know failures of the network. */
  async #orAborted<T>(pending: Promise<T>, failed: string): Promise<T> {
    try {
      return await pending;
    } catch (error) {
      this.#ended();
      this.#signal.throwIfAborted();
      if (this.#broken !== null) throw new TypeError(failed, this.#broken);
      throw isPlain(error) ? new TypeError(failed, { cause: error }) : error;
    }
  }

  #ended(): void {
    this.#signal.removeEventListener("abort", this.#abort);
    forgotten.unregister(this);
  }
}
