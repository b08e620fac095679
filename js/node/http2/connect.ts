// http2.connect: opens a socket, and a session over it.

import { loadNet, loadTls } from "../net/late_sockets.ts";
import type { Socket } from "../net/socket.ts";
import { coded } from "../node_errors.ts";
import { nextTick } from "../process/process.ts";
import { URL as OwnURL } from "../url/url.ts";
import { ClientHttp2Session, type SessionOptions } from "./session.ts";

export interface ConnectOptions extends SessionOptions {
  protocol?: string;
  createConnection?(authority: URL, options: ConnectOptions): Socket;
  ALPNProtocols?: string[];
  servername?: string;
}

type Listener = (session: ClientHttp2Session, socket: Socket) => void;

interface Authority {
  protocol?: string;
  hostname?: string;
  host?: string;
  port?: string | number;
}

function hostOf(authority: Authority): string {
  const name = authority.hostname || authority.host || "localhost";
  return name.startsWith("[") ? name.slice(1, -1) : name;
}

export function connect(
  given: string | URL | Authority,
  options?: ConnectOptions | Listener,
  listener?: Listener,
): ClientHttp2Session {
  const settings: ConnectOptions = typeof options === "function" ? {} : { ...options };
  const heard = typeof options === "function" ? options : listener;
  const authority = (typeof given === "string" ? new OwnURL(given) : given) as Authority;
  const protocol = authority.protocol || settings.protocol || "https:";
  const standard = protocol === "http:" ? 80 : 443;
  const port = Number(authority.port || standard);
  const host = hostOf(authority);
  const socket = opened(protocol, host, port, authority, settings);
  const name = host.includes(":") ? `[${host}]` : host;
  const target = { protocol, authority: port === standard ? name : `${name}:${port}` };
  const session = new ClientHttp2Session(socket, target, settings);
  if (heard !== undefined) session.once("connect", heard);
  awaitConnection(socket, () => session._connected(socket));
  return session;
}

function opened(protocol: string, host: string, port: number, authority: Authority, options: ConnectOptions): Socket {
  if (typeof options.createConnection === "function") {
    return options.createConnection(authority as URL, options);
  }
  const { settings: _, ...rest } = options;
  switch (protocol) {
    case "http:":
      return loadNet().connect({ ...rest, host, port });
    case "https:":
      return loadTls().connect({ ALPNProtocols: ["h2"], servername: serverName(host), ...rest, host, port });
    default:
      throw coded(Error, "ERR_HTTP2_UNSUPPORTED_PROTOCOL", `protocol "${protocol}" is unsupported.`);
  }
}

/** Addresses are no names of servers. */
const serverName = (host: string): string => (/^[\d.]+$|:/.test(host) ? "" : host);

/** Calls back when the socket is connected, and secure if it is to be. */
function awaitConnection(socket: Socket, connected: () => void): void {
  const { connecting, secureConnecting } = socket as { connecting?: boolean; secureConnecting?: boolean };
  if (secureConnecting) socket.once("secureConnect", connected);
  else if (connecting) socket.once("connect", connected);
  else nextTick(connected);
}
