// node:child_process: other programs, each of which needs a permission.

import { execFileSync, execSync, spawnSync } from "./child_process/blocking.ts";
import { ChildProcess, type SpawnOptions, started } from "./child_process/child.ts";
import { startOf } from "./child_process/arguments.ts";
import { begin, type Collected, type CollectOptions, withPromise } from "./child_process/collected.ts";
import { invalidArgType, notAvailable } from "./node_errors.ts";

export type { BytesOptions, SpawnResult, SpawnSyncOptions, TextOptions } from "./child_process/blocking.ts";
export type { Collected, CollectOptions, ExecException, Output } from "./child_process/collected.ts";
export type { SpawnOptions } from "./child_process/child.ts";
export type { Stdio } from "./child_process/stdio.ts";
export { ChildProcess, execFileSync, execSync, spawnSync };

/** Starts a program, whose streams are pipes unless `stdio` says otherwise. */
export function spawn(program: string, args?: readonly string[], options?: SpawnOptions): ChildProcess;
export function spawn(program: string, options?: SpawnOptions): ChildProcess;
export function spawn(program: string, args?: unknown, options?: unknown): ChildProcess {
  return started(startOf<SpawnOptions>(program, args, options));
}

/** Runs a program and collects its output. */
export function execFile(
  program: string,
  args?: readonly string[] | null,
  options?: CollectOptions | null,
  callback?: Collected,
): ChildProcess;
export function execFile(program: string, args: readonly string[], callback: Collected): ChildProcess;
export function execFile(program: string, options: CollectOptions, callback: Collected): ChildProcess;
export function execFile(program: string, callback: Collected): ChildProcess;
export function execFile(program: string, ...rest: unknown[]): ChildProcess {
  return begin(program, rest);
}

/** Runs a shell command and collects its output: requires --allow-run=sh. */
export function exec(command: string, options?: CollectOptions | null, callback?: Collected): ChildProcess;
export function exec(command: string, callback: Collected): ChildProcess;
export function exec(command: string, ...rest: unknown[]): ChildProcess {
  const [first, second] = rest;
  const [options, callback] = typeof first === "function" ? [{}, first] : [first as CollectOptions | null, second];
  if (typeof command !== "string") throw invalidArgType("command", "of type string", command);
  const shell = typeof options?.shell === "string" ? options.shell : true;
  return begin(command, [[], { ...options, shell }, callback], command);
}

const customPromisify = Symbol.for("nodejs.util.promisify.custom");
for (const call of [exec, execFile] as ((...args: unknown[]) => ChildProcess)[]) {
  Object.defineProperty(call, customPromisify, { value: withPromise(call), enumerable: false });
}

export function fork(_module: string): never {
  const reason =
    "a program runs within the process of lumi, and cannot be started as another one with a channel to it; " +
    "start a program with `spawn`, or call the module";
  throw notAvailable("child_process.fork", reason);
}

export function _forkChild(): never {
  throw notAvailable("child_process._forkChild", "no program is started by another one");
}

export default { ChildProcess, _forkChild, exec, execFile, execFileSync, execSync, fork, spawn, spawnSync };
