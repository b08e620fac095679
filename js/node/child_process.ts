// node:child_process: the synchronous functions. The output of a process to an inherited stream is
// printed to the console when the process has ended.

import { core, type Finished } from "../web/ops.ts";
import { Buffer } from "./buffer.ts";
import { overrides } from "./environment.ts";
import { type PathLike, pathOf } from "./fs/arguments.ts";

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

const signals: Record<number, string> = {
  1: "SIGHUP",
  2: "SIGINT",
  3: "SIGQUIT",
  4: "SIGILL",
  6: "SIGABRT",
  8: "SIGFPE",
  9: "SIGKILL",
  11: "SIGSEGV",
  13: "SIGPIPE",
  14: "SIGALRM",
  15: "SIGTERM",
};

function variables(options: SpawnOptions): [string, string | null][] {
  if (!options.env) return [...overrides];
  const entries = Object.entries(options.env);
  return entries.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]);
}

function execute(program: string, args: readonly string[], options: SpawnOptions): Finished {
  const input = typeof options.input === "string" ? core.encode(options.input) : options.input ?? new Uint8Array();
  const settings = {
    cwd: options.cwd === undefined ? null : pathOf(options.cwd),
    env: variables(options),
    clear: options.env !== undefined,
    timeout: options.timeout ?? 0,
  };
  return core.ops.op_lumi_command(program, args.map(String), settings, input);
}

function streamOf(options: SpawnOptions, index: number, fallback: Stream): Stream {
  const { stdio } = options;
  return (Array.isArray(stdio) ? stdio[index] : stdio) ?? fallback;
}

/** The output of a stream for the caller; inherited streams are printed, ignored ones dropped. */
function take(bytes: Uint8Array, stream: Stream, level: number, encoding: SpawnOptions["encoding"]): string | Buffer {
  if (stream === "inherit" && bytes.length > 0) core.ops.op_lumi_print(core.decode(bytes), level);
  const kept = Buffer.over(stream === "pipe" ? bytes : new Uint8Array());
  return encoding && encoding !== "buffer" ? kept.toString(encoding) : kept;
}

function run(program: string, args: readonly string[], options: SpawnOptions, errors: Stream): SpawnResult {
  const shell = options.shell === true ? "sh" : options.shell;
  const finished = shell
    ? execute(shell, ["-c", [program, ...args].join(" ")], options)
    : execute(program, args, options);
  const stdout = take(finished.stdout, streamOf(options, 1, "pipe"), 1, options.encoding);
  const stderr = take(finished.stderr, streamOf(options, 2, errors), 3, options.encoding);
  const result: SpawnResult = {
    status: finished.status,
    signal: finished.signal === null ? null : signals[finished.signal] ?? `SIG${finished.signal}`,
    stdout,
    stderr,
    output: [null, stdout, stderr],
    pid: 0,
  };
  if (finished.timedOut) {
    const problem = `${program} did not finish within ${options.timeout} ms`;
    result.error = Object.assign(new Error(problem), { code: "ETIMEDOUT", path: program });
  }
  return result;
}

/** Returns how the process ended, also if it failed or could not be started. */
export function spawnSync(program: string, args: readonly string[], options: TextOptions): SpawnResult<string>;
export function spawnSync(program: string, args?: readonly string[], options?: BytesOptions): SpawnResult<Buffer>;
export function spawnSync(program: string, args?: readonly string[], options?: SpawnOptions): SpawnResult;
export function spawnSync(program: string, args: readonly string[] = [], options: SpawnOptions = {}): SpawnResult {
  if (!Array.isArray(args)) [args, options] = [[], args as unknown as SpawnOptions];
  try {
    return run(program, args, options, "pipe");
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_ACCESS_DENIED" || !(error as { syscall?: string }).syscall) {
      throw error;
    }
    const nothing = Buffer.alloc(0);
    const output = { stdout: nothing, stderr: nothing, output: [null, nothing, nothing] };
    return { status: null, signal: null, ...output, pid: 0, error: error as Error };
  }
}

function checked(command: string, result: SpawnResult): string | Buffer {
  if (result.error) throw Object.assign(result.error, result);
  if (result.status === 0) return result.stdout;
  const reason = result.signal === null ? `exit code ${result.status}` : `signal ${result.signal}`;
  const details = String(result.stderr).trim();
  const message = `Command failed with ${reason}: ${command}${details === "" ? "" : `\n${details}`}`;
  throw Object.assign(new Error(message), result);
}

/** Returns the output of the program; throws if it failed. */
export function execFileSync(program: string, args: readonly string[], options: TextOptions): string;
export function execFileSync(program: string, args?: readonly string[], options?: BytesOptions): Buffer;
export function execFileSync(program: string, args?: readonly string[], options?: SpawnOptions): string | Buffer;
export function execFileSync(
  program: string,
  args: readonly string[] = [],
  options: SpawnOptions = {},
): string | Buffer {
  if (!Array.isArray(args)) [args, options] = [[], args as unknown as SpawnOptions];
  return checked([program, ...args].join(" "), run(program, args, options, "pipe"));
}

/** Like execFileSync, for a shell command: requires --allow-run=sh. */
export function execSync(command: string, options: TextOptions): string;
export function execSync(command: string, options?: BytesOptions): Buffer;
export function execSync(command: string, options?: SpawnOptions): string | Buffer;
export function execSync(command: string, options: SpawnOptions = {}): string | Buffer {
  return checked(command, run(command, [], { shell: true, ...options }, "pipe"));
}

export default { execFileSync, execSync, spawnSync };
