import { Buffer } from "../buffer/buffer.js";
import { type ProcessOptions } from "./arguments.js";
import { type Stdio } from "./stdio.js";
export interface SpawnSyncOptions extends ProcessOptions {
    input?: string | ArrayBufferView;
    encoding?: string | null;
    stdio?: Stdio;
    /** Bytes of each output. */
    maxBuffer?: number;
}
/** Options with an encoding, for which output is text. */
export interface TextOptions extends SpawnSyncOptions {
    encoding: string;
}
export interface BytesOptions extends SpawnSyncOptions {
    encoding?: null;
}
export interface SpawnResult<Output = string | Buffer> {
    status: number | null;
    signal: string | null;
    output: (Output | null)[] | null;
    pid: number;
    stdout: Output;
    stderr: Output;
    error?: Error;
}
/** Returns how the process ended, also if it failed or could not be started. */
export declare function spawnSync(program: string, args: readonly string[], options: TextOptions): SpawnResult<string>;
export declare function spawnSync(program: string, args?: readonly string[], options?: BytesOptions): SpawnResult<Buffer>;
export declare function spawnSync(program: string, args?: readonly string[], options?: SpawnSyncOptions): SpawnResult;
export declare function spawnSync(program: string, options?: SpawnSyncOptions): SpawnResult;
/** Returns the output of the program; throws if it failed. */
export declare function execFileSync(program: string, args: readonly string[], options: TextOptions): string;
export declare function execFileSync(program: string, args?: readonly string[], options?: BytesOptions): Buffer;
export declare function execFileSync(program: string, args?: readonly string[], options?: SpawnSyncOptions): string | Buffer;
export declare function execFileSync(program: string, options: TextOptions): string;
export declare function execFileSync(program: string, options?: SpawnSyncOptions): string | Buffer;
/** Returns the output of a shell command: requires --allow-run=sh. */
export declare function execSync(command: string, options: TextOptions): string;
export declare function execSync(command: string, options?: BytesOptions): Buffer;
export declare function execSync(command: string, options?: SpawnSyncOptions): string | Buffer;
