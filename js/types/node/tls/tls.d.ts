import { Server as NetServer, type ServerOptions } from "../net/server.js";
import type { Duplex } from "../stream/stream.js";
import { createSecureContext, DEFAULT_MAX_VERSION, DEFAULT_MIN_VERSION, type SecureContext, type SecureContextOptions } from "./context.js";
import { checkServerIdentity, type PeerCertificate } from "./identity.js";
import { type TlsSocketOptions } from "./role.js";
import { TLSSocket } from "./socket.js";
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
export declare function connect(...args: unknown[]): TLSSocket;
/** A server of encrypted connections. */
export declare class Server extends NetServer {
    #private;
    constructor(options?: TlsServerOptions | ((socket: TLSSocket) => void), listener?: (socket: TLSSocket) => void);
    /** Changes certificate and key for later connections. */
    setSecureContext(options: SecureContextOptions): void;
    /** Gives names of hosts, in which `*` stands for a part of a name, settings of their own. */
    addContext(servername: string, context: SecureContext | SecureContextOptions): void;
    getTicketKeys(): Uint8Array;
    setTicketKeys(): void;
}
export declare function createServer(options?: TlsServerOptions | ((socket: TLSSocket) => void), listener?: (socket: TLSSocket) => void): Server;
export declare const DEFAULT_ECDH_CURVE = "auto";
export declare const DEFAULT_CIPHERS: string;
export declare const CLIENT_RENEG_LIMIT = 3;
export declare const CLIENT_RENEG_WINDOW = 600;
export declare const getCiphers: () => string[];
declare const members: {
    checkServerIdentity: typeof checkServerIdentity;
    CLIENT_RENEG_LIMIT: number;
    CLIENT_RENEG_WINDOW: number;
    connect: typeof connect;
    createSecureContext: typeof createSecureContext;
    createServer: typeof createServer;
    DEFAULT_CIPHERS: string;
    DEFAULT_ECDH_CURVE: string;
    DEFAULT_MAX_VERSION: string;
    DEFAULT_MIN_VERSION: string;
    getCiphers: typeof getCiphers;
    /** The certificates of the system in PEM, read when first asked for. */
    readonly rootCertificates: readonly string[];
    Server: typeof Server;
    TLSSocket: typeof TLSSocket;
};
export { checkServerIdentity, createSecureContext, DEFAULT_MAX_VERSION, DEFAULT_MIN_VERSION, TLSSocket };
export type { PeerCertificate, SecureContext, SecureContextOptions };
export default members;
