// Processes that the program waits for. What they print to an inherited stream is shown when they have ended.

import { core, type Finished } from "../../web/ops.ts";
import * as print from "../../web/print.ts";
import { Buffer } from "../buffer/buffer.ts";
import { bytesOf, type Encoding } from "../fs/arguments.ts";
import { invalidArgType } from "../node_errors.ts";
import {
  checkMaxBuffer,
  checkTimeout,
  isStartFailure,
  killSignalOf,
  launchOptions,
  type ProcessOptions,
  signalName,
  type Slot,
  type Start,
  startError,
  startOf,
} from "./arguments.ts";
import { slotsOf, type Stdio } from "./stdio.ts";

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

/** The numbers of errors of limits. */
const limitErrors = { ETIMEDOUT: -110, ENOBUFS: -105 };

function inputOf(options: SpawnSyncOptions): Uint8Array {
  const { input } = options;
  if (input === undefined || input === null) return new Uint8Array();
  if (typeof input !== "string" && !ArrayBuffer.isView(input)) {
    throw invalidArgType("options.stdio[0]", "an instance of Buffer, TypedArray, or DataView or of type string", input);
  }
  return bytesOf(input, "utf8" as Encoding, "input");
}

/** The outputs for the caller; what goes to the console is printed. */
function outputs(finished: Finished, slots: Slot[], encoding: unknown): (string | Buffer | null)[] {
  return slots.map((slot, number) => {
    const bytes = finished.output[number];
    if (typeof slot === "object" && "console" in slot && bytes && bytes.length > 0) {
      print.write(core.decode(bytes), slot.console);
    }
    if (slot !== "pipe" || number === 0 || !bytes) return null;
    const kept = Buffer.over(bytes);
    return typeof encoding === "string" && encoding !== "buffer" ? kept.toString(encoding) : kept;
  });
}

function nothing(start: Start, failure: { code: string; errno: number }): SpawnResult {
  const empty = { status: null, signal: null, output: null, pid: 0, stdout: null, stderr: null };
  return { error: startError("spawnSync", start, failure), ...empty } as unknown as SpawnResult;
}

function run(start: Start<SpawnSyncOptions>, slots: Slot[]): SpawnResult {
  const { options } = start;
  const limits = {
    timeout: options.timeout ?? 0,
    maxBuffer: options.maxBuffer ?? 1024 * 1024,
    killSignal: killSignalOf(options) || 15,
  };
  const args = start.args.slice(1);
  let finished: Finished;
  try {
    const settings = launchOptions(start, slots);
    finished = core.ops.op_lumi_command(start.program, args, settings, limits, inputOf(options));
  } catch (error) {
    if (isStartFailure(error)) return nothing(start, error);
    throw error;
  }
  const output = outputs(finished, slots, options.encoding);
  const result = {
    status: finished.status,
    signal: signalName(finished.signal),
    output,
    pid: finished.pid,
    stdout: output[1],
    stderr: output[2],
  } as SpawnResult;
  const code = finished.timedOut ? "ETIMEDOUT" : finished.overflowed ? "ENOBUFS" : undefined;
  if (code === undefined) return result;
  return { error: startError("spawnSync", start, { code, errno: limitErrors[code] }), ...result };
}

function checked(file: unknown, args: unknown, settings: unknown): Start<SpawnSyncOptions> {
  const start = startOf<SpawnSyncOptions>(file, args, settings);
  checkTimeout(start.options.timeout);
  checkMaxBuffer(start.options.maxBuffer);
  return start;
}

/** Returns how the process ended, also if it failed or could not be started. */
export function spawnSync(program: string, args: readonly string[], options: TextOptions): SpawnResult<string>;
export function spawnSync(program: string, args?: readonly string[], options?: BytesOptions): SpawnResult<Buffer>;
export function spawnSync(program: string, args?: readonly string[], options?: SpawnSyncOptions): SpawnResult;
export function spawnSync(program: string, options?: SpawnSyncOptions): SpawnResult;
export function spawnSync(program: string, args?: unknown, options?: unknown): SpawnResult {
  const start = checked(program, args, options);
  return run(start, slotsOf(start.options.stdio));
}

/** The error of a process that failed, with all that is known about it. */
function failure(result: SpawnResult, command: string): Error | undefined {
  if (result.error) return Object.assign(result.error, result);
  if (result.status === 0) return undefined;
  const details = result.stderr !== null && result.stderr.length > 0 ? `\n${String(result.stderr)}` : "";
  return Object.assign(new Error(`Command failed: ${command}${details}`), result);
}

/** Output of a process that succeeded. Errors are printed unless the caller says where they go. */
function outputOf(start: Start<SpawnSyncOptions>, command: string): string | Buffer {
  const { stdio } = start.options;
  const slots = slotsOf(stdio);
  const result = run(start, slots);
  if ((stdio === undefined || stdio === null) && result.stderr?.length > 0) {
    print.write(String(result.stderr), 3);
  }
  const error = failure(result, command);
  if (error !== undefined) throw error;
  return result.stdout;
}

/** Returns the output of the program; throws if it failed. */
export function execFileSync(program: string, args: readonly string[], options: TextOptions): string;
export function execFileSync(program: string, args?: readonly string[], options?: BytesOptions): Buffer;
export function execFileSync(program: string, args?: readonly string[], options?: SpawnSyncOptions): string | Buffer;
export function execFileSync(program: string, options: TextOptions): string;
export function execFileSync(program: string, options?: SpawnSyncOptions): string | Buffer;
export function execFileSync(program: string, args?: unknown, options?: unknown): string | Buffer {
  const start = checked(program, args, options);
  return outputOf(start, [program, ...(Array.isArray(args) ? args : [])].join(" "));
}

/** Returns the output of a shell command: requires --allow-run=sh. */
export function execSync(command: string, options: TextOptions): string;
export function execSync(command: string, options?: BytesOptions): Buffer;
export function execSync(command: string, options?: SpawnSyncOptions): string | Buffer;
export function execSync(command: string, options: SpawnSyncOptions = {}): string | Buffer {
  const shell = typeof options?.shell === "string" ? options.shell : true;
  return outputOf(checked(command, [], { ...options, shell }), command);
}
