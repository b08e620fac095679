// Types of the data between sockets and the host.

/** The address that a socket connects to, or listens at. */
export interface NetTarget {
  /** As the program wrote it. */
  host: string;
  address: string;
  port: number;
  localAddress?: string;
  localPort?: number;
}

type SocketAddress = [address: string, port: number, family: 4 | 6];

/** Null for what has no address of the network. */
export interface SocketAddresses {
  local: SocketAddress | null;
  remote: SocketAddress | null;
}
