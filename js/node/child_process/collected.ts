// exec and execFile: processes whose output comes as a whole.

import type { Readable } from "../../npm/readable-stream.js";
import { Buffer } from "../buffer/buffer.ts";
import { coded, invalidArgType } from "../node_errors.ts";
import { checkMaxBuffer, checkTimeout, errorName, killSignalOf, type ProcessOptions, startOf } from "./arguments.ts";
import { type ChildProcess, type SpawnOptions, started } from "./child.ts";

export interface CollectOptions extends ProcessOptions {
  encoding?: string | null;
  /** Bytes of each output. */
  maxBuffer?: number;
  signal?: AbortSignal;
}

export type Output = string | Buffer;

/** The error of a failed process. */
export interface ExecException extends Error {
  cmd?: string;
  code?: number | string | null;
  killed?: boolean;
  signal?: string | null;
  stdout?: Output;
  stderr?: Output;
}

export type Collected = (error: ExecException | null, stdout: Output, stderr: Output) => void;

const defaults = { encoding: "utf8", timeout: 0, maxBuffer: 1024 * 1024, killSignal: "SIGTERM", cwd: null, env: null };

/** One output of a process, up to a limit. */
class Collector {
  readonly #encoding: string | null;
  readonly #chunks: (string | Buffer)[] = [];
  readonly #decode: boolean;
  #length = 0;

  constructor(
    stream: Readable,
    encoding: string | null,
    limit: number,
    name: string,
    overflow: (error: Error) => void,
  ) {
    this.#encoding = encoding;
    this.#decode = encoding !== null;
    if (encoding !== null) stream.setEncoding(encoding);
    stream.on("data", (chunk: string | Buffer) => {
      const used = stream.readableEncoding;
      const length = typeof chunk === "string" ? Buffer.byteLength(chunk, used ?? "utf8") : chunk.length;
      if (limit === Infinity) {
        this.#chunks.push(chunk);
        return;
      }
      const room = limit - this.#length;
      this.#length += length;
      if (this.#length <= limit) {
        this.#chunks.push(chunk);
        return;
      }
      this.#chunks.push(chunk.slice(0, room));
      const text = `${name} maxBuffer length exceeded`;
      overflow(coded(RangeError, "ERR_CHILD_PROCESS_STDIO_MAXBUFFER", text));
    });
  }

  get all(): Output {
    const isText = this.#decode || typeof this.#chunks[0] === "string";
    if (isText && this.#encoding !== null) return this.#chunks.join("");
    return Buffer.concat(this.#chunks.map((it) => typeof it === "string" ? Buffer.from(it) : it));
  }
}

/** The whole output of a process, for a callback. */
class Collection {
  readonly #child: ChildProcess;
  readonly #command: string;
  readonly #callback: Collected | undefined;
  readonly #killSignal: number | undefined;
  readonly #isText: boolean;
  readonly #outputs: (Collector | undefined)[];
  #problem: ExecException | null = null;
  #isKilled = false;
  #isDone = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(child: ChildProcess, command: string, options: CollectOptions, callback?: Collected) {
    this.#child = child;
    this.#command = command;
    this.#callback = callback;
    this.#killSignal = killSignalOf(options);
    const { encoding, maxBuffer = Infinity, timeout = 0 } = options;
    const used = typeof encoding === "string" && Buffer.isEncoding(encoding) ? encoding : null;
    this.#isText = used !== null;
    const overflow = (error: Error) => {
      this.#problem = error;
      this.#kill();
    };
    this.#outputs = (["stdout", "stderr"] as const).map((name) => {
      const stream = child[name];
      return stream ? new Collector(stream, used, maxBuffer, name, overflow) : undefined;
    });
    if (timeout > 0) this.#timer = setTimeout(() => this.#kill(), timeout);
    child.on("close", (code: number | null, signal: string | null) => this.#finish(code, signal));
    child.on("error", (error: ExecException) => {
      this.#problem = error;
      this.#destroyStreams();
      this.#finish(null, null);
    });
  }

  #destroyStreams(): void {
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  #kill(): void {
    this.#destroyStreams();
    this.#isKilled = true;
    try {
      this.#child.kill(this.#killSignal);
    } catch (error) {
      this.#problem ??= error as ExecException;
      this.#finish(null, null);
    }
  }

  #finish(code: number | null, signal: string | null): void {
    if (this.#isDone) return;
    this.#isDone = true;
    clearTimeout(this.#timer);
    if (this.#callback === undefined) return;
    const nothing = () => this.#isText ? "" : Buffer.alloc(0);
    const [stdout = nothing(), stderr = nothing()] = this.#outputs.map((it) => it?.all);
    if (this.#problem === null && code === 0 && signal === null) {
      this.#callback(null, stdout, stderr);
      return;
    }
    const problem = this.#problem ?? this.#failure(code, signal, stderr);
    problem.cmd = this.#command;
    this.#callback(problem, stdout, stderr);
  }

  #failure(code: number | null, signal: string | null, stderr: Output): ExecException {
    return Object.assign(new Error(`Command failed: ${this.#command}\n${String(stderr)}`), {
      code: code !== null && code < 0 ? errorName(-code) : code,
      killed: this.#child.killed || this.#isKilled,
      signal,
    });
  }
}

/** The arguments after the program; each may be left out. */
function sorted(rest: unknown[]): { args: unknown[]; options: CollectOptions; callback: Collected | undefined } {
  const left = [...rest];
  let args: unknown[] = [];
  if (Array.isArray(left[0])) args = left.shift() as unknown[];
  else if (left[0] === undefined || left[0] === null) left.shift();
  let options: CollectOptions = {};
  if (typeof left[0] === "object" && left[0] !== null) options = left.shift() as CollectOptions;
  else if (left.length > 0 && (left[0] === undefined || left[0] === null)) left.shift();
  const callback = left[0];
  if (callback !== undefined && callback !== null && typeof callback !== "function") {
    if (rest.length === 1 && typeof rest[0] !== "function") {
      throw invalidArgType("args", "an instance of Array", rest[0]);
    }
    throw invalidArgType("callback", "of type function", callback);
  }
  return { args, options, callback: (callback ?? undefined) as Collected | undefined };
}

/** Begins a process for its output; `command` is what errors call it. */
export function begin(file: string, rest: unknown[], command?: string): ChildProcess {
  const { args, options: given, callback } = sorted(rest);
  const options = { ...defaults, ...given } as CollectOptions;
  checkTimeout(options.timeout);
  checkMaxBuffer(options.maxBuffer);
  killSignalOf(options);
  const settings: Record<string, unknown> = { ...options, timeout: 0 };
  if (settings["shell"] === undefined) settings["shell"] = false;
  const child = started(startOf<SpawnOptions>(file, args, { ...settings, stdio: undefined }));
  new Collection(child, command ?? [file, ...args].join(" "), options, callback);
  return child;
}

type Result = { stdout: Output; stderr: Output };

/** The form of a function for `util.promisify`. */
export function withPromise(call: (...args: unknown[]) => ChildProcess) {
  return (...args: unknown[]): Promise<Result> & { child: ChildProcess } => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const child = call(...args, (error: ExecException | null, stdout: Output, stderr: Output) => {
      if (error === null) resolve({ stdout, stderr });
      else reject(Object.assign(error, { stdout, stderr }));
    });
    return Object.assign(promise, { child });
  };
}
