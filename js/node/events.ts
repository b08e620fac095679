// node:events: objects that emit events to listeners.

// deno-lint-ignore no-explicit-any
export type Listener = (...args: any[]) => void;
export type EventName = string | symbol;

/** The original listener, and the function to call. */
interface Entry {
  listener: Listener;
  call: Listener;
}

const key = Symbol("listeners");

interface Holder {
  [key]?: Map<EventName, Entry[]>;
}

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

export interface EventEmitterConstructor {
  new (): EventEmitter;
  (this: unknown): void;
  prototype: EventEmitter;
  EventEmitter: EventEmitterConstructor;
  defaultMaxListeners: number;
  once: typeof once;
  on: typeof on;
  listenerCount(emitter: EventEmitter, name: EventName): number;
}

/** A function instead of a class, because older packages call it on their own objects. */
export const EventEmitter = function EventEmitter() {} as unknown as EventEmitterConstructor;

function entriesOf(emitter: object): Map<EventName, Entry[]> {
  const holder = emitter as Holder;
  if (!Object.hasOwn(holder, key)) Object.defineProperty(holder, key, { value: new Map() });
  return holder[key]!;
}

function check(listener: unknown): asserts listener is Listener {
  if (typeof listener === "function") return;
  const problem = `a listener must be a function, not ${listener === null ? "null" : typeof listener}`;
  throw Object.assign(new TypeError(problem), { code: "ERR_INVALID_ARG_TYPE" });
}

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
  all.set(name, isFirst ? [entry, ...entries] : [...entries, entry]);
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
  return Object.assign(new Error(`Unhandled error. (${String(error)})`), {
    code: "ERR_UNHANDLED_ERROR",
    context: error,
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
    const entries = entriesOf(this).get(name);
    if (entries === undefined) {
      if (name === "error") throw unheard(args[0]);
      return false;
    }
    for (const { call } of entries) Reflect.apply(call, this, args);
    return true;
  },
  eventNames() {
    return [...entriesOf(this).keys()];
  },
  listenerCount(name, listener) {
    const entries = entriesOf(this).get(name) ?? [];
    return listener === undefined ? entries.length : entries.filter((it) => it.listener === listener).length;
  },
  listeners(name) {
    return (entriesOf(this).get(name) ?? []).map((it) => it.listener);
  },
  rawListeners(name) {
    return (entriesOf(this).get(name) ?? []).map((it) => it.call);
  },
  getMaxListeners() {
    return (this as { _maxListeners?: number })._maxListeners ?? EventEmitter.defaultMaxListeners;
  },
  setMaxListeners(count) {
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

interface Options {
  signal?: AbortSignal;
}

/** Waits for the next event of a name; resolves to its arguments. An event named error rejects. */
export function once(emitter: EventEmitter | EventTarget, name: string, options: Options = {}): Promise<unknown[]> {
  const { signal } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    if (emitter instanceof EventTarget) {
      const given = signal === undefined ? { once: true } : { once: true, signal };
      emitter.addEventListener(name, (event) => resolve([event]), given);
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      return;
    }
    const stop = () => {
      emitter.off(name, heard);
      emitter.off("error", failed);
    };
    const heard = (...args: unknown[]) => {
      stop();
      resolve(args);
    };
    const failed = (error: unknown) => {
      stop();
      reject(error);
    };
    emitter.on(name, heard);
    if (name !== "error") emitter.on("error", failed);
    signal?.addEventListener("abort", () => failed(signal.reason), { once: true });
  });
}

/** The events of a name, each as its arguments, until the signal aborts. */
export async function* on(emitter: EventEmitter, name: string, options: Options = {}): AsyncGenerator<unknown[]> {
  const { signal } = options;
  const waiting: unknown[][] = [];
  let failure: { error: unknown } | undefined;
  let wake = () => {};
  const heard = (...args: unknown[]) => {
    waiting.push(args);
    wake();
  };
  const failed = (error: unknown) => {
    failure = { error };
    wake();
  };
  const aborted = () => failed(signal?.reason);
  emitter.on(name, heard);
  emitter.on("error", failed);
  signal?.addEventListener("abort", aborted, { once: true });
  try {
    for (;;) {
      signal?.throwIfAborted();
      const args = waiting.shift();
      if (args !== undefined) yield args;
      else if (failure !== undefined) throw failure.error;
      else await new Promise<void>((resolve) => wake = resolve);
    }
  } finally {
    emitter.off(name, heard);
    emitter.off("error", failed);
    signal?.removeEventListener("abort", aborted);
  }
}

export const defaultMaxListeners = 10;

Object.assign(EventEmitter, {
  EventEmitter,
  defaultMaxListeners,
  once,
  on,
  listenerCount: (emitter: EventEmitter, name: EventName) => emitter.listenerCount(name),
});

export default EventEmitter;
