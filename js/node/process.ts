// The global `process`, as far as it is meaningful for a program that declares resources.

import { ops } from "../lumi/protocol/ops.ts";
import { core } from "../web/ops.ts";
import { env } from "./environment.ts";
import { workingFolder } from "./working_folder.ts";

const [platform, arch, lumi] = core.ops.op_lumi_platform();

class Output {
  readonly isTTY = false;
  readonly #level: number;

  constructor(level: number) {
    this.#level = level;
  }

  /** Prints to the console, because standard output belongs to the graph. */
  write(text: string | Uint8Array): true {
    core.ops.op_lumi_print(typeof text === "string" ? text : core.decode(text), this.#level);
    return true;
  }
}

const started = performance.now();

function hrtime(since?: [number, number]): [number, number] {
  const now = hrtime.bigint() - (since ? BigInt(since[0]) * 1_000_000_000n + BigInt(since[1]) : 0n);
  return [Number(now / 1_000_000_000n), Number(now % 1_000_000_000n)];
}

hrtime.bigint = (): bigint => BigInt(Math.round(performance.now() * 1e6));

/** The version for packages made for Node; `versions.lumi` has that of Lumi. */
const nodeVersion = "22.15.0";

function emitWarning(warning: string | Error): void {
  console.warn(warning instanceof Error ? `${warning.name}: ${warning.message}` : `Warning: ${warning}`);
}

/** Ignores a listener: programs receive no signals and cannot prevent their end. */
function ignored(this: unknown, _event: string, _listener: (...args: unknown[]) => void): unknown {
  return this;
}

export const process = {
  addListener: ignored,
  argv: ["lumi", core.ops.op_lumi_entry(), ...ops().op_lumi_context().args],
  arch,
  cwd: workingFolder,
  emit: (): boolean => false,
  emitWarning,
  env,
  execArgv: [] as string[],
  execPath: "lumi",
  exit(): never {
    throw new Error(
      "process.exit is not available: what a program declared would be lost halfway; throw an error to fail, or return to finish",
    );
  },
  hrtime,
  listenerCount: (): number => 0,
  listeners: (): unknown[] => [],
  nextTick(callback: (...args: unknown[]) => void, ...args: unknown[]): void {
    if (typeof callback !== "function") throw new TypeError("process.nextTick takes a function");
    queueMicrotask(() => callback(...args));
  },
  off: ignored,
  on: ignored,
  once: ignored,
  platform,
  release: { name: "node" },
  removeListener: ignored,
  stderr: new Output(3),
  stdout: new Output(1),
  title: "lumi",
  uptime: (): number => (performance.now() - started) / 1000,
  version: `v${nodeVersion}`,
  versions: { lumi, node: nodeVersion },
  get [Symbol.toStringTag](): string {
    return "process";
  },
};

export const { argv, cwd, execArgv, execPath, exit, nextTick, off, on, once } = process;
export const { release, stderr, stdout, title, uptime, version, versions } = process;
export { arch, emitWarning, env, hrtime, platform };
export default process;
