// Changes of files: fs.watch asks the system, fs.watchFile looks again and again.

import { core, type FileWatcherHandle } from "../../web/ops.ts";
import { Buffer } from "../buffer/buffer.ts";
import { EventEmitter } from "../events/events.ts";
import { abortError, invalidArgType } from "../node_errors.ts";
import { resolve } from "../path/path.ts";
import { clearTimeout, setTimeout, type Timeout } from "../timers/timers.ts";
import { type Encoding, nameAs, optionsOf, type PathLike, pathOf } from "./arguments.ts";
import * as forms from "./forms.ts";
import { bytesOfPath } from "./path_text.ts";
import { type BigIntStats, missingStats, type Stats } from "./stats.ts";

export interface WatchOptions {
  encoding?: Encoding;
  /** Whether the watcher keeps the program alive. */
  persistent?: boolean;
  recursive?: boolean;
  signal?: AbortSignal;
}

type EventType = "change" | "rename";
type Name = string | Buffer | null;
type Listener = (type: EventType, name: Name) => void;

/** Tells of changes that the system reports. */
export class FSWatcher extends EventEmitter {
  #handle: FileWatcherHandle | undefined;
  #pending: Promise<unknown> | undefined;
  #isRef: boolean;
  readonly #encoding: Encoding;

  /** @internal */
  constructor(path: string, options: WatchOptions) {
    super();
    this.#encoding = options.encoding;
    this.#isRef = options.persistent ?? true;
    this.#handle = core.ops.op_lumi_watch_open(path, options.recursive ?? false);
    this.#run(this.#handle);
  }

  async #run(handle: FileWatcherHandle): Promise<void> {
    for (;;) {
      const next = core.ops.op_lumi_watch_next(handle);
      this.#pending = next;
      if (!this.#isRef) core.unrefOpPromise(next);
      const event = await next;
      if (this.#handle === undefined || event === null) return;
      const [type, name] = event;
      const shown = this.#encoding === "buffer" ? Buffer.from(bytesOfPath(name)) : nameAs(name, this.#encoding);
      this.emit("change", type, shown);
    }
  }

  close(): void {
    if (this.#handle === undefined) return;
    core.ops.op_lumi_watch_close(this.#handle);
    this.#handle = undefined;
    queueMicrotask(() => this.emit("close"));
  }

  ref(): this {
    this.#isRef = true;
    if (this.#pending) core.refOpPromise(this.#pending);
    return this;
  }

  unref(): this {
    this.#isRef = false;
    if (this.#pending) core.unrefOpPromise(this.#pending);
    return this;
  }
}

export function watch(path: PathLike, listener?: Listener): FSWatcher;
export function watch(path: PathLike, options?: Encoding | WatchOptions, listener?: Listener): FSWatcher;
export function watch(path: PathLike, given?: Encoding | WatchOptions | Listener, then?: Listener): FSWatcher {
  const listener = typeof given === "function" ? given : then;
  const options = optionsOf<WatchOptions>(typeof given === "function" ? undefined : given);
  const watcher = new FSWatcher(pathOf(path, "filename"), options);
  if (listener !== undefined) watcher.on("change", listener as (...args: unknown[]) => void);
  const { signal } = options;
  if (signal?.aborted) queueMicrotask(() => watcher.close());
  else if (signal) {
    const stop = () => watcher.close();
    signal.addEventListener("abort", stop, { once: true });
    watcher.once("close", () => signal.removeEventListener("abort", stop));
  }
  return watcher;
}

export interface Change {
  eventType: EventType;
  filename: Name;
}

/** fs.promises.watch. */
export async function* changes(path: PathLike, given?: Encoding | WatchOptions): AsyncGenerator<Change, void> {
  const options = optionsOf<WatchOptions>(given);
  const { signal, ...rest } = options;
  if (signal?.aborted) throw abortError(signal.reason);
  const seen: Change[] = [];
  let wake = () => {};
  const watcher = watch(path, rest, (eventType, filename) => {
    seen.push({ eventType, filename });
    wake();
  });
  const abort = () => wake();
  signal?.addEventListener("abort", abort);
  try {
    for (;;) {
      if (signal?.aborted) throw abortError(signal.reason);
      const next = seen.shift();
      if (next !== undefined) yield next;
      else await new Promise<void>((resolve) => wake = resolve);
    }
  } finally {
    signal?.removeEventListener("abort", abort);
    watcher.close();
  }
}

type AnyStats = Stats | BigIntStats;
type StatListener = (now: AnyStats, before: AnyStats) => void;

export interface WatchFileOptions {
  bigint?: boolean;
  persistent?: boolean;
  /** Milliseconds between two looks. */
  interval?: number;
}

/** Looks at a file at intervals, and tells what has changed. */
export class StatWatcher extends EventEmitter {
  #timer: Timeout | undefined;
  #isRef: boolean;
  #isStopped = false;

  /** @internal */
  constructor(path: string, { bigint = false, persistent = true, interval = 5007 }: WatchFileOptions) {
    super();
    this.#isRef = persistent;
    this.#run(path, bigint, interval);
  }

  async #run(path: string, bigint: boolean, interval: number): Promise<void> {
    let before = await look(path, bigint);
    // A file that is missing from the start is reported once.
    if (!this.#isStopped && isMissing(before)) this.emit("change", before, before);
    while (!this.#isStopped) {
      await new Promise<void>((resolve) => {
        this.#timer = setTimeout(resolve, interval);
        if (!this.#isRef) this.#timer.unref();
      });
      const now = await look(path, bigint);
      if (!this.#isStopped && !isSame(before, now)) this.emit("change", now, before);
      before = now;
    }
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.emit("stop");
  }

  ref(): this {
    this.#isRef = true;
    this.#timer?.ref();
    return this;
  }

  unref(): this {
    this.#isRef = false;
    this.#timer?.unref();
    return this;
  }
}

const isMissing = (it: AnyStats) => Number(it.ino) === 0 && Number(it.nlink) === 0;

/** A file that is missing has zeros in all members. */
async function look(path: string, bigint: boolean): Promise<AnyStats> {
  try {
    return await forms.stat.promise(path, { bigint }) as AnyStats;
  } catch {
    return missingStats(bigint);
  }
}

const members = ["dev", "ino", "mode", "nlink", "uid", "gid", "size", "mtimeMs", "ctimeMs"] as const;

const isSame = (one: AnyStats, other: AnyStats) => members.every((it) => one[it] === other[it]);

const watchers = new Map<string, StatWatcher>();

export function watchFile(path: PathLike, listener: StatListener): StatWatcher;
export function watchFile(path: PathLike, options: WatchFileOptions, listener: StatListener): StatWatcher;
export function watchFile(path: PathLike, given: WatchFileOptions | StatListener, then?: StatListener): StatWatcher {
  const listener = typeof given === "function" ? given : then;
  if (typeof listener !== "function") throw invalidArgType("listener", "of type function", listener);
  const name = resolve(pathOf(path, "filename"));
  let watcher = watchers.get(name);
  if (watcher === undefined) {
    watcher = new StatWatcher(name, typeof given === "function" ? {} : given);
    watchers.set(name, watcher);
  }
  watcher.addListener("change", listener as (...args: unknown[]) => void);
  return watcher;
}

export function unwatchFile(path: PathLike, listener?: StatListener): void {
  const name = resolve(pathOf(path, "filename"));
  const watcher = watchers.get(name);
  if (watcher === undefined) return;
  if (typeof listener === "function") watcher.removeListener("change", listener as (...args: unknown[]) => void);
  else watcher.removeAllListeners("change");
  if (watcher.listenerCount("change") > 0) return;
  watchers.delete(name);
  watcher.stop();
}
