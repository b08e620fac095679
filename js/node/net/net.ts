// node:net: connections and servers of TCP and of sockets in the file system. Each is opened with permission.

import { BlockList } from "./block_list.ts";
import {
  getDefaultAutoSelectFamily,
  getDefaultAutoSelectFamilyAttemptTimeout,
  normalized,
  setDefaultAutoSelectFamily,
  setDefaultAutoSelectFamilyAttemptTimeout,
} from "./connect.ts";
import { isIP, isIPv4, isIPv6 } from "./ip.ts";
import { Server, type ServerOptions } from "./server.ts";
import { Socket, type SocketOptions } from "./socket.ts";
import { SocketAddress } from "./socket_address.ts";

/** A socket that is being connected: options, a port and a host, or a path; then a callback. */
export function connect(...args: unknown[]): Socket {
  const [options] = normalized(args);
  const socket = new Socket(options as SocketOptions);
  if (typeof options.timeout === "number" && options.timeout > 0) socket.setTimeout(options.timeout);
  return socket.connect(...args);
}

export const createConnection = connect;

export function createServer(
  options?: ServerOptions | ((socket: Socket) => void),
  listener?: (socket: Socket) => void,
): Server {
  return new Server(options as ServerOptions, listener);
}

export const Stream = Socket;

export {
  BlockList,
  getDefaultAutoSelectFamily,
  getDefaultAutoSelectFamilyAttemptTimeout,
  isIP,
  isIPv4,
  isIPv6,
  Server,
  setDefaultAutoSelectFamily,
  setDefaultAutoSelectFamilyAttemptTimeout,
  Socket,
  SocketAddress,
};
export type { AddressInfo, SocketOptions } from "./socket.ts";
export type { ListenOptions, ServerOptions } from "./server.ts";

export default {
  BlockList,
  connect,
  createConnection,
  createServer,
  getDefaultAutoSelectFamily,
  getDefaultAutoSelectFamilyAttemptTimeout,
  isIP,
  isIPv4,
  isIPv6,
  Server,
  setDefaultAutoSelectFamily,
  setDefaultAutoSelectFamilyAttemptTimeout,
  Socket,
  SocketAddress,
  Stream,
};
