import { Buffer } from "./buffer.js";
import { type PathLike } from "./fs/arguments.js";
type Stream = "pipe" | "inherit" | "ignore";
export interface SpawnOptions {
    cwd?: PathLike;
    /** Replaces the whole environment. */
    env?: Record<string, string | undefined>;
    input?: string | Uint8Array;
    encoding?: string | null;
    /** Time limit in milliseconds. */
    timeout?: number;
    stdio?: Stream | Stream[];
    shell?: boolean | string;
}
/** Options with an encoding, for which output is text. */
export interface TextOptions extends SpawnOptions {
    encoding: string;
}
export interface BytesOptions extends SpawnOptions {
    encoding?: null;
}
export interface SpawnResult<Output = string | Buffer> {
    status: number | null;
    signal: string | null;
    stdout: Output;
    stderr: Output;
    output: (Output | null)[];
    pid: number;
    error?: Error;
}
/** Returns how the process ended, also if it failed or could not be started. */
export declare function spawnSync(program: string, args: readonly string[], options: TextOptions): SpawnResult<string>;
export declare function spawnSync(program: string, args?: readonly string[], options?: BytesOptions): SpawnResult<Buffer>;
export declare function spawnSync(program: string, args?: readonly string[], options?: SpawnOptions): SpawnResult;
/** Returns the output of the program; throws if it failed. */
export declare function execFileSync(program: string, args: readonly string[], options: TextOptions): string;
export declare function execFileSync(program: string, args?: readonly string[], options?: BytesOptions): Buffer;
export declare function execFileSync(program: string, args?: readonly string[], options?: SpawnOptions): string | Buffer;
/** Like execFileSync, for a shell command: requires --allow-run=sh. */
export declare function execSync(command: string, options: TextOptions): string;
export declare function execSync(command: string, options?: BytesOptions): Buffer;
export declare function execSync(command: string, options?: SpawnOptions): string | Buffer;
declare const _default: {
    execFileSync: typeof execFileSync;
    execSync: typeof execSync;
    spawnSync: typeof spawnSync;
};
export default _default;
