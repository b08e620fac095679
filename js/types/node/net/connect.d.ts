import { type LookupOptions } from "./dns_promises.js";
import type { Socket } from "./socket.js";
export interface Found {
    address: string;
    family: number;
}
type Lookup = (host: string, options: LookupOptions, callback: (error: Error | null, ...found: any[]) => void) => void;
export interface ConnectOptions extends LookupOptions {
    port?: number | string;
    host?: string;
    path?: string;
    localAddress?: string;
    localPort?: number;
    lookup?: Lookup;
    noDelay?: boolean;
    keepAlive?: boolean;
    keepAliveInitialDelay?: number;
    autoSelectFamily?: boolean;
    /** Milliseconds for each address but the last. */
    autoSelectFamilyAttemptTimeout?: number;
}
export declare const getDefaultAutoSelectFamily: () => boolean;
export declare function setDefaultAutoSelectFamily(value: boolean): void;
export declare const getDefaultAutoSelectFamilyAttemptTimeout: () => number;
export declare function setDefaultAutoSelectFamilyAttemptTimeout(value: number): void;
/** The options and the callback of (options), (port, host), or (path). */
export declare function normalized(args: readonly unknown[]): [Record<string, unknown>, unknown];
/** Begins to connect; events of the socket tell how that goes. */
export declare function connectSocket(socket: Socket, options: ConnectOptions): void;
export {};
