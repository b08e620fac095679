import { type PathLike } from "../fs/arguments.js";
export interface ProcessOptions {
    cwd?: PathLike;
    /** Replaces the whole environment. */
    env?: Record<string, string | undefined>;
    argv0?: string;
    uid?: number;
    gid?: number;
    shell?: boolean | string;
    detached?: boolean;
    /** Milliseconds. */
    timeout?: number;
    killSignal?: string | number;
    windowsHide?: boolean;
    windowsVerbatimArguments?: boolean;
}
/** A process to be started. */
export interface Start<Options extends ProcessOptions = ProcessOptions> {
    /** The name that the sandbox is asked for. */
    program: string;
    /** The name that errors show. */
    file: string;
    /** With the name that the process sees as its own. */
    args: string[];
    options: Options;
}
export declare function checkOptions(options: ProcessOptions): void;
/** Sorts out the arguments, of which the one in the middle may be left out. */
export declare function startOf<Options extends ProcessOptions>(file: unknown, args: unknown, settings: unknown): Start<Options>;
/** The options for the host. */
export declare function launchOptions(start: Start, stdio: Slot[]): LaunchOptions;
/** The stream of a process for the host: src/node/child/launch.rs. */
export type Slot = "pipe" | "null" | {
    console: number;
} | {
    file: number;
};
export interface LaunchOptions {
    argv0: string;
    cwd: string | null;
    env: [string, string | null][];
    clear: boolean;
    user: number | null;
    group: number | null;
    detached: boolean;
    stdio: Slot[];
}
/** The name of a signal; null for none. */
export declare const signalName: (number: number | null) => string | null;
/** The number of a signal by its name or number. */
export declare function signalNumber(signal: unknown): number;
export declare function killSignalOf(options: ProcessOptions): number | undefined;
export declare function checkTimeout(timeout: unknown): void;
export declare function checkMaxBuffer(maxBuffer: unknown): void;
/** The error of a process that could not be started; `call` is spawn or spawnSync. */
export declare function startError(call: string, start: Start, failure: {
    code: string;
    errno: number;
}): Error;
/** Whether an error says that a process could not be started, not that it must not. */
export declare function isStartFailure(error: unknown): error is Error & {
    code: string;
    errno: number;
};
/** The name of an error of the system. */
export declare function errorName(number: number): string;
