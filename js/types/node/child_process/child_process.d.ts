import { execFileSync, execSync, spawnSync } from "./blocking.js";
import { ChildProcess, type SpawnOptions } from "./child.js";
import { type Collected, type CollectOptions } from "./collected.js";
export type { BytesOptions, SpawnResult, SpawnSyncOptions, TextOptions } from "./blocking.js";
export type { Collected, CollectOptions, ExecException, Output } from "./collected.js";
export type { SpawnOptions } from "./child.js";
export type { Stdio } from "./stdio.js";
export { ChildProcess, execFileSync, execSync, spawnSync };
/** Starts a program, whose streams are pipes unless `stdio` says otherwise. */
export declare function spawn(program: string, args?: readonly string[], options?: SpawnOptions): ChildProcess;
export declare function spawn(program: string, options?: SpawnOptions): ChildProcess;
/** Runs a program and collects its output. */
export declare function execFile(program: string, args?: readonly string[] | null, options?: CollectOptions | null, callback?: Collected): ChildProcess;
export declare function execFile(program: string, args: readonly string[], callback: Collected): ChildProcess;
export declare function execFile(program: string, options: CollectOptions, callback: Collected): ChildProcess;
export declare function execFile(program: string, callback: Collected): ChildProcess;
/** Runs a shell command and collects its output: requires --allow-run=sh. */
export declare function exec(command: string, options?: CollectOptions | null, callback?: Collected): ChildProcess;
export declare function exec(command: string, callback: Collected): ChildProcess;
export interface ForkOptions extends SpawnOptions {
    execPath?: string;
    execArgv?: readonly string[];
    /** Whether the output of the process is a pipe to the program. */
    silent?: boolean;
}
/** Starts a script in a process of Lumi, with the program's permissions and a channel of messages: `process.send`. */
export declare function fork(script: string | URL, args?: readonly string[] | null, options?: ForkOptions | null): ChildProcess;
export declare function fork(script: string | URL, options?: ForkOptions): ChildProcess;
export declare function _forkChild(): never;
declare const _default: {
    ChildProcess: typeof ChildProcess;
    _forkChild: typeof _forkChild;
    exec: typeof exec;
    execFile: typeof execFile;
    execFileSync: typeof execFileSync;
    execSync: typeof execSync;
    fork: typeof fork;
    spawn: typeof spawn;
    spawnSync: typeof spawnSync;
};
export default _default;
