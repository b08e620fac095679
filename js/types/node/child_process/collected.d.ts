import { Buffer } from "../buffer/buffer.js";
import { type ProcessOptions } from "./arguments.js";
import { type ChildProcess } from "./child.js";
export interface CollectOptions extends ProcessOptions {
    encoding?: string | null;
    /** Bytes of each output. */
    maxBuffer?: number;
    signal?: AbortSignal;
}
export type Output = string | Buffer;
/** The error of a failed process. */
export interface ExecException extends Error {
    cmd?: string;
    code?: number | string | null;
    killed?: boolean;
    signal?: string | null;
    stdout?: Output;
    stderr?: Output;
}
export type Collected = (error: ExecException | null, stdout: Output, stderr: Output) => void;
/** Begins a process for its output; `command` is what errors call it. */
export declare function begin(file: string, rest: unknown[], command?: string): ChildProcess;
type Result = {
    stdout: Output;
    stderr: Output;
};
/** The form of a function for `util.promisify`. */
export declare function withPromise(call: (...args: unknown[]) => ChildProcess): (...args: unknown[]) => Promise<Result> & {
    child: ChildProcess;
};
export {};
