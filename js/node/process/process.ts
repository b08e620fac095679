// The global `process`, as far as it is meaningful for a program that declares resources.

import { ops } from "../../lumi/protocol/ops.ts";
import { endOfProgram } from "../../web/end_of_program.ts";
import { core } from "../../web/ops.ts";
// Evaluated before this module, which opens the channel of a script that is forked.
import "../child_process/channel.ts";
import { env } from "./environment.ts";
import { EventEmitter, type EventName } from "../events/events.ts";
import { invalidArgType, outOfRange } from "../node_errors.ts";
import { programHooks } from "../../web/program_hooks.ts";
import { notAvailable, throwing } from "../unavailable.ts";
import { chdir as changeFolder } from "./folder.ts";
import { ConsoleOutput, lateInput } from "./streams.ts";
import { warningOf, type WarningOptions, warningText } from "./warnings.ts";
import { followFolder, workingFolder } from "./working_folder.ts";

const [platform, arch, lumi] = core.ops.op_lumi_platform();

/** The version for packages made for Node; `versions.lumi` has that of Lumi. */
const nodeVersion = "22.15.0";

function hrtime(since?: [number, number]): [number, number] {
  if (since !== undefined && !Array.isArray(since)) throw invalidArgType("time", "an instance of Array", since);
  if (since !== undefined && since.length !== 2) throw outOfRange("time", "2", since.length);
  const now = hrtime.bigint() - (since ? BigInt(since[0]) * 1_000_000_000n + BigInt(since[1]) : 0n);
  return [Number(now / 1_000_000_000n), Number(now % 1_000_000_000n)];
}

hrtime.bigint = (): bigint => BigInt(Math.round(performance.now() * 1e6));

export interface MemoryUsage {
  rss: number;
  heapTotal: number;
  heapUsed: number;
  external: number;
  arrayBuffers: number;
}

function memoryUsage(): MemoryUsage {
  const { heapTotal, heapUsed, external } = core.memoryUsage();
  return { rss: residentMemory(), heapTotal, heapUsed, external, arrayBuffers: 0 };
}

/** Bytes. */
const residentMemory = (): number => core.ops.op_lumi_process_usage()[2];

memoryUsage.rss = residentMemory;

export interface CpuUsage {
  user: number;
  system: number;
}

/** Microseconds, since an earlier answer if there is one. */
function cpuUsage(since?: CpuUsage): CpuUsage {
  const [user, system] = core.ops.op_lumi_process_usage();
  return { user: user - (since?.user ?? 0), system: system - (since?.system ?? 0) };
}

function emitWarning(
  warning: string | Error,
  options?: string | WarningOptions | (() => void),
  code?: string | (() => void),
): void {
  const made = warningOf(warning, options, code);
  if (made.name === "DeprecationWarning" && process.noDeprecation === true) return;
  nextTick(() => {
    if (emitter.listenerCount("warning") === 0) console.warn(warningText(made));
    emitter.emit("warning", made);
  });
}

function nextTick(callback: (...args: unknown[]) => void, ...args: unknown[]): void {
  if (typeof callback !== "function") throw invalidArgType("callback", "of type function", callback);
  core.queueNextTick({ callback, args: args.length === 0 ? undefined : args, snapshot: core.getAsyncContext() });
}

let exitCode: number | string | undefined;

function checkExitCode(code: unknown): number | string | undefined {
  if (code === undefined || code === null) return undefined;
  const number = typeof code === "string" && code !== "" ? Number(code) : code;
  if (typeof number !== "number") throw invalidArgType("code", "of type number", code);
  if (!Number.isInteger(number)) throw outOfRange("code", "an integer", code);
  return code as number | string;
}

/** Whether the event "exit" was emitted. */
let isExiting = false;

function emitExit(): void {
  if (isExiting) return;
  isExiting = true;
  emitter.emit("exit", Number(exitCode ?? 0));
}

const lost = "what a program declared would be lost halfway; throw an error to fail, or return to finish";

/**
 * Ends the program: with another code than 0 it fails. With 0 it has finished, which is an error while resources
 * are being declared, as those that were not would be deleted.
 */
function exit(code?: number | string): never {
  const { mode } = ops().op_lumi_context() as { mode?: string };
  if (mode !== "program" && mode !== "script" && mode !== "worker") {
    throw new Error("process.exit is not available here: return to finish, or throw an error to fail");
  }
  exitCode = checkExitCode(code) ?? exitCode;
  if (Number(exitCode ?? 0) === 0 && programHooks.isPending()) {
    throw new Error(`process.exit is not available while resources are being declared: ${lost}`);
  }
  emitExit();
  core.ops.op_lumi_exit(Number(exitCode ?? 0));
  // The host terminates this loop.
  for (;;);
}

/** Emits "beforeExit" when nothing is left to run; listeners may begin more work. Returns whether they may have. */
function emitBeforeExit(): boolean {
  if (isExiting) return false;
  if (wasIdle || emitter.listenerCount("beforeExit") === 0) {
    emitExit();
    if (Number(exitCode ?? 0) !== 0) core.ops.op_lumi_exit(Number(exitCode));
    return false;
  }
  emitter.emit("beforeExit", Number(exitCode ?? 0));
  core.runNextTicks();
  wasIdle = !core.eventLoopHasMoreWork();
  return true;
}

/** Whether the last event "beforeExit" began no work. */
let wasIdle = false;

const emitter: EventEmitter = new EventEmitter();
endOfProgram.tell = emitBeforeExit;

function reportException(error: unknown): void {
  emitter.emit("uncaughtExceptionMonitor", error, "uncaughtException");
  if (emitter.emit("uncaughtException", error, "uncaughtException")) return;
  if (!endOfProgram.takeUncaught(error)) core.reportUnhandledException(error);
}

core.setReportExceptionCallback(reportException);

endOfProgram.takeOfListener = (error) => {
  const isHeard = ["uncaughtException", "uncaughtExceptionMonitor"].some((it) => emitter.listenerCount(it) > 0);
  // After the other listeners of the event.
  if (isHeard) nextTick(() => reportException(error));
  return isHeard || endOfProgram.takeUncaught(error);
};

endOfProgram.takeUnhandled = (reason, promise) => {
  try {
    if (emitter.emit("unhandledRejection", reason, promise)) return true;
  } catch (error) {
    // An error of a listener is one of the program, as everywhere.
    reportException(error);
    return true;
  }
  return emitter.emit("uncaughtException", reason, "unhandledRejection") || endOfProgram.takeUncaught(reason);
};

core.setHandledPromiseRejectionHandler((promise) => {
  emitter.emit("rejectionHandled", promise);
});

/** The permissions that new files do not get. */
const fileMask = 0o22;

function umask(mask?: number | string): number {
  const number = typeof mask === "string" ? Number.parseInt(mask, 8) : mask;
  if (number !== undefined && number !== fileMask) throw notAvailable("process.umask");
  return fileMask;
}

const modules = core.createLazyLoader("lumi:/node/module/module.ts");

/** A module of Node by its name, without `import`; undefined where there is none. */
function getBuiltinModule(name: string): unknown {
  if (typeof name !== "string") throw invalidArgType("id", "of type string", name);
  const module = modules() as {
    createRequire(path: string): (name: string) => unknown;
    isBuiltin(name: string): boolean;
  };
  return module.isBuiltin(name) ? module.createRequire("/")(`node:${name.replace(/^node:/, "")}`) : undefined;
}

/** Native addons cannot be loaded: the file is resolved for the error that `require` throws. */
function dlopen(_module: unknown, filename: string): void {
  core.ops.op_lumi_require_resolve(String(filename), core.ops.op_lumi_entry());
  throw notAvailable("process.dlopen");
}

let title = "lumi";

const members = {
  abort: throwing("process.abort"),
  allowedNodeEnvironmentFlags: new Set<string>(),
  argv: [core.ops.op_lumi_exec_path(), core.ops.op_lumi_entry(), ...ops().op_lumi_context().args],
  argv0: "lumi",
  arch,
  availableMemory: (): number => core.ops.op_lumi_machine().freeMemory,
  chdir: changeFolder,
  config: { target_defaults: {}, variables: { v8_enable_i18n_support: 1 } },
  constrainedMemory: (): number => core.ops.op_lumi_machine().totalMemory,
  cpuUsage,
  cwd: (): string => workingFolder(),
  debugPort: 9229,
  dlopen,
  emitWarning,
  env,
  execArgv: ops().op_lumi_context().flags ?? [],
  execPath: core.ops.op_lumi_exec_path(),
  exit,
  get exitCode(): number | string | undefined {
    return exitCode;
  },
  set exitCode(code: number | string | undefined) {
    exitCode = checkExitCode(code);
  },
  features: {
    inspector: false,
    debug: false,
    uv: false,
    ipv6: true,
    tls_alpn: true,
    tls_sni: true,
    tls_ocsp: false,
    tls: true,
    cached_builtins: true,
    require_module: true,
    typescript: "strip",
  },
  getActiveResourcesInfo: (): string[] => [],
  getBuiltinModule,
  hasUncaughtExceptionCaptureCallback: (): boolean => false,
  hrtime,
  kill: throwing("process.kill"),
  memoryUsage,
  nextTick,
  noDeprecation: undefined as boolean | undefined,
  pid: 1,
  platform,
  ppid: 0,
  release: { name: "node", lts: "Jod" },
  resourceUsage: (): Record<string, number> => {
    const { user, system } = cpuUsage();
    return { userCPUTime: user, systemCPUTime: system, maxRSS: Math.round(residentMemory() / 1024) };
  },
  setSourceMapsEnabled: (_isEnabled: boolean): void => {},
  setUncaughtExceptionCaptureCallback: throwing("process.setUncaughtExceptionCaptureCallback"),
  stderr: new ConsoleOutput(2, 3),
  stdin: lateInput(ops().op_lumi_context().mode === "script"),
  stdout: new ConsoleOutput(1, 1),
  get title(): string {
    return title;
  },
  set title(text: string) {
    title = String(text);
  },
  umask,
  uptime: (): number => performance.now() / 1000,
  version: `v${nodeVersion}`,
  versions: { lumi, modules: "127", node: nodeVersion, v8: "15.0" },
};

Object.defineProperties(emitter, Object.getOwnPropertyDescriptors(members));
followFolder(() => process.cwd());
const prototype = Object.create(EventEmitter.prototype, {
  constructor: { value: function process() {}, writable: true, configurable: true },
  [Symbol.toStringTag]: { value: "process", configurable: true },
});
Object.setPrototypeOf(emitter, prototype);

const channels = core.createLazyLoader("lumi:/node/process/channel.ts");

export const process = emitter as EventEmitter & typeof members;
if (ops().op_lumi_context().hasChannel === true) {
  (channels() as unknown as { connectProcess(process: unknown): void }).connectProcess(process);
}

const bound =
  (name: "addListener" | "off" | "on" | "once" | "removeListener") =>
  (event: EventName, listener: (...args: unknown[]) => void) => process[name](event, listener);

export const addListener = bound("addListener");
export const off = bound("off");
export const on = bound("on");
export const once = bound("once");
export const removeListener = bound("removeListener");
export const emit = (event: EventName, ...args: unknown[]): boolean => process.emit(event, ...args);
export const listenerCount = (event: EventName): number => process.listenerCount(event);

export const {
  abort,
  allowedNodeEnvironmentFlags,
  argv,
  argv0,
  availableMemory,
  chdir,
  config,
  constrainedMemory,
  cwd,
  execArgv,
  execPath,
  features,
  getActiveResourcesInfo,
  kill,
  pid,
  ppid,
  release,
  resourceUsage,
  stderr,
  stdin,
  stdout,
  uptime,
  version,
  versions,
} = process;
export { arch, cpuUsage, emitWarning, env, exit, getBuiltinModule, hrtime, memoryUsage, nextTick, platform, umask };
export default process;
