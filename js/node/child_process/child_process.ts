// node:child_process: other programs, each of which needs a permission.

import { execFileSync, execSync, spawnSync } from "./blocking.ts";
import { ChildProcess, type SpawnOptions, started } from "./child.ts";
import { startOf } from "./arguments.ts";
import { begin, type Collected, type CollectOptions, withPromise } from "./collected.ts";
import type { StdioPart } from "./stdio.ts";
import { pathOf } from "../fs/arguments.ts";
import { coded, invalidArgType } from "../node_errors.ts";
import { notAvailable } from "../unavailable.ts";
import { process } from "../process/process.ts";

export type { BytesOptions, SpawnResult, SpawnSyncOptions, TextOptions } from "./blocking.ts";
export type { Collected, CollectOptions, ExecException, Output } from "./collected.ts";
export type { SpawnOptions } from "./child.ts";
export type { Stdio } from "./stdio.ts";
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

export interface ForkOptions extends SpawnOptions {
  execPath?: string;
  execArgv?: readonly string[];
  /** Whether the output of the process is a pipe to the program. */
  silent?: boolean;
}

/** Starts a script in a process of Lumi, with the program's permissions and a channel of messages: `process.send`. */
export function fork(script: string | URL, args?: readonly string[] | null, options?: ForkOptions | null): ChildProcess;
export function fork(script: string | URL, options?: ForkOptions): ChildProcess;
export function fork(script: unknown, args?: unknown, settings?: unknown): ChildProcess {
  const file = pathOf(script, "modulePath");
  const start = startOf<ForkOptions>(file, args, settings === null ? undefined : settings);
  const { options } = start;
  const { execArgv = process.execArgv } = options;
  if (!Array.isArray(execArgv)) throw invalidArgType("options.execArgv", "an instance of Array", execArgv);
  if (options.serialization !== undefined && options.serialization !== "json") {
    throw notAvailable("messages of another serialization than JSON");
  }
  const program = options.execPath || process.execPath;
  const list = [...execArgv as string[], file, ...start.args.slice(1)];
  return started(startOf<SpawnOptions>(program, list, { ...options, shell: false, stdio: forkStdio(options) }));
}

function forkStdio({ stdio, silent }: ForkOptions): StdioPart[] {
  if (Array.isArray(stdio)) {
    if (stdio.includes("ipc")) return [...stdio];
    throw coded(Error, "ERR_CHILD_PROCESS_IPC_REQUIRED",
      "Forked processes must have an IPC channel, missing value 'ipc' in options.stdio");
  }
  const kind = typeof stdio === "string" ? stdio as StdioPart : silent ? "pipe" : "inherit";
  return [kind, kind, kind, "ipc"];
}

export function _forkChild(): never {
  throw notAvailable("child_process._forkChild");
}

export default { ChildProcess, _forkChild, exec, execFile, execFileSync, execSync, fork, spawn, spawnSync };
