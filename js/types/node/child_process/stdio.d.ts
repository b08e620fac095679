import { type Readable, type Writable } from "../../npm/readable-stream.js";
import type { Slot } from "./arguments.js";
import type { ChannelEnd } from "./channel.js";
export type StdioName = "pipe" | "overlapped" | "ignore" | "inherit" | "ipc";
/** A descriptor, or a stream that has one. */
export type StdioPart = StdioName | number | {
    fd?: unknown;
} | null | undefined;
export type Stdio = StdioName | readonly StdioPart[];
/** The option `stdio` in the form of the host. */
export declare function slotsOf(stdio: unknown, fallback?: StdioName): Slot[];
/** The number of the stream that is a channel of messages; -1 for none. */
export declare function channelOf(stdio: unknown): number;
/** A channel of messages over a pipe. */
export declare function channelEnd(pipe: Pipe): ChannelEnd;
/** A pipe to a process; `work` keeps the program running while it is not done. */
export interface Pipe {
    process: number;
    number: number;
    work<T>(promise: Promise<T>): Promise<T>;
}
export declare const output: (pipe: Pipe) => Readable;
export declare function input(pipe: Pipe): Writable;
export declare function duplex(pipe: Pipe): Readable & Writable;
