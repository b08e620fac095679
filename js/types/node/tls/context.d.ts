import type { TlsSettings } from "./types.js";
type Pem = string | Uint8Array;
export interface SecureContextOptions {
    ca?: Pem | Pem[];
    cert?: Pem | Pem[];
    key?: Pem | (Pem | {
        pem: Pem;
        passphrase?: string;
    })[];
    pfx?: unknown;
    passphrase?: string;
    minVersion?: string;
    maxVersion?: string;
    secureProtocol?: string;
    /** Ignored, as are other choices of ciphers: all that lumi has are safe. */
    ciphers?: string;
}
export interface SecureContext {
    readonly context: Pick<TlsSettings, "ca" | "cert" | "key" | "minVersion" | "maxVersion">;
}
export declare const DEFAULT_MIN_VERSION = "TLSv1.2";
export declare const DEFAULT_MAX_VERSION = "TLSv1.3";
/** Settings that many connections share. */
export declare function createSecureContext(options?: SecureContextOptions): SecureContext;
/** Names of protocols from a list, or from bytes in which each follows its length. */
export declare function protocolsOf(given: unknown): string[];
export {};
