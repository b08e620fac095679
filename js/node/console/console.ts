// node:console: the global console, and consoles that write to streams.

import { table } from "./table.ts";
import { coded, invalidArgType } from "../node_errors.ts";
import { formatWithOptions, inspect, type InspectOptions } from "../util/util.ts";

/** The target of a console. */
export interface ConsoleStream {
  write(text: string): unknown;
}

export interface ConsoleOptions {
  stdout: ConsoleStream;
  /** The stream of `stdout` unless it is set. */
  stderr?: ConsoleStream;
  ignoreErrors?: boolean;
  colorMode?: boolean | "auto";
  inspectOptions?: InspectOptions;
  groupIndentation?: number;
}

const isStream = (it: unknown): it is ConsoleStream => typeof (it as ConsoleStream | null)?.write === "function";

function checkStream(it: unknown, name: string): void {
  if (isStream(it)) return;
  throw coded(TypeError, "ERR_CONSOLE_WRITABLE_STREAM", `Console expects a writable stream instance for ${name}`);
}

/** A duration as node prints it. */
function elapsed(milliseconds: number): string {
  if (milliseconds < 1000) return `${Number(milliseconds.toFixed(3))}ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(3)}s`;
  const parts = [Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)].map((it) => String(it).padStart(2, "0"));
  const hours = Math.floor(seconds / 3600);
  if (hours === 0) return `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(3).padStart(6, "0")} (m:ss.mmm)`;
  return `${hours}:${parts.join(":")} (h:mm:ss)`;
}

class StreamConsole {
  readonly #output: ConsoleStream;
  readonly #errors: ConsoleStream;
  readonly #options: InspectOptions;
  readonly #step: string;
  #indentation = "";
  readonly #counts = new Map<string, number>();
  readonly #timers = new Map<string, number>();

  constructor(options: ConsoleOptions) {
    const { stdout, stderr = stdout, colorMode = "auto", inspectOptions = {}, groupIndentation = 2 } = options;
    checkStream(stdout, "stdout");
    checkStream(stderr, "stderr");
    if (typeof inspectOptions !== "object" || inspectOptions === null) {
      throw invalidArgType("options.inspectOptions", "of type object", inspectOptions);
    }
    this.#output = stdout;
    this.#errors = stderr;
    this.#options = { colors: colorMode === true, ...inspectOptions };
    this.#step = " ".repeat(groupIndentation);
  }

  #write(stream: ConsoleStream, text: string): void {
    const indented = this.#indentation === ""
      ? text
      : text.split("\n").map((line) => this.#indentation + line).join("\n");
    stream.write(`${indented}\n`);
  }

  #format(args: unknown[]): string {
    return formatWithOptions(this.#options, ...args);
  }

  log(...args: unknown[]): void {
    this.#write(this.#output, this.#format(args));
  }

  warn(...args: unknown[]): void {
    this.#write(this.#errors, this.#format(args));
  }

  dir(value: unknown, options: InspectOptions = {}): void {
    this.#write(this.#output, inspect(value, { ...this.#options, customInspect: false, ...options } as InspectOptions));
  }

  trace(...args: unknown[]): void {
    const stack = new Error().stack ?? "";
    const frames = stack.split("\n").slice(2).join("\n");
    const text = this.#format(args);
    this.warn(`Trace${text === "" ? "" : `: ${text}`}\n${frames}`);
  }

  assert(condition?: unknown, ...args: unknown[]): void {
    if (condition) return;
    const first = args[0];
    if (args.length === 0) this.warn("Assertion failed");
    else if (typeof first === "string") this.warn(`Assertion failed: ${first}`, ...args.slice(1));
    else this.warn("Assertion failed:", ...args);
  }

  clear(): void {}

  count(label: unknown = "default"): void {
    const name = String(label);
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    this.log(`${name}: ${count}`);
  }

  countReset(label: unknown = "default"): void {
    this.#counts.delete(String(label));
  }

  group(...labels: unknown[]): void {
    if (labels.length > 0) this.log(...labels);
    this.#indentation += this.#step;
  }

  groupEnd(): void {
    this.#indentation = this.#indentation.slice(this.#step.length);
  }

  table(value?: unknown, columns?: readonly string[]): void {
    this.log(typeof value === "object" && value !== null ? table(value, columns) : value);
  }

  time(label: unknown = "default"): void {
    const name = String(label);
    if (!this.#timers.has(name)) this.#timers.set(name, performance.now());
  }

  timeEnd(label: unknown = "default"): void {
    this.timeLog(label);
    this.#timers.delete(String(label));
  }

  timeLog(label: unknown = "default", ...args: unknown[]): void {
    const start = this.#timers.get(String(label));
    if (start !== undefined) this.log(`${String(label)}: ${elapsed(performance.now() - start)}`, ...args);
  }

  timeStamp(): void {}
  profile(): void {}
  profileEnd(): void {}

  debug(...args: unknown[]): void {
    this.log(...args);
  }

  info(...args: unknown[]): void {
    this.log(...args);
  }

  dirxml(...args: unknown[]): void {
    this.log(...args);
  }

  error(...args: unknown[]): void {
    this.warn(...args);
  }

  groupCollapsed(...labels: unknown[]): void {
    this.group(...labels);
  }
}

export interface ConsoleConstructor {
  new (stdout: ConsoleStream | ConsoleOptions, stderr?: ConsoleStream, ignoreErrors?: boolean): Console;
  (stdout: ConsoleStream | ConsoleOptions, stderr?: ConsoleStream, ignoreErrors?: boolean): Console;
}

/** A function instead of a class, because packages call it without `new`. Its methods are its own. */
export const Console = function Console(stdout: ConsoleStream | ConsoleOptions, stderr?: ConsoleStream) {
  const options = isStream(stdout) ? { stdout, stderr: stderr ?? stdout } : stdout;
  if (typeof options !== "object" || options === null) checkStream(options, "stdout");
  const made = new StreamConsole(options);
  for (const name of Object.getOwnPropertyNames(StreamConsole.prototype)) {
    if (name === "constructor") continue;
    const method = (made as unknown as Record<string, (...args: unknown[]) => void>)[name]!;
    const value = (...args: unknown[]) => Reflect.apply(method, made, args);
    Object.defineProperty(value, "name", { value: name, configurable: true });
    Object.defineProperty(made, name, { value, writable: true, enumerable: true, configurable: true });
  }
  return made;
} as unknown as ConsoleConstructor;

const { console: own } = globalThis;
if (!("Console" in own)) Object.defineProperty(own, "Console", { value: Console, writable: true, configurable: true });

const { table: showTable } = own;
export const {
  assert,
  clear,
  count,
  countReset,
  debug,
  dir,
  dirxml,
  error,
  group,
  groupCollapsed,
  groupEnd,
  info,
  log,
  time,
  timeEnd,
  timeLog,
  timeStamp,
  trace,
  warn,
} = own;
export { showTable as table };

export default own as typeof own & { Console: ConsoleConstructor };
