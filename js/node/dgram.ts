// node:dgram: packages import it for figures that they send when asked to. There are no sockets of UDP.

import { EventEmitter } from "./events.ts";
import { notAvailable } from "./node_errors.ts";

const noSockets = () => notAvailable("node:dgram", "there are no sockets of UDP; node:net has those of TCP");

export class Socket extends EventEmitter {
  constructor() {
    super();
    throw noSockets();
  }
}

export function createSocket(): never {
  throw noSockets();
}

export default { createSocket, Socket };
