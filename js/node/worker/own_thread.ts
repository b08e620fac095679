// This thread: the main one, or that of a worker, which gets its settings from the thread that started it.

import { endOfProgram } from "../../web/end_of_program.ts";
import { core } from "../../web/ops.ts";
import { Buffer } from "../buffer/buffer.ts";
import { overrides } from "../process/environment.ts";
import { coded } from "../node_errors.ts";
import { process } from "../process/process.ts";
import { setWorkingFolder } from "../process/working_folder.ts";
import { errorBytes } from "./error_data.ts";
import type { NodePort } from "./port_listeners.ts";
import { portOf, takeMessage } from "./ports.ts";

export interface ResourceLimits {
  maxYoungGenerationSizeMb?: number;
  maxOldGenerationSizeMb?: number;
  codeRangeSizeMb?: number;
  stackSizeMb?: number;
}

/** The settings of a worker. */
export interface Beginning {
  workerData: unknown;
  environmentData: Map<unknown, unknown>;
  /** Variables: all of them, or the changes to those of the program. */
  variables: [name: string, value: string | null][];
  hasAllVariables: boolean;
  /** The name of its file. */
  file: string;
  /** Code that no file has. */
  code: string | null;
  execArgv: string[];
  folder: string;
  input: MessagePort | null;
  resourceLimits: ResourceLimits;
}

/** The kinds of reports of a worker. */
export const ONLINE = 1;
export const FAILED = 2;

const own = core.ops.op_lumi_worker_self();
const beginning = own === null ? null : takeMessage(own[2])!.message as Beginning;

export const isMainThread = own === null;
export const threadId = own === null ? 0 : own[0];
export const parentPort = own === null ? null : portOf(own[1]) as NodePort;
export const workerData = beginning === null ? null : beginning.workerData;
export const environmentData = beginning === null ? new Map<unknown, unknown>() : beginning.environmentData;
export const resourceLimits = beginning === null ? {} : beginning.resourceLimits;

function unavailable(name: string): () => never {
  return () => {
    throw coded(TypeError, "ERR_WORKER_UNSUPPORTED_OPERATION", `${name} is not supported in workers`);
  };
}

/** Ends the worker because of what nothing caught. */
function fail(error: unknown): boolean {
  core.ops.op_lumi_worker_report(FAILED, errorBytes(error));
  return process.exit(1);
}

function applyVariables({ variables, hasAllVariables }: Beginning): void {
  if (hasAllVariables) { for (const name of core.ops.op_lumi_env_names()) overrides.set(name, null); }
  for (const [name, value] of variables) overrides.set(name, value);
}

const streams = core.createLazyLoader("lumi:/node/stream/stream.ts");

interface Streams {
  Readable: new (options: { read(): void }) => { push(chunk: unknown): void; destroy(): void };
}

/** A stream of what the program writes to the worker's standard input. */
function inputFrom(port: MessagePort): unknown {
  const { Readable } = (streams() as unknown as { default: Streams }).default;
  const input = new Readable({ read: () => (port as NodePort).ref() });
  port.onmessage = ({ data }) => {
    input.push(data === null ? null : Buffer.from(data as Uint8Array));
    if (data === null) port.close();
  };
  (port as NodePort).unref();
  return Object.assign(input, { fd: 0, isTTY: false });
}

const modules = core.createLazyLoader("lumi:/node/module/module.ts");
const scripts = core.createLazyLoader("lumi:/node/vm.ts");

function evaluate(code: string): void {
  const { createRequire } = modules() as unknown as { createRequire(path: string): unknown };
  const { runInThisContext } = scripts() as unknown as { runInThisContext(code: string, options: object): unknown };
  const filename = `${process.cwd()}/[worker eval]`;
  const module = { exports: {}, filename, id: "[worker eval]", children: [], paths: [] };
  const require = createRequire(filename);
  const names = { require, module, exports: module.exports, __filename: "[worker eval]", __dirname: "." };
  Object.assign(globalThis, names);
  runInThisContext(code, { filename: "[worker eval]" });
}

function begin(settings: Beginning): void {
  applyVariables(settings);
  setWorkingFolder(settings.folder);
  process.argv[1] = settings.file;
  process.execArgv.splice(0, Infinity, ...settings.execArgv);
  Object.assign(process, { abort: unavailable("process.abort()"), chdir: unavailable("process.chdir()") });
  const { input } = settings;
  if (input !== null) {
    let made: unknown;
    Object.defineProperty(process, "stdin", { get: () => (made ??= inputFrom(input)), configurable: true });
  }
  endOfProgram.takeUncaught = fail;
  core.ops.op_lumi_worker_report(ONLINE, new Uint8Array());
  if (settings.code !== null) process.nextTick(() => evaluate(settings.code!));
}

if (beginning !== null) begin(beginning);
