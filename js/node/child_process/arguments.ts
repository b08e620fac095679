// The arguments of node:child_process: a program, its arguments, and options that all functions take.

import { environmentOf } from "../process/environment.ts";
import { argumentValueError, integer, type PathLike, pathOf } from "../fs/arguments.ts";
import { coded, invalidArgType, outOfRange } from "../node_errors.ts";
import { errno, signals } from "../os/constants.ts";
import { folderOfProcesses, fromWorkingFolder } from "../process/working_folder.ts";

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

function checkText(value: unknown, name: string): asserts value is string {
  if (typeof value !== "string") throw invalidArgType(name, "of type string", value);
  if (value.includes("\0")) throw argumentValueError(name, value, "must be a string without null bytes");
}

function checkKind(value: unknown, name: string, kind: "boolean" | "string"): void {
  if (value !== undefined && value !== null && typeof value !== kind) {
    throw invalidArgType(`options.${name}`, `of type ${kind}`, value);
  }
}

export function checkOptions(options: ProcessOptions): void {
  if (options.cwd !== undefined && options.cwd !== null) pathOf(options.cwd, "options.cwd");
  checkKind(options.detached, "detached", "boolean");
  for (const name of ["uid", "gid"] as const) {
    const id = options[name];
    if (id === undefined || id === null) continue;
    if (typeof id !== "number") throw invalidArgType(`options.${name}`, "int32", id);
    integer(id, `options.${name}`, 0, 2 ** 31 - 1);
  }
  const { shell } = options;
  if (shell !== undefined && shell !== null && typeof shell !== "boolean" && typeof shell !== "string") {
    throw invalidArgType("options.shell", "one of type boolean or string", shell);
  }
  checkKind(options.argv0, "argv0", "string");
  checkKind(options.windowsHide, "windowsHide", "boolean");
  checkKind(options.windowsVerbatimArguments, "windowsVerbatimArguments", "boolean");
}

/** Sorts out the arguments, of which the one in the middle may be left out. */
export function startOf<Options extends ProcessOptions>(
  file: unknown,
  args: unknown,
  settings: unknown,
): Start<Options> {
  checkText(file, "file");
  if (file === "") throw argumentValueError("file", file, "cannot be empty");
  let list: unknown[] = [];
  if (Array.isArray(args)) list = [...args];
  else if (args !== undefined && args !== null) {
    if (typeof args !== "object") throw invalidArgType("args", "of type object", args);
    settings = args;
  }
  const texts = list.map((it, index) => {
    const text = String(it);
    if (text.includes("\0")) throw argumentValueError(`args[${index}]`, it, "must be a string without null bytes");
    return text;
  });
  if (settings === undefined) settings = {};
  else if (typeof settings !== "object" || settings === null) {
    throw invalidArgType("options", "of type object", settings);
  }
  const options = settings as Options;
  checkOptions(options);
  if (!options.shell) return { program: file, file, args: [options.argv0 ?? file, ...texts], options };
  // Named as the permission: the shell itself is `/bin/sh`, as in Node.
  const shell = typeof options.shell === "string" ? options.shell : "/bin/sh";
  const program = typeof options.shell === "string" ? shell : "sh";
  return { program, file: shell, args: [options.argv0 ?? shell, "-c", [file, ...texts].join(" ")], options };
}

/** The options for the host. */
export function launchOptions(start: Start, stdio: Slot[]): LaunchOptions {
  const { options } = start;
  return {
    argv0: start.args[0]!,
    cwd: options.cwd === undefined || options.cwd === null
      ? folderOfProcesses()
      : fromWorkingFolder(pathOf(options.cwd)),
    env: environmentOf(options.env),
    clear: Boolean(options.env),
    user: options.uid ?? null,
    group: options.gid ?? null,
    detached: options.detached === true,
    stdio,
  };
}

/** The stream of a process for the host: src/node/child/launch.rs. */
export type Slot = "pipe" | "null" | { console: number } | { file: number };

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

const names = new Map<number, string>();
for (const [name, number] of Object.entries(signals)) {
  // SIGIOT and SIGPOLL are other names of signals that come first.
  if (!names.has(number)) names.set(number, name);
}

/** The name of a signal; null for none. */
export const signalName = (number: number | null): string | null =>
  number === null ? null : names.get(number) ?? `SIG${number}`;

/** The number of a signal by its name or number. */
export function signalNumber(signal: unknown): number {
  if (typeof signal === "number" && names.has(signal)) return signal;
  const number = typeof signal === "string" ? signals[signal.toUpperCase()] : undefined;
  if (number === undefined) throw coded(TypeError, "ERR_UNKNOWN_SIGNAL", `Unknown signal: ${String(signal)}`);
  return number;
}

export function killSignalOf(options: ProcessOptions): number | undefined {
  const { killSignal } = options;
  if (killSignal === undefined || killSignal === null) return undefined;
  if (typeof killSignal === "string" || typeof killSignal === "number") return signalNumber(killSignal);
  throw invalidArgType("options.killSignal", "one of type string or number", killSignal);
}

export function checkTimeout(timeout: unknown): void {
  if (timeout === undefined || timeout === null) return;
  if (typeof timeout === "number" && Number.isInteger(timeout) && timeout >= 0) return;
  throw outOfRange("timeout", "an unsigned integer", timeout);
}

export function checkMaxBuffer(maxBuffer: unknown): void {
  if (maxBuffer === undefined || maxBuffer === null) return;
  if (typeof maxBuffer === "number" && maxBuffer >= 0) return;
  throw outOfRange("options.maxBuffer", "a positive number", maxBuffer);
}

/** The error of a process that could not be started; `call` is spawn or spawnSync. */
export function startError(call: string, start: Start, failure: { code: string; errno: number }): Error {
  const { code, errno } = failure;
  const syscall = `${call} ${start.file}`;
  return Object.assign(new Error(`${syscall} ${code}`), {
    errno,
    code,
    syscall,
    path: start.file,
    spawnargs: start.args.slice(1),
  });
}

/** Whether an error says that a process could not be started, not that it must not. */
export function isStartFailure(error: unknown): error is Error & { code: string; errno: number } {
  return typeof (error as { errno?: unknown }).errno === "number";
}

/** The name of an error of the system. */
export function errorName(number: number): string {
  const found = Object.entries(errno).find(([, it]) => it === number);
  return found?.[0] ?? `Unknown system error ${-number}`;
}
