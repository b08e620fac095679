// A child process that runs beside the program.

import { core } from "../../web/ops.ts";
import type { Readable, Writable } from "../../npm/readable-stream.js";
import { EventEmitter } from "../events/events.ts";
import { abortError, coded, invalidArgType } from "../node_errors.ts";
import { process } from "../process/process.ts";
import {
  checkTimeout,
  isStartFailure,
  killSignalOf,
  launchOptions,
  type ProcessOptions,
  signalName,
  signalNumber,
  type Slot,
  type Start,
  startError,
} from "./arguments.ts";
import { Channel } from "./channel.ts";
import { channelEnd, channelOf, duplex, input, output, type Pipe, slotsOf, type Stdio } from "./stdio.ts";

export interface SpawnOptions extends ProcessOptions {
  stdio?: Stdio;
  signal?: AbortSignal;
  serialization?: "json" | "advanced";
}

type Stream = Readable | Writable;

export class ChildProcess extends EventEmitter {
  pid: number | undefined;
  stdin: Writable | null | undefined;
  stdout: Readable | null | undefined;
  stderr: Readable | null | undefined;
  stdio: (Stream | null)[] | undefined;
  exitCode: number | null = null;
  signalCode: string | null = null;
  killed = false;
  connected = false;
  spawnfile: string | null = null;
  spawnargs: string[] = [];

  /** Whether the process runs. */
  #isRunning = false;
  #hasRef = true;
  /** The promises that the program waits for, unless the process is not to keep it running. */
  readonly #works = new Set<Promise<unknown>>();
  /** The number of streams that are to be closed before the event "close", and one for the end. */
  #open = 1;
  #reading: Readable[] = [];
  /** The number of the stream that is a channel of messages; -1 for none. */
  #channelNumber = -1;
  #channel: Channel | undefined;

  /** Starts the process. An error that Node reports with an event is an event here. */
  #start(start: Start, slots: Slot[]): void {
    this.spawnfile = start.file;
    this.spawnargs = start.args;
    const number = this.#channelNumber;
    if (number >= 0) {
      const env = { ...(start.options.env ?? process.env), NODE_CHANNEL_FD: `${number}` };
      start = { ...start, options: { ...start.options, env } };
    }
    try {
      this.pid = core.ops.op_lumi_process_start(start.program, start.args.slice(1), launchOptions(start, slots));
    } catch (error) {
      if (!isStartFailure(error)) throw error;
      this.#fail(start, slots, error);
      return;
    }
    this.#isRunning = true;
    this.#attach(slots, this.pid);
    process.nextTick(() => this.emit("spawn"));
    void this.#wait(this.pid, slots.some((it) => typeof it === "object" && "console" in it));
  }

  /** Begins a process; for `spawn` and what is made of it. */
  static start(start: Start, stdio: unknown): ChildProcess {
    const child = new ChildProcess();
    child.#channelNumber = channelOf(stdio);
    child.#start(start, slotsOf(stdio));
    return child;
  }

  /** Node's own method, which few packages call. */
  spawn(options: SpawnOptions & { file: string; args?: string[] }): number {
    if (typeof options !== "object" || options === null) throw invalidArgType("options", "of type object", options);
    if (typeof options.file !== "string") throw invalidArgType("options.file", "of type string", options.file);
    const args = options.args ?? [options.file];
    this.#start({ program: options.file, file: options.file, args, options }, slotsOf(options.stdio));
    return 0;
  }

  #work<T>(promise: Promise<T>): Promise<T> {
    this.#works.add(promise);
    if (!this.#hasRef) core.unrefOpPromise(promise);
    const done = () => void this.#works.delete(promise);
    promise.then(done, done);
    return promise;
  }

  #attach(slots: Slot[], id: number): void {
    const work: Pipe["work"] = (promise) => this.#work(promise);
    this.stdio = slots.map((slot, number) => {
      if (slot !== "pipe") return null;
      const pipe = { process: id, number, work };
      if (number === this.#channelNumber) {
        this.#connect(pipe);
        return null;
      }
      const stream = number === 0 ? input(pipe) : number < 3 ? output(pipe) : duplex(pipe);
      if (number > 0) {
        this.#open += 1;
        this.#reading.push(stream as Readable);
        stream.once("close", () => this.#closed());
      }
      return stream;
    });
    const [stdin, stdout, stderr] = this.stdio;
    this.stdin = stdin as Writable | null;
    this.stdout = stdout as Readable | null;
    this.stderr = stderr as Readable | null;
  }

  /** Begins to read messages. The process has closed once the channel has, too. */
  #connect(pipe: Pipe): void {
    // A process that could not be started has none.
    if (pipe.process === 0) return;
    this.#open += 1;
    this.#channel = new Channel(this, channelEnd(pipe));
    this.once("disconnect", () => {
      this.#closed();
    });
  }

  get channel(): object | null | undefined {
    if (this.#channel === undefined) return undefined;
    return this.connected ? { ref: () => this.ref(), unref: () => this.unref() } : null;
  }

  async #wait(id: number, hasConsole: boolean): Promise<void> {
    const { status, signal } = await this.#work(core.ops.op_lumi_process_wait(id));
    this.#isRunning = false;
    if (signal === null) this.exitCode = status;
    else this.signalCode = signalName(signal);
    if (hasConsole) {
      const rest = core.ops.op_lumi_process_drain(id);
      core.unrefOpPromise(rest);
      void rest.catch(() => {});
    }
    // Outside of a promise, so that what a listener throws is uncaught as in Node.
    process.nextTick(() => this.#ended());
  }

  #ended(): void {
    this.stdin?.destroy();
    try {
      this.emit("exit", this.exitCode, this.signalCode);
    } finally {
      // A stream with unread data stays open, so the rest is read and dropped.
      process.nextTick(() => this.#flush());
      this.#closed();
    }
  }

  #flush(): void {
    for (const stream of this.#reading) {
      const isRead = stream.readableFlowing !== null || stream.listenerCount("readable") > 0;
      if (stream.readable && !isRead) stream.resume();
    }
  }

  #closed(): void {
    this.#open -= 1;
    if (this.#open > 0) return;
    if (this.pid !== undefined) core.ops.op_lumi_process_release(this.pid);
    this.emit("close", this.exitCode, this.signalCode);
  }

  #fail(start: Start, slots: Slot[], failure: { code: string; errno: number }): void {
    // Streams that are at their end.
    this.#attach(slots, 0);
    process.nextTick(() => {
      this.exitCode = failure.errno;
      this.stdin?.destroy();
      try {
        this.emit("error", startError("spawn", start, failure));
      } finally {
        // As in Node, readers see the end of the streams, not that they are destroyed.
        process.nextTick(() => {
          this.#flush();
          for (const stream of this.#reading) if ("write" in stream) stream.destroy();
        });
        this.#closed();
      }
    });
  }

  /** Sends a signal; answers whether it was sent. */
  kill(signal?: string | number): boolean {
    const number = signal === 0 ? 0 : signal === undefined || signal === null ? 15 : signalNumber(signal);
    if (!this.#isRunning) return false;
    try {
      core.ops.op_lumi_process_kill(this.pid!, number);
    } catch (error) {
      const { code, errno } = error as { code: string; errno: number };
      if (code === "ESRCH") return false;
      const problem = Object.assign(new Error(`kill ${code}`), { errno, code, syscall: "kill" });
      if (code === "EINVAL" || code === "ENOSYS") throw problem;
      this.emit("error", problem);
      return false;
    }
    this.killed = true;
    return true;
  }

  ref(): void {
    this.#hasRef = true;
    for (const work of this.#works) core.refOpPromise(work);
  }

  /** The program does not wait for the process. */
  unref(): void {
    this.#hasRef = false;
    for (const work of this.#works) core.unrefOpPromise(work);
  }

  /** Sends a message to a process with a channel. Answers whether it was open. */
  send(message: unknown, ...rest: unknown[]): boolean {
    if (this.#channel !== undefined) return this.#channel.send(message, ...rest);
    const error = coded(Error, "ERR_IPC_CHANNEL_CLOSED", "Channel closed");
    const last = rest[rest.length - 1];
    process.nextTick(() => typeof last === "function" ? last(error) : this.emit("error", error));
    return false;
  }

  disconnect(): void {
    if (this.#channel !== undefined) return this.#channel.disconnect();
    const error = coded(Error, "ERR_IPC_DISCONNECTED", "IPC channel is already disconnected");
    this.emit("error", error);
  }

  [Symbol.dispose](): void {
    if (!this.killed) this.kill();
  }
}

function checkSignal(signal: unknown): asserts signal is AbortSignal | undefined {
  if (signal === undefined || (typeof signal === "object" && signal !== null && "aborted" in signal)) return;
  throw invalidArgType("options.signal", "an instance of AbortSignal", signal);
}

/** Ends the process when the signal of the program asks for it. */
function endOnAbort(child: ChildProcess, signal: AbortSignal, killSignal: number | undefined): void {
  const abort = () => {
    try {
      if (child.kill(killSignal)) child.emit("error", abortError(signal.reason));
    } catch (error) {
      child.emit("error", error);
    }
  };
  if (signal.aborted) {
    process.nextTick(abort);
    return;
  }
  signal.addEventListener("abort", abort, { once: true });
  child.once("exit", () => signal.removeEventListener("abort", abort));
}

function endAfter(child: ChildProcess, timeout: number, killSignal: number | undefined): void {
  const timer = setTimeout(() => {
    try {
      child.kill(killSignal);
    } catch (error) {
      child.emit("error", error);
    }
  }, timeout);
  child.once("exit", () => clearTimeout(timer));
}

/** Starts a process that is ended by what the options say. */
export function started(start: Start<SpawnOptions>): ChildProcess {
  const { options } = start;
  checkTimeout(options.timeout);
  checkSignal(options.signal);
  const killSignal = killSignalOf(options);
  const child = ChildProcess.start(start, options.stdio);
  if (options.timeout !== undefined && options.timeout > 0) endAfter(child, options.timeout, killSignal);
  if (options.signal) endOnAbort(child, options.signal, killSignal);
  return child;
}
