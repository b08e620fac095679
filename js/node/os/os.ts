// node:os. Figures of the machine are those of the system; the names of the machine, of its owner and of
// its networks are not told.

import { core } from "../../web/ops.ts";
import { env, permitted } from "../process/environment.ts";
import { invalidArgType, outOfRange } from "../node_errors.ts";
import { notAvailable } from "../unavailable.ts";
import { dlopen, errno, priority, signals } from "./constants.ts";
import { pid as own } from "../process/process.ts";

export const EOL = "\n";
export const devNull = "/dev/null";

export interface OsConstants {
  readonly UV_UDP_REUSEADDR: number;
  readonly dlopen: Readonly<Record<string, number>>;
  readonly errno: Readonly<Record<string, number>>;
  readonly signals: Readonly<Record<string, number>>;
  readonly priority: Readonly<Record<string, number>>;
}

export const constants: OsConstants = Object.freeze({
  UV_UDP_REUSEADDR: 4,
  dlopen,
  errno,
  signals,
  priority,
});

/** Equal to `process.platform`. */
export const platform = (): string => core.ops.op_lumi_platform()[0];

/** Equal to `process.arch`. */
export const arch = (): string => core.ops.op_lumi_platform()[1];

const names: Record<string, string> = { darwin: "Darwin", linux: "Linux", win32: "Windows_NT" };
const machines: Record<string, string> = { arm64: "aarch64", ia32: "i686", x64: "x86_64" };

/** The name of the kernel. */
export const type = (): string => names[platform()] ?? platform();
export const machine = (): string => machines[arch()] ?? arch();
export const endianness = (): "BE" | "LE" => "LE";
export const release = (): string => core.ops.op_lumi_machine().release;
export const version = (): string => core.ops.op_lumi_machine().version;

export const availableParallelism = (): number => core.ops.op_lumi_machine().parallelism;
/** Bytes. */
export const totalmem = (): number => core.ops.op_lumi_machine().totalMemory;
/** Bytes. */
export const freemem = (): number => core.ops.op_lumi_machine().freeMemory;
/** Seconds since the machine started. */
export const uptime = (): number => core.ops.op_lumi_machine().uptime;

/** Averages of 1, 5 and 15 minutes. */
export function loadavg(): number[] {
  const { load } = core.ops.op_lumi_machine();
  return load.length === 3 ? load : [0, 0, 0];
}

export interface CpuInfo {
  model: string;
  speed: number;
  times: { user: number; nice: number; sys: number; idle: number; irq: number };
}

/** As many as can run at once; their models and times are not told. */
export const cpus = (): CpuInfo[] =>
  Array.from({ length: availableParallelism() }, () => ({
    model: "unknown",
    speed: 0,
    times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 },
  }));

/** The name of the machine is not told: a plan must not depend on where it is made. */
export const hostname = (): string => "localhost";

export interface NetworkInterface {
  address: string;
  netmask: string;
  family: string;
  mac: string;
  internal: boolean;
  cidr: string | null;
}

/** The loopback interface alone. */
export const networkInterfaces = (): Record<string, NetworkInterface[]> => ({
  lo: [{
    address: "127.0.0.1",
    netmask: "255.0.0.0",
    family: "IPv4",
    mac: "00:00:00:00:00:00",
    internal: true,
    cidr: "127.0.0.1/8",
  }],
});

/** Requires --allow-env=HOME. */
export function homedir(): string {
  return env["HOME"] ?? "/";
}

export interface UserInfo {
  uid: number;
  gid: number;
  username: string;
  homedir: string;
  shell: string | null;
}

/** Requires --allow-env=HOME,SHELL,USER. Numbers of users are not told. */
export const userInfo = (): UserInfo => ({
  uid: -1,
  gid: -1,
  username: env["USER"] ?? "user",
  homedir: homedir(),
  shell: env["SHELL"] ?? null,
});

/** Of TMPDIR, TMP and TEMP, those count that --allow-env allows. */
export function tmpdir(): string {
  const path = permitted("TMPDIR") || permitted("TMP") || permitted("TEMP") || "/tmp";
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

function checkPid(pid: number): void {
  if (typeof pid !== "number") throw invalidArgType("pid", "of type number", pid);
  if (!Number.isInteger(pid)) throw outOfRange("pid", "an integer", pid);
}

/** The priority of the process itself, whose number may also be written as 0. */
export function getPriority(pid = 0): number {
  checkPid(pid);
  if (pid === 0 || pid === own) return core.ops.op_lumi_machine().priority;
  throw notAvailable("os.getPriority");
}

export function setPriority(pid: number, _priority?: number): never {
  checkPid(pid);
  throw notAvailable("os.setPriority");
}

// As in Node, each is also its result when it is used as a text.
for (const read of [arch, availableParallelism, endianness, homedir, hostname, machine, platform, release, tmpdir]) {
  Object.defineProperty(read, Symbol.toPrimitive, { value: () => read(), configurable: true });
}
for (const read of [totalmem, freemem, type, uptime, version]) {
  Object.defineProperty(read, Symbol.toPrimitive, { value: () => read(), configurable: true });
}

export default {
  arch,
  availableParallelism,
  constants,
  cpus,
  devNull,
  endianness,
  EOL,
  freemem,
  getPriority,
  homedir,
  hostname,
  loadavg,
  machine,
  networkInterfaces,
  platform,
  release,
  setPriority,
  tmpdir,
  totalmem,
  type,
  uptime,
  userInfo,
  version,
};
