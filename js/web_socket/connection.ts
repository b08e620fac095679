// The connection below a WebSocket: a socket of node:net or node:tls, which asks the sandbox, and the
// protocol in the host.

import { loadNet, loadTls } from "../node/net/late_sockets.ts";
import type { Socket } from "../node/net/socket.ts";
import { clearTimeout, setTimeout, type Timeout } from "../node/timers/timeout.ts";
import { core, type WebSocketEvent } from "../web/ops.ts";

interface Target {
  host: string;
  port: number;
}

/** Bytes that are written together. */
const ROOM = 65536;
/** Milliseconds that the server has to answer that the program closes. */
const CLOSE_TIMEOUT = 30_000;

/** The events for the owner of a connection. */
export interface Owner {
  opened(protocol: string): void;
  received(data: string | Uint8Array<ArrayBuffer>): void;
  /** The server closes, too. */
  closing(): void;
  /** Nothing follows. `error` is set if the connection has failed. */
  ended(wasClean: boolean, code: number, reason: string, error?: unknown): void;
}

export class Connection {
  readonly #id: number;
  readonly #socket: Socket;
  readonly #owner: Owner;
  #closeTimer: Timeout | undefined;
  #isOver = false;

  constructor(url: URL, protocols: string[], owner: Owner) {
    this.#owner = owner;
    this.#id = core.ops.op_lumi_web_socket_open(url.href, protocols);
    const isSecure = url.protocol === "wss:";
    this.#socket = connected(url, isSecure);
    this.#socket.on(isSecure ? "secureConnect" : "connect", () => this.#flush());
    this.#socket.on("data", (data: Uint8Array) => this.#feed(data));
    this.#socket.on("end", () => this.#serverEnded());
    this.#socket.on("error", (error: Error) => this.#fail(error));
    this.#socket.on("close", () => this.#serverEnded());
  }

  /** `sent` is called when the bytes have left. */
  sendText(text: string, sent: () => void): void {
    this.#attempt(() => core.ops.op_lumi_web_socket_send_text(this.#id, text), sent);
  }

  sendBytes(bytes: Uint8Array, sent: () => void): void {
    this.#attempt(() => core.ops.op_lumi_web_socket_send_bytes(this.#id, bytes), sent);
  }

  /** Tells the server that the program closes; the code 0 sends none. */
  close(code: number, reason: string): void {
    this.#attempt(() => core.ops.op_lumi_web_socket_close(this.#id, code, reason));
    if (this.#isOver) return;
    this.#closeTimer = setTimeout(() => this.#end(false, 1006, ""), CLOSE_TIMEOUT) as Timeout;
  }

  /** Gives up a connection that is not open yet. */
  abandon(): void {
    this.#fail(new Error("the WebSocket was closed before the connection was open"));
  }

  #attempt(request: () => void, sent?: () => void): void {
    if (this.#isOver) return;
    try {
      request();
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.#flush(sent);
  }

  /** Writes what the protocol has for the server. */
  #flush(sent?: () => void): void {
    let last: Uint8Array | undefined;
    for (;;) {
      const room = new Uint8Array(ROOM);
      const length = core.ops.op_lumi_web_socket_pull(this.#id, room);
      if (length === 0) break;
      if (last !== undefined) this.#socket.write(last);
      last = room.subarray(0, length);
    }
    if (last !== undefined) this.#socket.write(last, sent);
  }

  #feed(data: Uint8Array): void {
    if (this.#isOver) return;
    core.ops.op_lumi_web_socket_feed(this.#id, data);
    this.#deliver();
  }

  #serverEnded(): void {
    if (this.#isOver) return;
    core.ops.op_lumi_web_socket_end(this.#id);
    this.#deliver();
    if (!this.#isOver) this.#fail(new Error("the server ended the connection without closing the WebSocket"));
  }

  /** Hands on all that is complete. */
  #deliver(): void {
    try {
      while (!this.#isOver) {
        const event = core.ops.op_lumi_web_socket_next(this.#id);
        if (event === null) break;
        this.#handle(event);
      }
    } catch (error) {
      this.#fail(error);
    }
    if (!this.#isOver) this.#flush();
  }

  #handle(event: WebSocketEvent): void {
    switch (event.kind) {
      case "open":
        this.#owner.opened(event.protocol);
        break;
      case "text":
        this.#owner.received(event.text);
        break;
      case "bytes":
        this.#owner.received(event.data);
        break;
      case "close":
        this.#owner.closing();
        this.#end(true, event.code, event.reason);
    }
  }

  #fail(error: unknown): void {
    this.#end(false, 1006, "", error);
  }

  #end(wasClean: boolean, code: number, reason: string, error?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#closeTimer !== undefined) clearTimeout(this.#closeTimer);
    // The server learns the reason of a failure.
    this.#flush();
    core.ops.op_lumi_web_socket_drop(this.#id);
    if (this.#socket.connecting) this.#socket.destroy();
    else this.#socket.destroySoon();
    this.#owner.ended(wasClean, code, reason, error);
  }
}

function connected(url: URL, isSecure: boolean): Socket {
  // Addresses of IPv6 stand in brackets in URLs.
  const host = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
  const port = url.port === "" ? (isSecure ? 443 : 80) : Number(url.port);
  const target: Target = { host, port };
  if (!isSecure) return loadNet().connect(target);
  return loadTls().connect({ ...target, ALPNProtocols: ["http/1.1"] });
}
