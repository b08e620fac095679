// The interface of the stream that carries messages: a socket of node:net or node:tls, or any other Duplex.

import type { Duplex } from "../../npm/readable-stream.js";
import type { AgentOptions } from "./agent.ts";

/** A connection. Members that streams of programs may lack are optional. */
export interface HttpSocket extends Duplex {
  setTimeout?(milliseconds: number, callback?: () => void): this;
  setNoDelay?(isOn?: boolean): this;
  setKeepAlive?(isOn?: boolean, delay?: number): this;
  ref?(): this;
  unref?(): this;
  destroySoon?(): void;
  timeout?: number;
  connecting?: boolean;
  encrypted?: boolean;
  authorized?: boolean;
  remoteAddress?: string;
  remotePort?: number;
  localAddress?: string;
  localPort?: number;
  /** The message that writes. */
  _httpMessage?: unknown;
  parser?: unknown;
  server?: unknown;
  _hadError?: boolean;
  /** The options that an agent made the socket with. */
  _agentOptions?: AgentOptions;
}

/** Ends the socket once what was written has been sent. */
export function destroySoon(socket: HttpSocket): void {
  if (typeof socket.destroySoon === "function") socket.destroySoon();
  else {
    if (socket.writable) socket.end();
    if (socket.writableFinished) socket.destroy();
    else socket.once("finish", () => void socket.destroy());
  }
}
