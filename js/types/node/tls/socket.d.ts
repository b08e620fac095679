import type { Handle } from "../net/handle.js";
import { Socket } from "../net/socket.js";
import type { Duplex } from "../stream/stream.js";
import { TlsHandle } from "./handle.js";
import { type PeerCertificate } from "./identity.js";
import { type Role, type TlsSocketOptions } from "./role.js";
import type { TlsFacts } from "./types.js";
export declare class TLSSocket extends Socket {
    readonly encrypted = true;
    authorized: boolean;
    authorizationError: string | Error | null;
    alpnProtocol: string | false | null;
    servername: string | false | null;
    secureConnecting: boolean;
    _tlsFacts: TlsFacts;
    readonly _role: Role;
    _isStarted: boolean;
    /** A client made so speaks first when it is written to, as others may have to speak before. */
    constructor(socket?: Duplex | null, options?: TlsSocketOptions, role?: Role);
    /** Makes a stream the connection below. */
    _wrap(below: Duplex): void;
    /** Takes the handle of a connected socket, which reads no more itself, and what it has read. */
    _take(socket: Socket): void;
    /** Begins the handshake. */
    _secure(inner: Handle, before?: Uint8Array | null): void;
    /** Reads what a client says first, and begins with the settings for the name that it asks for. */
    _greet(inner: Handle, before: Uint8Array, choose: (servername: string) => Promise<number>): Promise<void>;
    _open(inner: Handle, before: Uint8Array | null, open: () => number): void;
    /** Lets a client begin the handshake. */
    _start(): void;
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
