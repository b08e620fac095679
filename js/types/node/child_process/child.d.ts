import type { Readable, Writable } from "../../npm/readable-stream.js";
import { EventEmitter } from "../events/events.js";
import { type ProcessOptions, type Start } from "./arguments.js";
import { type Stdio } from "./stdio.js";
export interface SpawnOptions extends ProcessOptions {
    stdio?: Stdio;
    signal?: AbortSignal;
    serialization?: "json" | "advanced";
}
type Stream = Readable | Writable;
export declare class ChildProcess extends EventEmitter {
    #private;
    pid: number | undefined;
    stdin: Writable | null | undefined;
    stdout: Readable | null | undefined;
    stderr: Readable | null | undefined;
    stdio: (Stream | null)[] | undefined;
    exitCode: number | null;
    signalCode: string | null;
    killed: boolean;
    connected: boolean;
    spawnfile: string | null;
    spawnargs: string[];
    /** Begins a process; for `spawn` and what is made of it. */
    static start(start: Start, stdio: unknown): ChildProcess;
    /** Node's own method, which few packages call. */
    spawn(options: SpawnOptions & {
        file: string;
        args?: string[];
    }): number;
    get channel(): object | null | undefined;
    /** Sends a signal; answers whether it was sent. */
    kill(signal?: string | number): boolean;
    ref(): void;
    /** The program does not wait for the process. */
    unref(): void;
    /** Sends a message to a process with a channel. Answers whether it was open. */
    send(message: unknown, ...rest: unknown[]): boolean;
    disconnect(): void;
    [Symbol.dispose](): void;
}
/** Starts a process that is ended by what the options say. */
export declare function started(start: Start<SpawnOptions>): ChildProcess;
export {};
