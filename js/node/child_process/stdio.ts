// The streams of a child process: what each is, and the program's ends of pipes.

import { core } from "../../web/ops.ts";
import streams, { type Readable, type Writable } from "../../npm/readable-stream.js";
import { Buffer } from "../buffer/buffer.ts";
import { argumentValueError } from "../fs/arguments.ts";
import { coded } from "../node_errors.ts";
import { notAvailable } from "../unavailable.ts";
import { inspect } from "../util/util.ts";
import type { Slot } from "./arguments.ts";
import type { ChannelEnd } from "./channel.ts";

type Done = (error?: Error | null) => void;

export type StdioName = "pipe" | "overlapped" | "ignore" | "inherit" | "ipc";
/** A descriptor, or a stream that has one. */
export type StdioPart = StdioName | number | { fd?: unknown } | null | undefined;
export type Stdio = StdioName | readonly StdioPart[];

/** The levels of the console for the program's own streams; nothing comes from its input. */
const inherited: Record<number, Slot> = { 0: "null", 1: { console: 1 }, 2: { console: 3 } };

function slotOf(part: StdioPart, index: number): Slot {
  switch (part) {
    case undefined:
    case null:
      return index < 3 ? "pipe" : "null";
    case "pipe":
    case "overlapped":
      return "pipe";
    case "ignore":
      return "null";
    case "inherit":
      return inherited[index] ?? "null";
    case "ipc":
      return "pipe";
  }
  if (typeof part === "string" || ArrayBuffer.isView(part)) {
    const kinds = "Buffer, TypedArray, DataView or string";
    const text = `Asynchronous forks do not support ${kinds} input: ${inspect(part)}`;
    throw coded(TypeError, "ERR_INVALID_SYNC_FORK_INPUT", text);
  }
  const fd = typeof part === "object" ? part.fd : part;
  if (typeof fd === "number" && Number.isInteger(fd) && fd >= 0) return inherited[fd] ?? { file: fd };
  throw argumentValueError("stdio", part);
}

/** The option `stdio` in the form of the host. */
export function slotsOf(stdio: unknown, fallback: StdioName = "pipe"): Slot[] {
  const whole = stdio ?? fallback;
  let parts: StdioPart[];
  if (typeof whole === "string") {
    if (!["pipe", "overlapped", "ignore", "inherit"].includes(whole)) throw argumentValueError("stdio", whole);
    parts = [whole as StdioName, whole as StdioName, whole as StdioName];
  } else if (Array.isArray(whole)) {
    parts = [...whole];
    while (parts.length < 3) parts.push(undefined);
  } else throw argumentValueError("stdio", whole);
  return parts.map(slotOf);
}

/** The number of the stream that is a channel of messages; -1 for none. */
export function channelOf(stdio: unknown): number {
  const parts: unknown[] = Array.isArray(stdio) ? stdio : [];
  const first = parts.indexOf("ipc");
  if (first !== parts.lastIndexOf("ipc")) {
    throw coded(Error, "ERR_IPC_ONE_PIPE", "Child process can have only one IPC pipe");
  }
  if (first >= 0 && first < 3) {
    throw notAvailable("a channel of messages as a standard stream");
  }
  return first;
}

/** A channel of messages over a pipe. */
export function channelEnd(pipe: Pipe): ChannelEnd {
  return {
    read: () => pipe.work(core.ops.op_lumi_process_read(pipe.process, pipe.number)),
    write: (bytes) => pipe.work(core.ops.op_lumi_process_write(pipe.process, pipe.number, bytes)),
    close: () => close(pipe),
  };
}

/** A pipe to a process; `work` keeps the program running while it is not done. */
export interface Pipe {
  process: number;
  number: number;
  work<T>(promise: Promise<T>): Promise<T>;
}

function systemError(error: unknown): Error {
  const { code, errno, syscall } = error as { code: string; errno: number; syscall: string };
  return Object.assign(new Error(`${syscall} ${code}`), { errno, code, syscall });
}

/** Whether there is no process, because it could not be started. */
const isGone = (error: unknown): boolean => (error as { code?: string }).code === "ESRCH";

async function read(this: Readable, pipe: Pipe): Promise<void> {
  let bytes: Uint8Array | null;
  try {
    bytes = await pipe.work(core.ops.op_lumi_process_read(pipe.process, pipe.number));
  } catch (error) {
    if (!isGone(error)) {
      this.destroy(systemError(error));
      return;
    }
    bytes = null;
  }
  if (!this.destroyed) this.push(bytes === null ? null : Buffer.over(bytes));
}

async function write(pipe: Pipe, chunk: Uint8Array, callback: Done): Promise<void> {
  try {
    await pipe.work(core.ops.op_lumi_process_write(pipe.process, pipe.number, chunk));
  } catch (error) {
    if (!isGone(error)) {
      callback(systemError(error));
      return;
    }
  }
  callback();
}

const close = (pipe: Pipe, onlyWriting = false) =>
  core.ops.op_lumi_process_close(pipe.process, pipe.number, onlyWriting);

/** Members of Node's sockets; in Node, streams of processes are sockets. */
const socketMembers = {
  ref(this: unknown) {
    return this;
  },
  unref(this: unknown) {
    return this;
  },
};

function readingOptions(pipe: Pipe) {
  return {
    read(this: Readable) {
      void Reflect.apply(read, this, [pipe]);
    },
  };
}

function writingOptions(pipe: Pipe) {
  return {
    write: (chunk: Uint8Array, _encoding: string, callback: Done) => void write(pipe, chunk, callback),
  };
}

function closing(pipe: Pipe) {
  return {
    destroy(error: Error | null, callback: Done) {
      close(pipe);
      callback(error);
    },
  };
}

export const output = (pipe: Pipe): Readable =>
  Object.assign(new streams.Readable({ ...readingOptions(pipe), ...closing(pipe) }), socketMembers);

export function input(pipe: Pipe): Writable {
  const options = {
    ...writingOptions(pipe),
    ...closing(pipe),
    final(callback: Done) {
      close(pipe);
      callback();
    },
  };
  return Object.assign(new streams.Writable(options), socketMembers);
}

export function duplex(pipe: Pipe): Readable & Writable {
  const options = {
    ...readingOptions(pipe),
    ...writingOptions(pipe),
    ...closing(pipe),
    final(callback: Done) {
      close(pipe, true);
      callback();
    },
  };
  return Object.assign(new streams.Duplex(options), socketMembers);
}
