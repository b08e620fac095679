// node:tls: encrypted connections and servers, on rustls.

import { core } from "../../web/ops.ts";
import { normalized } from "../net/connect.ts";
import { checkFunction } from "../net/errors.ts";
import { isIP } from "../net/ip.ts";
import { Server as NetServer, type ServerOptions } from "../net/server.ts";
import { Socket, type SocketOptions } from "../net/socket.ts";
import { coded } from "../node_errors.ts";
import type { Duplex } from "../stream/stream.ts";
import {
  createSecureContext,
  DEFAULT_MAX_VERSION,
  DEFAULT_MIN_VERSION,
  type SecureContext,
  type SecureContextOptions,
} from "./context.ts";
import { checkServerIdentity, type PeerCertificate } from "./identity.ts";
import { type ChooseContext, clientRole, serverRole, serverSettings, type TlsSocketOptions } from "./role.ts";
import { TLSSocket } from "./socket.ts";

export interface TlsConnectOptions extends TlsSocketOptions {
  port?: number | string;
  path?: string;
  socket?: Duplex;
  timeout?: number;
}

export interface TlsServerOptions extends Omit<TlsSocketOptions, "host" | "isServer">, ServerOptions {
  /** Milliseconds. */
  handshakeTimeout?: number;
}

/** Connects: options, a port and a host, then options and a callback. */
export function connect(...args: unknown[]): TLSSocket {
  const [first, callback] = normalized(args);
  const more = args.slice(1).find((it) => typeof it === "object" && it !== null) as object | undefined;
  const options = { ...first, ...more } as TlsConnectOptions;
  const { socket: given } = options;
  const socket = new TLSSocket(null, options, clientRole(options));
  const { servername, host = "localhost" } = options;
  socket.servername = servername ?? (isIP(host) === 0 ? host : "");
  if (typeof callback === "function") socket.once("secureConnect", callback as () => void);
  const below = given ?? new Socket(options as SocketOptions).connect({ host: "localhost", ...options });
  if (typeof options.timeout === "number" && options.timeout > 0) socket.setTimeout(options.timeout);
  socket._start();
  socket._wrap(below);
  return socket;
}

/** A server of encrypted connections. */
export class Server extends NetServer {
  #id = 0;
  #options: TlsServerOptions = {};
  #context: SecureContext | undefined;

  /** The numbers of settings that `SNICallback` has answered. */
  #chosen = new WeakMap<SecureContext, number>();
  /** Settings by the names that they are for; the later ones come first. */
  #contexts: [RegExp, SecureContext][] = [];

  constructor(options?: TlsServerOptions | ((socket: TLSSocket) => void), listener?: (socket: TLSSocket) => void) {
    const settings = typeof options === "function" ? {} : options ?? {};
    super({ ...settings, pauseOnConnect: false });
    if (settings.SNICallback) checkFunction(settings.SNICallback, "options.SNICallback");
    const onSecure = typeof options === "function" ? options : listener;
    if (onSecure !== undefined) this.on("secureConnection", onSecure);
    this.#options = settings;
    this.#context = settings.secureContext ?? (settings.cert === undefined ? undefined : createSecureContext(settings));
    this.on("connection", (socket: Socket) => this.#secure(socket));
  }

  /** Changes certificate and key for later connections. */
  setSecureContext(options: SecureContextOptions): void {
    this.#context = createSecureContext(options);
    this.#id = 0;
  }

  /** Gives names of hosts, in which `*` stands for a part of a name, settings of their own. */
  addContext(servername: string, context: SecureContext | SecureContextOptions): void {
    if (!servername) {
      throw coded(Error, "ERR_TLS_REQUIRED_SERVER_NAME", '"servername" is required parameter for Server.addContext');
    }
    const pattern = servername.replace(/[.^$+?\-\\[\]{}]/g, (it) => `\\${it}`).replaceAll("*", "[^.]*");
    const settings = "context" in context ? context as SecureContext : createSecureContext(context);
    this.#contexts = [[new RegExp(`^${pattern}$`), settings], ...this.#contexts];
  }

  getTicketKeys(): Uint8Array {
    return new Uint8Array(48);
  }

  setTicketKeys(): void {}

  #choose(servername: string): Promise<number> {
    if (servername === "") return Promise.resolve(this.#open());
    const byName: ChooseContext = (name, done) => done(null, this.#contexts.find(([it]) => it.test(name))?.[1]);
    const choose = this.#options.SNICallback ?? byName;
    return new Promise((resolve, reject) => {
      Reflect.apply(choose, this, [servername, (error?: Error | null, context?: SecureContext | null) => {
        if (error) return reject(error);
        try {
          resolve(context ? core.ops.op_lumi_tls_accept(this.#numberOf(context)) : this.#open());
        } catch (problem) {
          reject(problem);
        }
      }]);
    });
  }

  #numberOf(context: SecureContext): number {
    if (typeof context !== "object" || !("context" in context)) {
      throw coded(TypeError, "ERR_TLS_INVALID_CONTEXT", "Invalid SNI context");
    }
    let id = this.#chosen.get(context);
    if (id === undefined) {
      id = serverSettings({ ...this.#options, secureContext: context });
      this.#chosen.set(context, id);
    }
    return id;
  }

  #open(): number {
    if (this.#id === 0) {
      const secureContext = this.#context ?? createSecureContext(this.#options);
      this.#id = serverSettings({ ...this.#options, secureContext });
    }
    return core.ops.op_lumi_tls_accept(this.#id);
  }

  #secure(below: Socket): void {
    const { allowHalfOpen } = this;
    const isChosen = Boolean(this.#options.SNICallback) || this.#contexts.length > 0;
    const choose = isChosen ? (name: string) => this.#choose(name) : undefined;
    const role = serverRole(this.#options, () => this.#open(), choose);
    const socket = new TLSSocket(null, { allowHalfOpen }, role);
    let isSecure = false;
    const early = (error: Error) => {
      if (!isSecure) this.emit("tlsClientError", error, socket);
    };
    socket.on("error", early);
    socket.once("secure", () => {
      isSecure = true;
      socket.removeListener("error", early);
      this.emit("secureConnection", socket);
    });
    socket.server = this;
    socket._wrap(below);
  }
}

export function createServer(
  options?: TlsServerOptions | ((socket: TLSSocket) => void),
  listener?: (socket: TLSSocket) => void,
): Server {
  return new Server(options, listener);
}

export const DEFAULT_ECDH_CURVE = "auto";
export const DEFAULT_CIPHERS = "TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:" +
  "ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384:" +
  "ECDHE-ECDSA-AES256-GCM-SHA384";
export const CLIENT_RENEG_LIMIT = 3;
export const CLIENT_RENEG_WINDOW = 600;

export const getCiphers = (): string[] => DEFAULT_CIPHERS.toLowerCase().split(":");

let roots: readonly string[] | undefined;

const members = {
  checkServerIdentity,
  CLIENT_RENEG_LIMIT,
  CLIENT_RENEG_WINDOW,
  connect,
  createSecureContext,
  createServer,
  DEFAULT_CIPHERS,
  DEFAULT_ECDH_CURVE,
  DEFAULT_MAX_VERSION,
  DEFAULT_MIN_VERSION,
  getCiphers,
  /** The certificates of the system in PEM, read when first asked for. */
  get rootCertificates(): readonly string[] {
    return (roots ??= Object.freeze(core.ops.op_lumi_tls_roots()));
  },
  Server,
  TLSSocket,
};

export { checkServerIdentity, createSecureContext, DEFAULT_MAX_VERSION, DEFAULT_MIN_VERSION, TLSSocket };
export type { PeerCertificate, SecureContext, SecureContextOptions };
export default members;
