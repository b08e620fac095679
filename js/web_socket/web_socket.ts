// The global `WebSocket`, as the web has it.

import { OwnURL } from "../fetch/own_url.ts";
import { core, web } from "../web/ops.ts";
import { Connection, type Owner } from "./connection.ts";

interface EventScript {
  Event: typeof Event;
  EventTarget: typeof EventTarget;
  MessageEvent: typeof MessageEvent;
  ErrorEvent: typeof ErrorEvent;
  CloseEvent: typeof CloseEvent;
  defineEventHandler(target: object, name: string): void;
}

const events = web("02_event.js") as unknown as EventScript;
const { DOMException: Exception } = web("01_dom_exception.js") as { DOMException: typeof DOMException };
const { Blob: WebBlob } = web("09_file.js") as { Blob: typeof Blob };

const CONNECTING = 0;
const OPEN = 1;
const CLOSING = 2;
const CLOSED = 3;

/** Bytes that a close frame has for the reason. */
const MAX_REASON = 123;
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

type Data = string | ArrayBuffer | ArrayBufferView | Blob;

function targetOf(input: string | URL): URL {
  let url: URL;
  try {
    url = new OwnURL(String(input));
  } catch {
    throw new Exception(`invalid URL: ${String(input)}`, "SyntaxError");
  }
  if (url.protocol === "http:") url.protocol = "ws:";
  if (url.protocol === "https:") url.protocol = "wss:";
  if (url.protocol !== "ws:" && url.protocol !== "wss:") {
    throw new Exception(`a WebSocket has a URL of ws:, wss:, http: or https:, not ${url.protocol}`, "SyntaxError");
  }
  if (url.hash !== "" || url.href.endsWith("#")) {
    throw new Exception("the URL of a WebSocket has no fragment", "SyntaxError");
  }
  return url;
}

function protocolsOf(given: string | Iterable<string>): string[] {
  const protocols = typeof given === "string" ? [given] : [...given].map(String);
  const seen = new Set<string>();
  for (const each of protocols) {
    if (!token.test(each)) throw new Exception(`invalid protocol: ${JSON.stringify(each)}`, "SyntaxError");
    if (seen.has(each.toLowerCase())) throw new Exception(`the protocol ${each} is named twice`, "SyntaxError");
    seen.add(each.toLowerCase());
  }
  return protocols;
}

export class WebSocket extends events.EventTarget {
  static readonly CONNECTING = CONNECTING;
  static readonly OPEN = OPEN;
  static readonly CLOSING = CLOSING;
  static readonly CLOSED = CLOSED;
  declare readonly CONNECTING: 0;
  declare readonly OPEN: 1;
  declare readonly CLOSING: 2;
  declare readonly CLOSED: 3;
  declare onopen: ((event: Event) => void) | null;
  declare onmessage: ((event: MessageEvent) => void) | null;
  declare onerror: ((event: Event) => void) | null;
  declare onclose: ((event: CloseEvent) => void) | null;

  readonly #url: URL;
  readonly #connection: Connection;
  #readyState: number = CONNECTING;
  #protocol = "";
  #binaryType: BinaryType = "blob";
  #bufferedAmount = 0;
  /** Settled when all messages that were sent before have been handed to the connection. */
  #sending: Promise<void> | undefined;

  constructor(url: string | URL, protocols: string | string[] = []) {
    super();
    this.#url = targetOf(url);
    this.#connection = new Connection(this.#url, protocolsOf(protocols), this.#owner());
  }

  get url(): string {
    return this.#url.href;
  }

  get readyState(): number {
    return this.#readyState;
  }

  /** Bytes of messages that have not left yet. */
  get bufferedAmount(): number {
    return this.#bufferedAmount;
  }

  get extensions(): string {
    return "";
  }

  /** The protocol that the server chose. */
  get protocol(): string {
    return this.#protocol;
  }

  get binaryType(): BinaryType {
    return this.#binaryType;
  }

  set binaryType(type: BinaryType) {
    if (type === "blob" || type === "arraybuffer") this.#binaryType = type;
  }

  send(data: Data): void {
    if (this.#readyState === CONNECTING) {
      throw new Exception("the WebSocket is still connecting", "InvalidStateError");
    }
    if (data instanceof WebBlob) {
      this.#enqueue(data.size, async () => this.#sendBytes(new Uint8Array(await data.arrayBuffer())));
    } else if (data instanceof ArrayBuffer || ArrayBuffer.isView(data)) {
      const bytes = bytesOf(data);
      // Bytes that wait must not change.
      const kept = this.#sending === undefined ? bytes : bytes.slice();
      this.#enqueue(bytes.length, () => this.#sendBytes(kept));
    } else {
      const text = String(data).toWellFormed();
      const size = core.encode(text).length;
      this.#enqueue(size, () => this.#connection.sendText(text, () => this.#sent(size)));
    }
  }

  close(code?: number, reason?: string): void {
    const number = code === undefined ? 0 : Math.trunc(Number(code));
    if (code !== undefined && number !== 1000 && !(number >= 3000 && number <= 4999)) {
      throw new Exception(`the code must be 1000 or from 3000 to 4999, not ${code}`, "InvalidAccessError");
    }
    const text = reason === undefined ? "" : String(reason).toWellFormed();
    if (core.encode(text).length > MAX_REASON) {
      throw new Exception(`the reason is longer than ${MAX_REASON} bytes`, "SyntaxError");
    }
    if (this.#readyState >= CLOSING) return;
    const wasConnecting = this.#readyState === CONNECTING;
    this.#readyState = CLOSING;
    if (wasConnecting) queueMicrotask(() => this.#connection.abandon());
    // A reason needs a code.
    else this.#afterSending(() => this.#connection.close(number === 0 && text !== "" ? 1000 : number, text));
  }

  #owner(): Owner {
    return {
      opened: (protocol) => {
        if (this.#readyState !== CONNECTING) return;
        this.#readyState = OPEN;
        this.#protocol = protocol;
        this.dispatchEvent(new events.Event("open"));
      },
      received: (data) => {
        if (this.#readyState === OPEN) this.#receive(data);
      },
      closing: () => {
        this.#readyState = CLOSING;
      },
      ended: (wasClean, code, reason, error) => {
        this.#readyState = CLOSED;
        if (error !== undefined) {
          const message = error instanceof Error ? error.message : String(error);
          this.dispatchEvent(new events.ErrorEvent("error", { message, error }));
        }
        this.dispatchEvent(new events.CloseEvent("close", { wasClean, code, reason }));
      },
    };
  }

  #receive(received: string | Uint8Array<ArrayBuffer>): void {
    let data: string | ArrayBuffer | Blob;
    if (typeof received === "string") data = received;
    else data = this.#binaryType === "blob" ? new WebBlob([received]) : received.buffer;
    this.dispatchEvent(new events.MessageEvent("message", { data, origin: this.#url.origin }));
  }

  #sendBytes(bytes: Uint8Array): void {
    this.#connection.sendBytes(bytes, () => this.#sent(bytes.length));
  }

  #sent(size: number): void {
    this.#bufferedAmount -= size;
  }

  /** Messages leave in the order of their calls, also if the bytes of one must be read first. */
  #enqueue(size: number, hand: () => void | Promise<void>): void {
    this.#bufferedAmount += size;
    if (this.#readyState !== OPEN) return;
    this.#afterSending(hand);
  }

  #afterSending(hand: () => void | Promise<void>): void {
    if (this.#sending === undefined) {
      const handing = hand();
      if (handing !== undefined) this.#wait(handing);
    } else {
      this.#wait(this.#sending.then(hand));
    }
  }

  #wait(handing: Promise<void>): void {
    const done = () => {
      if (this.#sending === waiting) this.#sending = undefined;
    };
    const waiting = handing.then(done, done);
    this.#sending = waiting;
  }

  get [Symbol.toStringTag](): string {
    return "WebSocket";
  }
}

function bytesOf(data: ArrayBuffer | ArrayBufferView): Uint8Array {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

for (const [name, value] of Object.entries({ CONNECTING, OPEN, CLOSING, CLOSED })) {
  Object.defineProperty(WebSocket.prototype, name, { value, enumerable: true });
}
for (const name of ["url", "readyState", "bufferedAmount", "extensions", "protocol", "binaryType", "send", "close"]) {
  const member = Object.getOwnPropertyDescriptor(WebSocket.prototype, name) as PropertyDescriptor;
  Object.defineProperty(WebSocket.prototype, name, { ...member, enumerable: true });
}
for (const name of ["open", "message", "error", "close"]) events.defineEventHandler(WebSocket.prototype, name);
