import type { ResourceLimits } from "./own_thread.js";
export declare const SHARE_ENV: symbol;
export interface WorkerOptions {
    argv?: unknown[];
    env?: Record<string, unknown> | symbol | null;
    eval?: boolean;
    execArgv?: string[];
    stdin?: boolean;
    stdout?: boolean;
    stderr?: boolean;
    workerData?: unknown;
    transferList?: Transferable[];
    resourceLimits?: ResourceLimits;
    name?: string;
}
/** The entry module of a worker: its text, and what is its file to the program. */
export interface Entry {
    text: string;
    file: string;
    code: string | null;
}
export declare function entryOf(filename: unknown, options: WorkerOptions): Entry;
export declare function variablesOf(env: WorkerOptions["env"]): [variables: [string, string | null][], hasAll: boolean];
export declare function flagsOf(flags: unknown): string[];
export declare function argumentsOf(argv: unknown): string[];
/** Bytes; null where the options set no limit. */
export declare function heapOf({ maxOldGenerationSizeMb: old, maxYoungGenerationSizeMb: young }: ResourceLimits): number | null;
