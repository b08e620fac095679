import type { Handle } from "../net/handle.js";
import type { Socket } from "../net/socket.js";
import type { SocketAddresses } from "../net/types.js";
import type { TlsFacts } from "./types.js";
export declare class TlsHandle implements Handle {
    #private;
    /** The socket below: packages look for its class there. */
    _parentWrap: Socket | undefined;
    /** `isAccepted` is asked after the handshake, before its last message is sent. */
    constructor(id: number, inner: Handle, isAccepted: () => boolean);
    /** Sends the first message of the handshake. */
    start(): void;
    get failure(): Error | undefined;
    get facts(): TlsFacts;
    /** Takes bytes of the network. */
    feed(data: Uint8Array): number;
    readable(): Promise<number>;
    read(room: Uint8Array): number;
    /** Nothing at once: what is written waits for the handshake, and for what is being sent. */
    write(_data: Uint8Array): number;
    writeAll(data: Uint8Array): Promise<number>;
    shutdown(): Promise<number>;
    close(isReset?: boolean): void;
    addresses(): SocketAddresses;
    setNoDelay(isOn: boolean): number;
    setKeepAlive(isOn: boolean, seconds: number): number;
    ref(): void;
    unref(): void;
    hasRef(): boolean;
}
