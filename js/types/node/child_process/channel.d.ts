import type { EventEmitter } from "../events/events.js";
/** The end of a channel that belongs to this process. */
export interface ChannelEnd {
    /** The next bytes; null at the end. */
    read(): Promise<Uint8Array | null>;
    write(bytes: Uint8Array): Promise<void>;
    close(): void;
}
export type SendDone = (error: Error | null) => void;
export declare class Channel {
    #private;
    /** Messages are events of `target`. */
    constructor(target: EventEmitter & {
        connected: boolean;
    }, end: ChannelEnd);
    /** Arguments as in Node: a handle and options may be left out. */
    send(message: unknown, ...rest: unknown[]): boolean;
    /** Messages that were sent before arrive. */
    disconnect(): void;
}
