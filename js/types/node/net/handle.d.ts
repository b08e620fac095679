import type { NetTarget, SocketAddresses } from "./types.js";
/** The native side of a socket. Negative numbers are failures of the system. */
export interface Handle {
    /** Waits until there is something to read: 0, or a failure. */
    readable(): Promise<number>;
    /** The number of bytes that were there; 0 at the end. */
    read(room: Uint8Array): number;
    /** The number of bytes that are written at once. */
    write(data: Uint8Array): number;
    /** Writes all: 0, or a failure. */
    writeAll(data: Uint8Array): Promise<number>;
    /** Ends the writing half: 0, or a failure. */
    shutdown(): number | Promise<number>;
    close(isReset?: boolean): void;
    addresses(): SocketAddresses;
    setNoDelay(isOn: boolean): number;
    setKeepAlive(isOn: boolean, seconds: number): number;
    ref(): void;
    unref(): void;
    hasRef(): boolean;
    /** The error behind the last failure, if it is not the system's. */
    readonly failure?: Error | undefined;
}
/** Calls back as the event loop does: what is thrown is an exception of the program, not a rejection. */
export declare function settled<T>(pending: Promise<T>, done: (value: T) => void, failed: (error: unknown) => void): void;
/** The operations of a socket that are under way, and whether they keep the program running. */
export declare class Pending {
    #private;
    add<T>(operation: Promise<T>): Promise<T>;
    /** Adds an operation of a kind that is under way once at a time: it takes the place of the one before it. */
    next<T>(operation: Promise<T>): Promise<T>;
    get hasRef(): boolean;
    set hasRef(hasRef: boolean);
}
/** A socket of the system. */
export declare class NativeHandle implements Handle {
    #private;
    /** `id` is missing until the socket is connected. */
    constructor(id?: number);
    /** Answers whether the socket is open; false if it was closed meanwhile. */
    connect(target: NetTarget): Promise<boolean>;
    connectPath(path: string): Promise<boolean>;
    readable(): Promise<number>;
    read(room: Uint8Array): number;
    write(data: Uint8Array): number;
    writeAll(data: Uint8Array): Promise<number>;
    shutdown(): number;
    close(isReset?: boolean): void;
    addresses(): SocketAddresses;
    setNoDelay(isOn: boolean): number;
    setKeepAlive(isOn: boolean, seconds: number): number;
    ref(): void;
    unref(): void;
    hasRef(): boolean;
}
/** A listener of the system. */
export declare class NativeListener {
    #private;
    /** `path` is that of a local socket, `caller` the code that listens. */
    constructor(id: number, path: string | undefined, caller: object);
    address(): string;
    /** The next connection; a negative number when there is none. */
    accept(): Promise<number>;
    addresses(): SocketAddresses;
    close(): void;
    ref(): void;
    unref(): void;
    hasRef(): boolean;
}
