// The common part of Request and Response: content that can be read once.

import { core, web } from "../web/ops.ts";
import { FormData } from "./form_data.ts";
import type { Headers } from "./headers.ts";
import { decode, encode } from "./multipart.ts";

export type BodyInit = string | BufferSource | URLSearchParams | Blob | FormData | ReadableStream<Uint8Array>;

/** Bytes that come from the network. */
export interface Incoming {
  /** The next bytes; null at the end. */
  read(): Promise<Uint8Array<ArrayBuffer> | null>;
  readAll(): Promise<Uint8Array<ArrayBuffer>>;
  cancel(): void;
}

type Bytes = Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;

/** The source of a body's bytes; null if there is no body. */
export type Source = Bytes | Incoming | ReadableStream<Uint8Array> | null;

export interface Content {
  source: Source;
  /** Of the header content-type, if the body tells. */
  type: string | null;
}

const { isReadableStreamDisturbed: isDisturbed } = web("06_streams.js") as unknown as {
  isReadableStreamDisturbed(stream: ReadableStream): boolean;
};

/** Bytes of anything that can be a body. */
export function contentOf(init: unknown): Content {
  if (init === undefined || init === null) return { source: null, type: null };
  if (init instanceof URLSearchParams) {
    return { source: core.encode(init.toString()), type: "application/x-www-form-urlencoded;charset=UTF-8" };
  }
  if (init instanceof FormData) return encode(init);
  if (init instanceof Blob) {
    return { source: init.arrayBuffer().then((it) => new Uint8Array(it)), type: init.type || null };
  }
  if (init instanceof ArrayBuffer) return { source: new Uint8Array(init).slice(), type: null };
  if (ArrayBuffer.isView(init)) {
    return { source: new Uint8Array(init.buffer, init.byteOffset, init.byteLength).slice(), type: null };
  }
  if (init instanceof ReadableStream) {
    if (init.locked || isDisturbed(init)) throw new TypeError("a stream that is already being read cannot be a body");
    return { source: init, type: null };
  }
  return { source: core.encode(String(init)), type: "text/plain;charset=UTF-8" };
}

async function collect(stream: ReadableStream<unknown>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: BlobPart[] = [];
  for await (const part of stream as unknown as AsyncIterable<unknown>) {
    if (!(part instanceof Uint8Array)) throw new TypeError("a stream that is a body gives Uint8Arrays");
    parts.push(part as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** A stream of what comes from `read`, as much as is asked for. */
function streamOf(read: () => Promise<Uint8Array | null>, cancel: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream({
    type: "bytes",
    pull: async (controller) => {
      const bytes = await read();
      if (bytes !== null && bytes.length > 0) return controller.enqueue(bytes);
      controller.close();
      controller.byobRequest?.respond(0);
    },
    cancel,
  }, { highWaterMark: 0 });
}

const isBytes = (source: Source): source is Bytes => source instanceof Uint8Array || source instanceof Promise;

export abstract class Body {
  abstract readonly headers: Headers;
  #source: Source = null;
  #isUsed = false;
  #stream: ReadableStream<Uint8Array> | null = null;

  static hasBody(it: Body): boolean {
    return it.#source !== null;
  }

  /** The stream that is the content, which is read from now on; null if the content is none. */
  static takeStream(it: Body): ReadableStream<Uint8Array> | null {
    return it.#source instanceof ReadableStream ? it.takeContent().source as ReadableStream<Uint8Array> : null;
  }

  /** Sets the content, and its type unless the headers name one. */
  protected fill(content: Content): void {
    const { source, type } = content;
    this.#source = source;
    if (source instanceof ReadableStream) this.#stream = source;
    // A body that cannot be read is reported when it is read.
    if (source instanceof Promise) source.catch(() => {});
    if (type !== null && !this.headers.has("content-type")) this.headers.set("content-type", type);
  }

  /** The content, which is another body's from now on. */
  protected takeContent(): Content {
    if (this.bodyUsed || this.#stream?.locked) throw new TypeError("the body has already been read");
    this.#isUsed = this.#source !== null;
    return { source: this.#stream ?? this.#source, type: null };
  }

  /** The content once more, for a clone. */
  protected copyContent(): Content {
    if (this.bodyUsed || this.#stream?.locked) throw new TypeError("the body has already been read");
    if (this.#source === null || isBytes(this.#source)) return { source: this.#source, type: null };
    const [own, copy] = this.body!.tee();
    this.#source = this.#stream = own;
    return { source: copy, type: null };
  }

  get bodyUsed(): boolean {
    return this.#isUsed || (this.#stream !== null && isDisturbed(this.#stream));
  }

  get body(): ReadableStream<Uint8Array> | null {
    const source = this.#source;
    if (source === null || this.#stream !== null) return this.#stream;
    if (!isBytes(source)) {
      const incoming = source as Incoming;
      return (this.#stream = streamOf(() => incoming.read(), () => incoming.cancel()));
    }
    let rest: Bytes | null = source;
    const read = async () => {
      const bytes = rest === null ? null : (await rest).slice();
      rest = null;
      return bytes;
    };
    return (this.#stream = streamOf(read, () => {}));
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    if (this.bodyUsed || this.#stream?.locked) throw new TypeError("the body has already been read");
    const source = this.#source;
    if (source === null) return new Uint8Array();
    this.#isUsed = true;
    if (isBytes(source)) return (await source).slice();
    return await (this.#stream === null ? (source as Incoming).readAll() : collect(this.#stream));
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
