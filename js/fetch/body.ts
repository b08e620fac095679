// What Request and Response have in common: content that can be read once.

import { core } from "../web/ops.ts";
import { FormData } from "./form_data.ts";
import type { Headers } from "./headers.ts";
import { decode, encode } from "./multipart.ts";

export type BodyInit = string | BufferSource | URLSearchParams | Blob | FormData | ReadableStream<Uint8Array>;

type Source = Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>> | null;

export interface Content {
  bytes: Source;
  /** Of the header content-type, if the body tells. */
  type: string | null;
}

/** Bytes of anything that can be a body. */
export function contentOf(init: unknown): Content {
  if (init === undefined || init === null) return { bytes: null, type: null };
  if (init instanceof URLSearchParams) {
    return { bytes: core.encode(init.toString()), type: "application/x-www-form-urlencoded;charset=UTF-8" };
  }
  if (init instanceof FormData) return encode(init);
  if (init instanceof Blob) {
    return { bytes: init.arrayBuffer().then((it) => new Uint8Array(it)), type: init.type || null };
  }
  if (init instanceof ArrayBuffer) return { bytes: new Uint8Array(init).slice(), type: null };
  if (ArrayBuffer.isView(init)) {
    return { bytes: new Uint8Array(init.buffer, init.byteOffset, init.byteLength).slice(), type: null };
  }
  if (init instanceof ReadableStream) return { bytes: collect(init), type: null };
  return { bytes: core.encode(String(init)), type: "text/plain;charset=UTF-8" };
}

async function collect(stream: ReadableStream<unknown>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: BlobPart[] = [];
  for await (const part of stream as unknown as AsyncIterable<unknown>) {
    if (!(part instanceof Uint8Array)) throw new TypeError("a stream that is a body gives Uint8Arrays");
    parts.push(part as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export abstract class Body {
  abstract readonly headers: Headers;
  #source: Source = null;
  #isUsed = false;
  #stream: ReadableStream<Uint8Array> | null = null;

  /** Sets the content, and its type unless the headers name one. */
  protected fill(content: Content): void {
    this.#source = content.bytes;
    // A body that cannot be read is reported when it is read.
    if (content.bytes instanceof Promise) content.bytes.catch(() => {});
    if (content.type !== null && !this.headers.has("content-type")) this.headers.set("content-type", content.type);
  }

  /** The same content again, for a clone. */
  protected copyContent(): Content {
    if (this.bodyUsed) throw new TypeError("the body has been read already");
    return { bytes: this.#source, type: null };
  }

  protected get hasBody(): boolean {
    return this.#source !== null;
  }

  get bodyUsed(): boolean {
    return this.#isUsed;
  }

  get body(): ReadableStream<Uint8Array> | null {
    if (this.#source === null) return null;
    return (this.#stream ??= new ReadableStream({
      pull: async (controller) => {
        this.#isUsed = true;
        const bytes = await this.#source!;
        if (bytes.length > 0) controller.enqueue(bytes.slice());
        controller.close();
      },
    }, { highWaterMark: 0 }));
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    if (this.bodyUsed || this.#stream?.locked) throw new TypeError("the body has been read already");
    if (this.#source === null) return new Uint8Array();
    this.#isUsed = true;
    return (await this.#source).slice();
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer;
  }

  async blob(): Promise<Blob> {
    return new Blob([await this.bytes()], { type: this.headers.get("content-type") ?? "" });
  }

  async text(): Promise<string> {
    return core.decode(await this.bytes());
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  async formData(): Promise<FormData> {
    const type = this.headers.get("content-type") ?? "";
    const boundary = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type);
    if (boundary) return decode(await this.bytes(), boundary[1] ?? boundary[2]!);
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
      throw new TypeError(`the body is not a form: its content type is ${JSON.stringify(type)}`);
    }
    const form = new FormData();
    for (const [name, value] of new URLSearchParams(await this.text())) form.append(name, value);
    return form;
  }
}
