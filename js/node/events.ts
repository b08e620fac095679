// node:events: objects that emit events to listeners.

import { AsyncResource } from "./async_hooks.ts";
import { abortError, coded, invalidArgType, outOfRange } from "./node_errors.ts";
import { inspect } from "./util.ts";

// deno-lint-ignore no-explicit-any
export type Listener = (...args: any[]) => void;
export type EventName = string | symbol;

/** The original listener, and the function to call. */
interface Entry {
  listener: Listener;
  call: Listener;
}

const key = Symbol("listeners");
const capture = Symbol("captureRejections");

interface Holder {
  [key]?: Map<EventName, Entry[]>;
  [capture]?: boolean;
  _maxListeners?: number;
}

/** Listeners of this name hear of errors first, and do not count as handlers of them. */
export const errorMonitor: unique symbol = Symbol("events.errorMonitor");
/** The method that hears of rejections of asynchronous listeners. */
export const captureRejectionSymbol: symbol = Symbol.for("nodejs.rejection");

export interface EventEmitter {
  addListener(name: EventName, listener: Listener): this;
  on(name: EventName, listener: Listener): this;
  once(name: EventName, listener: Listener): this;
  prependListener(name: EventName, listener: Listener): this;
  prependOnceListener(name: EventName, listener: Listener): this;
  off(name: EventName, listener: Listener): this;
  removeListener(name: EventName, listener: Listener): this;
  removeAllListeners(name?: EventName): this;
  /** Calls the listeners in order; returns whether there were any. */
  emit(name: EventName, ...args: unknown[]): boolean;
  eventNames(): EventName[];
  listenerCount(name: EventName, listener?: Listener): number;
  listeners(name: EventName): Listener[];
  rawListeners(name: EventName): Listener[];
  getMaxListeners(): number;
  setMaxListeners(count: number): this;
}

export interface EventEmitterOptions {
  /** Rejections of asynchronous listeners become errors of the emitter. */
  captureRejections?: boolean;
}

export interface EventEmitterConstructor {
  new (options?: EventEmitterOptions): EventEmitter;
  (this: unknown, options?: EventEmitterOptions): void;
  prototype: EventEmitter;
  EventEmitter: EventEmitterConstructor;
  EventEmitterAsyncResource: unknown;
  defaultMaxListeners: number;
  captureRejections: boolean;
  captureRejectionSymbol: symbol;
  errorMonitor: typeof errorMonitor;
  once: typeof once;
  on: typeof on;
  addAbortListener: typeof addAbortListener;
  getEventListeners: typeof getEventListeners;
  getMaxListeners: typeof getMaxListeners;
  setMaxListeners: typeof setMaxListeners;
  listenerCount(emitter: EventEmitter, name: EventName): number;
}

/** A function instead of a class, because older packages call it on their own objects. */
export const EventEmitter = function EventEmitter(this: Holder, options?: EventEmitterOptions) {
  if (options?.captureRejections === undefined) return;
  const value = options.captureRejections;
  if (typeof value !== "boolean") throw invalidArgType("options.captureRejections", "of type boolean", value);
  Object.defineProperty(this, capture, { value });
} as unknown as EventEmitterConstructor;

function entriesOf(emitter: object): Map<EventName, Entry[]> {
  const holder = emitter as Holder;
  if (!Object.hasOwn(holder, key)) Object.defineProperty(holder, key, { value: new Map() });
  return holder[key]!;
}

function check(listener: unknown): asserts listener is Listener {
  if (typeof listener !== "function") throw invalidArgType("listener", "of type function", listener);
}

declare const process: { emitWarning(warning: Error): void };

/** The first time that there are more listeners than expected, which mostly is a leak. */
function warnOfLeak(emitter: EventEmitter, name: EventName, entries: Entry[] & { isWarned?: boolean }): void {
  const limit = emitter.getMaxListeners();
  if (limit <= 0 || entries.length <= limit || warned.get(emitter)?.has(name)) return;
  const names = warned.get(emitter) ?? new Set<EventName>();
  warned.set(emitter, names.add(name));
  const whose = `[${(emitter as { constructor?: { name?: string } }).constructor?.name ?? "Object"}]`;
  const problem = `Possible EventEmitter memory leak detected. ${entries.length} ${String(name)} listeners added to ` +
    `${whose}. MaxListeners is ${limit}. Use emitter.setMaxListeners() to increase limit`;
  const warning = Object.assign(new Error(problem), { emitter, type: name, count: entries.length });
  warning.name = "MaxListenersExceededWarning";
  process.emitWarning(warning);
}

const warned = new WeakMap<EventEmitter, Set<EventName>>();

function add(emitter: EventEmitter, name: EventName, listener: Listener, isOnce: boolean, isFirst: boolean): void {
  check(listener);
  const all = entriesOf(emitter);
  if (all.has("newListener")) emitter.emit("newListener", name, listener);
  const entry: Entry = { listener, call: listener };
  if (isOnce) {
    entry.call = function (this: unknown, ...args: unknown[]) {
      drop(emitter, name, entry);
      return Reflect.apply(listener, this, args);
    };
    Object.assign(entry.call, { listener });
  }
  const entries = all.get(name) ?? [];
  // A new array each time, because the current one may be in use by `emit`.
  const next = isFirst ? [entry, ...entries] : [...entries, entry];
  all.set(name, next);
  warnOfLeak(emitter, name, next);
}

function drop(emitter: EventEmitter, name: EventName, entry: Entry): void {
  const all = entriesOf(emitter);
  const entries = all.get(name);
  if (!entries?.includes(entry)) return;
  const rest = entries.filter((it) => it !== entry);
  if (rest.length === 0) all.delete(name);
  else all.set(name, rest);
  if (all.has("removeListener")) emitter.emit("removeListener", name, entry.listener);
}

function unheard(error: unknown): Error {
  if (error instanceof Error) return error;
  const made = coded(Error, "ERR_UNHANDLED_ERROR", `Unhandled error. (${inspect(error)})`);
  return Object.assign(made, { context: error });
}

/** Hands the rejection of a listener's promise to the emitter. */
function watch(emitter: EventEmitter, result: unknown, name: EventName, args: unknown[]): void {
  const promise = result as Promise<unknown> | null | undefined;
  if (typeof promise?.then !== "function") return;
  promise.then(undefined, (error: unknown) => {
    queueMicrotask(() => {
      const handler = (emitter as unknown as Record<symbol, unknown>)[captureRejectionSymbol];
      if (typeof handler === "function") Reflect.apply(handler, emitter, [error, name, ...args]);
      else emitter.emit("error", error);
    });
  });
}

const methods: Omit<EventEmitter, "addListener" | "off"> & ThisType<EventEmitter> = {
  on(name, listener) {
    add(this, name, listener, false, false);
    return this;
  },
  once(name, listener) {
    add(this, name, listener, true, false);
    return this;
  },
  prependListener(name, listener) {
    add(this, name, listener, false, true);
    return this;
  },
  prependOnceListener(name, listener) {
    add(this, name, listener, true, true);
    return this;
  },
  removeListener(name, listener) {
    check(listener);
    const entry = entriesOf(this).get(name)?.findLast((it) => it.listener === listener || it.call === listener);
    if (entry !== undefined) drop(this, name, entry);
    return this;
  },
  removeAllListeners(name) {
    const all = entriesOf(this);
    const names = name === undefined ? [...all.keys()].filter((it) => it !== "removeListener") : [name];
    for (const each of names) for (const entry of (all.get(each) ?? []).toReversed()) drop(this, each, entry);
    if (name === undefined) all.clear();
    return this;
  },
  emit(name, ...args) {
    const all = entriesOf(this);
    if (name === "error" && all.has(errorMonitor)) this.emit(errorMonitor, ...args);
    const entries = all.get(name);
    if (entries === undefined) {
      if (name === "error") throw unheard(args[0]);
      return false;
    }
    const captures = (this as Holder)[capture] ?? EventEmitter.captureRejections;
    for (const { call } of entries) {
      const result = Reflect.apply(call, this, args);
      if (captures === true && result !== undefined) watch(this, result, name, args);
    }
    return true;
  },
  eventNames() {
    return [...entriesOf(this).keys()];
  },
  listenerCount(name, listener) {
    const entries = entriesOf(this).get(name) ?? [];
    if (listener === undefined) return entries.length;
    return entries.filter((it) => it.listener === listener || it.call === listener).length;
  },
  listeners(name) {
    return (entriesOf(this).get(name) ?? []).map((it) => it.listener);
  },
  rawListeners(name) {
    return (entriesOf(this).get(name) ?? []).map((it) => it.call);
  },
  getMaxListeners() {
    return (this as Holder)._maxListeners ?? EventEmitter.defaultMaxListeners;
  },
  setMaxListeners(count) {
    checkCount("setMaxListeners", count);
    Object.defineProperty(this, "_maxListeners", { value: count, writable: true, configurable: true });
    return this;
  },
};

for (const [name, value] of Object.entries(methods)) {
  Object.defineProperty(EventEmitter.prototype, name, { value, writable: true, configurable: true });
}
for (const [alias, name] of [["addListener", "on"], ["off", "removeListener"]] as const) {
  Object.defineProperty(EventEmitter.prototype, alias, { value: methods[name], writable: true, configurable: true });
}

function checkCount(name: string, count: unknown): asserts count is number {
  if (typeof count !== "number") throw invalidArgType(name, "of type number", count);
  if (!(count >= 0)) throw outOfRange(name, ">= 0", count);
}

interface Options {
  signal?: AbortSignal;
}

/** What the functions of this module take: emitters of Node and targets of the web. */
type Source = EventEmitter | EventTarget;

const isEmitter = (source: Source): source is EventEmitter => typeof (source as EventEmitter)?.on === "function";

/** Listens to either kind of source; answers how to stop. */
function listen(source: Source, name: string, heard: Listener, isOnce = false): () => void {
  if (isEmitter(source)) {
    // `on`, because streams begin to flow when it is called; the callers stop listening themselves.
    source.on(name, heard);
    return () => void source.off(name, heard);
  }
  if (typeof source?.addEventListener !== "function") {
    throw invalidArgType("emitter", "an instance of EventEmitter", source);
  }
  source.addEventListener(name, heard, { once: isOnce });
  return () => source.removeEventListener(name, heard);
}

function checkSignal(signal: unknown): void {
  if (signal === undefined || (typeof signal === "object" && signal !== null && "aborted" in signal)) return;
  throw invalidArgType("options.signal", "an instance of AbortSignal", signal);
}

/** Waits for the next event of a name; resolves to its arguments. An event named error rejects. */
export async function once(emitter: Source, name: string, options: Options = {}): Promise<unknown[]> {
  const { signal } = options ?? {};
  checkSignal(signal);
  if (signal?.aborted) throw abortError(signal.reason);
  return await new Promise((resolve, reject) => {
    const stops: (() => void)[] = [];
    const stop = () => stops.forEach((it) => it());
    const heard = (...args: unknown[]) => {
      stop();
      resolve(args);
    };
    const failed = (error: unknown) => {
      stop();
      reject(error);
    };
    stops.push(listen(emitter, name, heard, true));
    if (name !== "error" && isEmitter(emitter)) stops.push(listen(emitter, "error", failed, true));
    if (signal !== undefined) stops.push(listen(signal, "abort", () => failed(abortError(signal.reason)), true));
  });
}

export interface OnOptions extends Options {
  /** Events that end the iteration. */
  close?: string[];
}

/** The events of a name, each as its arguments, until the signal aborts. */
export function on(emitter: Source, name: string, options: OnOptions = {}): AsyncIterableIterator<unknown[]> {
  const { signal, close = [] } = options ?? {};
  checkSignal(signal);
  if (signal?.aborted) throw abortError(signal.reason);
  const events: unknown[][] = [];
  const takers: { resolve(it: IteratorResult<unknown[]>): void; reject(error: unknown): void }[] = [];
  let failure: { error: unknown } | undefined;
  let isOver = false;
  const stops: (() => void)[] = [];
  const end = (): Promise<IteratorResult<unknown[]>> => {
    stops.forEach((it) => it());
    isOver = true;
    for (const taker of takers.splice(0)) taker.resolve({ value: undefined, done: true });
    return Promise.resolve({ value: undefined, done: true });
  };
  const failed = (error: unknown) => {
    const taker = takers.shift();
    if (taker === undefined) failure = { error };
    else taker.reject(error);
    void end();
  };
  stops.push(listen(emitter, name, (...args: unknown[]) => {
    const taker = takers.shift();
    if (taker === undefined) events.push(args);
    else taker.resolve({ value: args, done: false });
  }));
  if (name !== "error" && isEmitter(emitter)) stops.push(listen(emitter, "error", failed));
  for (const each of close) stops.push(listen(emitter, each, () => void end()));
  if (signal !== undefined) stops.push(listen(signal, "abort", () => failed(abortError(signal.reason)), true));
  return {
    next() {
      const value = events.shift();
      if (value !== undefined) return Promise.resolve({ value, done: false });
      if (failure !== undefined) {
        const { error } = failure;
        failure = undefined;
        return Promise.reject(error);
      }
      if (isOver) return Promise.resolve({ value: undefined, done: true });
      return new Promise((resolve, reject) => takers.push({ resolve, reject }));
    },
    return: end,
    throw(error: unknown) {
      if (!(error instanceof Error)) throw invalidArgType("EventEmitter.AsyncIterator", "an instance of Error", error);
      failed(error);
      return Promise.resolve({ value: undefined, done: true });
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** The listeners of an emitter, in order; those of targets of the web cannot be read. */
export function getEventListeners(emitter: Source, name: EventName): Listener[] {
  if (isEmitter(emitter)) return emitter.listeners(name);
  if (emitter instanceof EventTarget) return [];
  throw invalidArgType("emitter", "an instance of EventEmitter or EventTarget", emitter);
}

/** The limits of targets of the web, which have no member for it. */
const limits = new WeakMap<object, number>();

export function getMaxListeners(emitter: Source): number {
  if (isEmitter(emitter)) return emitter.getMaxListeners();
  if (emitter instanceof EventTarget) return limits.get(emitter) ?? EventEmitter.defaultMaxListeners;
  throw invalidArgType("emitter", "an instance of EventEmitter or EventTarget", emitter);
}

/** Sets the limit of each, or the default if there are none. */
export function setMaxListeners(count: number = EventEmitter.defaultMaxListeners, ...emitters: Source[]): void {
  checkCount("setMaxListeners", count);
  if (emitters.length === 0) EventEmitter.defaultMaxListeners = count;
  for (const emitter of emitters) {
    if (isEmitter(emitter)) emitter.setMaxListeners(count);
    else if (emitter instanceof EventTarget) limits.set(emitter, count);
    else throw invalidArgType("eventTargets", "an instance of EventEmitter or EventTarget", emitter);
  }
}

/** Listens to the abortion of a signal, at once if it has happened; disposing it stops. */
export function addAbortListener(signal: AbortSignal, listener: (event?: Event) => void): Disposable {
  if (signal === undefined) throw invalidArgType("signal", "an instance of AbortSignal", signal);
  checkSignal(signal);
  check(listener);
  let stop = () => {};
  if (signal.aborted) queueMicrotask(() => listener());
  else stop = listen(signal, "abort", listener, true);
  return { [Symbol.dispose]: () => stop() };
}

export const defaultMaxListeners = 10;
export const captureRejections = false;
export const usingDomains = false;

export const listenerCount = (emitter: Source, name: EventName): number =>
  isEmitter(emitter) ? emitter.listenerCount(name) : getEventListeners(emitter, name).length;

/** An emitter whose listeners run in the context in which it was made. */
export class EventEmitterAsyncResource extends EventEmitter {
  readonly asyncResource: AsyncResource;

  constructor(options: EventEmitterOptions & { name?: string; triggerAsyncId?: number } | string = {}) {
    const given = typeof options === "string" ? { name: options } : options;
    super(given);
    this.asyncResource = new AsyncResource(given.name ?? new.target.name, given);
  }

  override emit(name: EventName, ...args: unknown[]): boolean {
    return this.asyncResource.runInAsyncScope(() => super.emit(name, ...args));
  }

  get asyncId(): number {
    return this.asyncResource.asyncId();
  }

  get triggerAsyncId(): number {
    return this.asyncResource.triggerAsyncId();
  }

  emitDestroy(): void {
    this.asyncResource.emitDestroy();
  }
}

let defaultLimit = defaultMaxListeners;
Object.defineProperty(EventEmitter, "defaultMaxListeners", {
  get: () => defaultLimit,
  set(count: unknown) {
    checkCount("defaultMaxListeners", count);
    defaultLimit = count;
  },
  enumerable: true,
  configurable: true,
});

Object.assign(EventEmitter, {
  addAbortListener,
  captureRejections,
  captureRejectionSymbol,
  errorMonitor,
  EventEmitter,
  EventEmitterAsyncResource,
  getEventListeners,
  getMaxListeners,
  listenerCount,
  on,
  once,
  setMaxListeners,
  usingDomains,
});

export default EventEmitter;
