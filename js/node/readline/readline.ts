// node:readline: lines of a stream.

import { EventEmitter, type Listener } from "../events/events.ts";
import { abortError, coded, invalidArgType } from "../node_errors.ts";

/** The source of lines. */
export interface Input {
  on(name: string, listener: Listener): unknown;
  removeListener?(name: string, listener: Listener): unknown;
  pause?(): unknown;
  resume?(): unknown;
}

/** The target of prompts and control sequences. */
export interface Output {
  write(text: string, callback?: () => void): unknown;
}

export interface InterfaceOptions {
  input: Input;
  output?: Output;
  prompt?: string;
  terminal?: boolean;
  crlfDelay?: number;
  historySize?: number;
  signal?: AbortSignal;
}

export interface QuestionOptions {
  signal?: AbortSignal;
}

type Answer = (answer: string) => void;

const ends = /\r\n|\n|\r|\u2028|\u2029/g;

/** The lines of a stream as events; it does not edit lines as a terminal does. */
class LineReader extends EventEmitter {
  readonly input: Input;
  readonly output: Output | undefined;
  readonly terminal = false;
  line = "";
  cursor = 0;
  readonly #decoder = new TextDecoder();
  readonly #listeners: [name: string, listener: Listener][];
  /** The text after the last end of a line. */
  #rest = "";
  /** Whether the last text ended with \r, so that a \n at the start of the next belongs to it. */
  #endedWithReturn = false;
  #prompt: string;
  #question: Answer | undefined;
  #isClosed = false;
  #isPaused = false;

  constructor(options: InterfaceOptions) {
    super();
    const { input, output, prompt = "> ", signal } = options;
    if (typeof input?.on !== "function") throw invalidArgType("input", "an instance of Stream", input);
    this.input = input;
    this.output = output;
    this.#prompt = prompt;
    this.#listeners = [
      ["data", (chunk: string | Uint8Array) => this.#read(chunk)],
      ["end", () => this.#finish()],
      ["error", (error: unknown) => this.emit("error", error)],
    ];
    for (const [name, listener] of this.#listeners) input.on(name, listener);
    if (signal?.aborted) queueMicrotask(() => this.close());
    else signal?.addEventListener("abort", () => this.close(), { once: true });
    input.resume?.();
  }

  get closed(): boolean {
    return this.#isClosed;
  }

  #read(chunk: string | Uint8Array): void {
    if (this.#isClosed) return;
    let text = typeof chunk === "string" ? chunk : this.#decoder.decode(chunk, { stream: true });
    if (this.#endedWithReturn && text.startsWith("\n")) text = text.slice(1);
    if (text === "") return;
    this.#endedWithReturn = text.endsWith("\r");
    this.#rest += text;
    const lines: string[] = [];
    let start = 0;
    this.#rest.replace(ends, (end: string, at: number) => {
      lines.push(this.#rest.slice(start, at));
      start = at + end.length;
      return end;
    });
    this.#rest = this.#rest.slice(start);
    for (const line of lines) this.#tell(line);
  }

  #tell(line: string): void {
    const question = this.#question;
    this.#question = undefined;
    if (question !== undefined) question(line);
    else this.emit("line", line);
  }

  #finish(): void {
    if (this.#isClosed) return;
    const rest = this.#rest + this.#decoder.decode();
    this.#rest = "";
    if (rest !== "") this.#tell(rest);
    this.close();
  }

  getPrompt(): string {
    return this.#prompt;
  }

  setPrompt(prompt: string): void {
    this.#prompt = prompt;
  }

  prompt(_preserveCursor?: boolean): void {
    if (this.#isPaused) this.resume();
    this.output?.write(this.#prompt);
  }

  question(query: string, options: QuestionOptions | Answer, answer?: Answer): void {
    if (this.#isClosed) throw coded(Error, "ERR_USE_AFTER_CLOSE", "readline was closed");
    const callback = typeof options === "function" ? options : answer;
    const signal = typeof options === "function" ? undefined : options?.signal;
    if (callback === undefined || signal?.aborted) return;
    if (this.#question !== undefined) return this.prompt();
    this.output?.write(query);
    this.#question = callback;
    signal?.addEventListener("abort", () => this.#question = undefined, { once: true });
    this.input.resume?.();
  }

  pause(): this {
    if (this.#isClosed) throw coded(Error, "ERR_USE_AFTER_CLOSE", "readline was closed");
    if (this.#isPaused) return this;
    this.#isPaused = true;
    this.input.pause?.();
    this.emit("pause");
    return this;
  }

  resume(): this {
    if (this.#isClosed) throw coded(Error, "ERR_USE_AFTER_CLOSE", "readline was closed");
    if (!this.#isPaused) return this;
    this.#isPaused = false;
    this.input.resume?.();
    this.emit("resume");
    return this;
  }

  /** Takes text as if it came from the input. */
  write(text: string | Uint8Array | null | undefined, _key?: object): void {
    if (this.#isClosed) throw coded(Error, "ERR_USE_AFTER_CLOSE", "readline was closed");
    if (this.#isPaused) this.resume();
    if (text !== null && text !== undefined) this.#read(text);
  }

  close(): void {
    if (this.#isClosed) return;
    if (!this.#isPaused) this.pause();
    this.#isClosed = true;
    for (const [name, listener] of this.#listeners) this.input.removeListener?.(name, listener);
    this.emit("close");
  }

  getCursorPos(): { rows: number; cols: number } {
    return { rows: 0, cols: this.#prompt.length };
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** The lines from now on. */
  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    const lines: string[] = [];
    let wake = () => {};
    let failure: { error: unknown } | undefined;
    const heard = (line: string) => {
      lines.push(line);
      wake();
    };
    const failed = (error: unknown) => {
      failure = { error };
      wake();
    };
    const closed = () => wake();
    this.on("line", heard);
    this.on("error", failed);
    this.on("close", closed);
    try {
      for (;;) {
        const line = lines.shift();
        if (line !== undefined) yield line;
        else if (failure !== undefined) throw failure.error;
        else if (this.#isClosed) return;
        else await new Promise<void>((resolve) => wake = resolve);
      }
    } finally {
      this.off("line", heard);
      this.off("error", failed);
      this.off("close", closed);
      this.close();
    }
  }
}
Object.defineProperty(LineReader, "name", { value: "Interface", configurable: true });

/** Lines of a stream, with questions that answer promises. */
export class PromisesInterface extends LineReader {
  // @ts-expect-error The promise replaces the callback.
  override question(query: string, options: QuestionOptions = {}): Promise<string> {
    const { signal } = options;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(abortError(signal.reason));
      signal?.addEventListener("abort", () => reject(abortError(signal.reason)), { once: true });
      super.question(query, options, resolve);
    });
  }
}
Object.defineProperty(PromisesInterface, "name", { value: "Interface", configurable: true });

/** The options from either form of a call. */
export function optionsOf(input: Input | InterfaceOptions, output?: Output): InterfaceOptions {
  const isOptions = typeof (input as InterfaceOptions)?.input?.on === "function";
  return isOptions ? input as InterfaceOptions : { input: input as Input, ...(output === undefined ? {} : { output }) };
}

export interface InterfaceConstructor {
  new (input: Input | InterfaceOptions, output?: Output): LineReader;
  (input: Input | InterfaceOptions, output?: Output): LineReader;
  prototype: LineReader;
}

/** A function instead of a class, because packages call it without `new`. */
export const Interface = function Interface(input: Input | InterfaceOptions, output?: Output) {
  return Reflect.construct(LineReader, [optionsOf(input, output)], new.target ?? Interface);
} as unknown as InterfaceConstructor;
Interface.prototype = LineReader.prototype;

export function createInterface(input: Input | InterfaceOptions, output?: Output): LineReader {
  return new LineReader(optionsOf(input, output));
}

/** Writes a control sequence; answers whether the stream takes more at once. */
function control(stream: Output | null | undefined, text: string, callback?: () => void): boolean {
  if (callback !== undefined && typeof callback !== "function") {
    throw invalidArgType("callback", "of type function", callback);
  }
  if (stream === null || stream === undefined || text === "") {
    if (callback !== undefined) queueMicrotask(callback);
    return true;
  }
  return stream.write(text, callback) !== false;
}

/** Erases the line to the left (-1), to the right (1) or whole (0). */
export const clearLine = (stream: Output, direction: number, callback?: () => void): boolean =>
  control(stream, direction < 0 ? "\x1b[1K" : direction > 0 ? "\x1b[0K" : "\x1b[2K", callback);

export const clearScreenDown = (stream: Output, callback?: () => void): boolean => control(stream, "\x1b[0J", callback);

/** Moves the cursor to a column, and to a row if there is one. */
export function cursorTo(stream: Output, x: number, y?: number | (() => void), callback?: () => void): boolean {
  if (typeof y === "function") return cursorTo(stream, x, undefined, y);
  if (typeof x !== "number") throw invalidArgType("x", "of type number", x);
  return control(stream, y === undefined ? `\x1b[${x + 1}G` : `\x1b[${y + 1};${x + 1}H`, callback);
}

export function moveCursor(stream: Output, dx: number, dy: number, callback?: () => void): boolean {
  const step = (distance: number, forward: string, back: string) =>
    distance === 0 ? "" : `\x1b[${Math.abs(distance)}${distance > 0 ? forward : back}`;
  return control(stream, step(dx, "C", "D") + step(dy, "B", "A"), callback);
}

/** Without effect: keys are not read. */
export function emitKeypressEvents(_stream: Input, _interface?: LineReader): void {}

export const promises = {
  Interface: PromisesInterface,
  createInterface: (input: Input | InterfaceOptions, output?: Output): PromisesInterface =>
    new PromisesInterface(optionsOf(input, output)),
};

export type { LineReader };

export default {
  clearLine,
  clearScreenDown,
  createInterface,
  cursorTo,
  emitKeypressEvents,
  Interface,
  moveCursor,
  promises,
};
