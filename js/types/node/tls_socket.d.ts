import type { Handle } from "./net_handle.js";
import { Socket, type SocketOptions } from "./net_socket.js";
import { TlsHandle } from "./tls_handle.js";
import { type PeerCertificate } from "./tls_identity.js";
import type { TlsFacts, TlsSettings } from "./tls_types.js";
export interface Role {
    isServer: boolean;
    rejectUnauthorized: boolean;
    /** Answers the number of a new session. */
    open(): number;
    requestCert: boolean;
    /** The name to check; empty checks none. */
    host: string;
    checkServerIdentity?(host: string, cert: PeerCertificate): Error | undefined;
}
export declare class TLSSocket extends Socket {
    readonly encrypted = true;
    authorized: boolean;
    authorizationError: string | Error | null;
    alpnProtocol: string | false | null;
    servername: string | false | null;
    secureConnecting: boolean;
    _tlsFacts: TlsFacts;
    readonly _role: Role;
    constructor(socket: Socket | null, role: Role, options?: SocketOptions);
    /** Makes a socket the connection below. */
    _wrap(socket: Socket): void;
    /** Takes the handle of a connected socket, which reads no more itself, and what it has read. */
    _take(socket: Socket): void;
    /** Begins the handshake. */
    _secure(inner: Handle, before?: Uint8Array | null): void;
    /** The handshake is done: whether the other end is accepted. */
    _finished(handle: TlsHandle): boolean;
    _problem(facts: TlsFacts): Error | undefined;
    /** With `isDetailed`, with the certificates of the issuers that were sent. */
    getPeerCertificate(isDetailed?: boolean): PeerCertificate | Record<string, never>;
    getCertificate(): Record<string, never>;
    getProtocol(): string | null;
    getCipher(): {
        name: string;
        standardName: string;
        version: string;
    } | undefined;
    getSession(): undefined;
    isSessionReused(): boolean;
    getTLSTicket(): undefined;
    getEphemeralKeyInfo(): Record<string, never>;
    setMaxSendFragment(): boolean;
    disableRenegotiation(): void;
    setServername(name: string): void;
    setSession(): void;
    enableTrace(): void;
}
/** A session of a client. */
export declare const clientRole: (settings: TlsSettings, role: Omit<Role, "open" | "isServer" | "requestCert">) => Role;
