// WebSockets that a function accepts: the platform passes the bytes, and the frames are read and written here.

import { clearTimeout, setTimeout, type Timeout } from "../../node/timers/timeout.ts";
import { core, type WebSocketEvent } from "../../web/ops.ts";
import { ops } from "../protocol/ops.ts";

/** Called in turn, each when the one before has ended. */
export interface SocketHandlers {
  /** The protocols that the function speaks, of which the first that the client offers is chosen. */
  readonly protocols?: readonly string[];
  open?(socket: ServerSocket): unknown;
  message?(socket: ServerSocket, data: string | Uint8Array): unknown;
  /** The code is 1006 if the client has gone without one. */
  close?(socket: ServerSocket, code: number, reason: string): unknown;
}

/** Milliseconds that the client has to answer that the function closes. */
const CLOSE_TIMEOUT = 30_000;
/** Bytes that are written together. */
const ROOM = 65536;
/** Codes of RFC 6455: the function goes away, the connection broke off, the function failed. */
const GOING_AWAY = 1001;
const BROKEN = 1006;
const FAILED = 1011;

/** @internal The result of a function that accepts a WebSocket. */
export class AcceptedSocket {
  readonly handlers: SocketHandlers;
  /** The protocol of both; undefined for none. */
  readonly protocol: string | undefined;

  constructor(handlers: SocketHandlers, offered: string | undefined) {
    this.handlers = handlers;
    const all = (offered ?? "").split(",").map((it) => it.trim());
    this.protocol = all.find((it) => handlers.protocols?.includes(it));
  }
}

/** The end of the function. */
export class ServerSocket {
  readonly #number: number;
  readonly #id: number = core.ops.op_lumi_web_socket_accept();
  readonly protocol: string;
  #isClosing = false;
  #closeTimer: Timeout | undefined;
  /** Settled when all that was sent before has been handed to the platform; false once the client has gone. */
  #sent: Promise<boolean> = Promise.resolve(true);

  constructor(number: number, protocol = "") {
    this.#number = number;
    this.protocol = protocol;
  }

  /** Sends a message; resolves when the client has room for the next one. Messages to a client that has gone are dropped. */
  async send(data: string | Uint8Array): Promise<void> {
    if (this.#isClosing) return;
    if (typeof data === "string") core.ops.op_lumi_web_socket_send_text(this.#id, data.toWellFormed());
    else core.ops.op_lumi_web_socket_send_bytes(this.#id, data);
    await this.flush();
  }

  /** Closes the connection; messages that come in until the client answers are dropped. */
  close(code = 1000, reason = ""): void {
    if (this.#isClosing) return;
    if (code !== 1000 && !(code >= 3000 && code <= 4999)) {
      throw new RangeError(`the code must be 1000 or from 3000 to 4999, not ${code}`);
    }
    this.end(code, reason);
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** @internal As `close`, with any code. */
  end(code: number, reason: string): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    core.ops.op_lumi_web_socket_close(this.#id, code, reason);
    void this.flush();
    this.#closeTimer = setTimeout(() => ops().op_lumi_call_cancel(this.#number), CLOSE_TIMEOUT) as Timeout;
  }

  /** @internal The messages in bytes that have come in, and the code and reason at the end. */
  *received(bytes: Uint8Array): Generator<string | Uint8Array | { code: number; reason: string }> {
    core.ops.op_lumi_web_socket_feed(this.#id, bytes);
    for (;;) {
      const event = this.#next();
      if (event === null) return;
      if (event.kind === "close") {
        this.#isClosing = true;
        yield { code: event.code, reason: event.reason };
      } else if (event.kind === "text") yield event.text;
      else if (event.kind === "bytes") yield event.data;
    }
  }

  #next(): WebSocketEvent | null {
    try {
      return core.ops.op_lumi_web_socket_next(this.#id);
    } catch {
      // The client breaks the protocol, and gets the reason in a frame that closes.
      return { kind: "close", code: BROKEN, reason: "" };
    }
  }

  /** @internal Hands on what the protocol has for the client; false once the client has gone. */
  flush(): Promise<boolean> {
    const parts: Uint8Array[] = [];
    for (;;) {
      const room = new Uint8Array(ROOM);
      const length = core.ops.op_lumi_web_socket_pull(this.#id, room);
      if (length === 0) break;
      parts.push(room.subarray(0, length));
    }
    return this.#sent = this.#sent.then(async (isThere) => {
      for (const part of parts) isThere = isThere && await ops().op_lumi_call_part(this.#number, part);
      return isThere;
    });
  }

  /** @internal */
  drop(): void {
    if (this.#closeTimer !== undefined) clearTimeout(this.#closeTimer);
    core.ops.op_lumi_web_socket_drop(this.#id);
  }
}

/** @internal Serves an accepted WebSocket to its end. A handler that throws closes it, and fails the call. */
export async function serveSocket(number: number, { handlers, protocol }: AcceptedSocket): Promise<void> {
  const socket = new ServerSocket(number, protocol);
  let end = { code: BROKEN, reason: "" };
  try {
    await handlers.open?.(socket);
    end = await exchanged(number, socket, handlers) ?? end;
  } catch (error) {
    end = { code: FAILED, reason: "" };
    socket.end(FAILED, "");
    throw error;
  } finally {
    try {
      await handlers.close?.(socket, end.code, end.reason);
    } finally {
      await socket.flush();
      socket.drop();
    }
  }
  ops().op_lumi_call_end(number);
}

/** Handles messages until the end: the code and the reason of the client; undefined if it has gone without. */
async function exchanged(
  number: number,
  socket: ServerSocket,
  handlers: SocketHandlers,
): Promise<{ code: number; reason: string } | undefined> {
  for (;;) {
    const bytes = await ops().op_lumi_call_read(number).catch((error) => {
      // The client has not answered that the function closes.
      if (!socket.isClosing) throw error;
      return null;
    });
    if (bytes === null) {
      // The platform stops, or the client has gone, which makes no difference to what is sent.
      socket.end(GOING_AWAY, "");
      return undefined;
    }
    for (const event of socket.received(bytes)) {
      if (typeof event === "object" && "code" in event) return event;
      if (!socket.isClosing) await handlers.message?.(socket, event);
    }
    // Answers to pings.
    await socket.flush();
  }
}
