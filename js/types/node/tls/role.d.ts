import type { SocketOptions } from "../net/socket.js";
import { type SecureContext, type SecureContextOptions } from "./context.js";
import type { PeerCertificate } from "./identity.js";
export interface Role {
    isServer: boolean;
    rejectUnauthorized: boolean;
    /** Answers the number of a new session. */
    open(): number;
    /** Answers the number of a new session for the name that a client asks for. */
    choose?(servername: string): Promise<number>;
    requestCert: boolean;
    /** The name to check; empty checks none. */
    host: string;
    checkServerIdentity?(host: string, cert: PeerCertificate): Error | undefined;
}
/** Options of both ends of a session. */
export interface TlsSocketOptions extends SecureContextOptions, Omit<SocketOptions, "handle"> {
    isServer?: boolean;
    host?: string;
    servername?: string;
    requestCert?: boolean;
    rejectUnauthorized?: boolean;
    ALPNProtocols?: string[] | Uint8Array[] | Uint8Array;
    checkServerIdentity?(host: string, cert: PeerCertificate): Error | undefined;
    secureContext?: SecureContext;
    /** Chooses the settings for the name that a client asks for. */
    SNICallback?: ChooseContext;
}
export type ChooseContext = (servername: string, done: (error?: Error | null, context?: SecureContext | null) => void) => void;
export declare function clientRole(options: TlsSocketOptions): Role;
/** The number of a server's settings, from which sessions are opened. */
export declare const serverSettings: (options: TlsSocketOptions) => number;
export declare function serverRole(options: TlsSocketOptions, open: () => number, choose?: Role["choose"]): Role;
/** The role that the options of `new TLSSocket` say. */
export declare const roleOf: (options: TlsSocketOptions) => Role;
