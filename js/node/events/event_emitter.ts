// The class EventEmitter of node:events. Listeners are kept as Node keeps them, in `_events`, which older
// packages read and write: a function for one listener, an array for several.

import { coded, invalidArgType, outOfRange } from "../node_errors.ts";
import { inspect } from "../util/inspect.ts";

// deno-lint-ignore no-explicit-any
export type Listener = (...args: any[]) => void;
export type EventName = string | symbol;

/** A listener that is called once has the original one as `listener`. */
type Stored = Listener & { listener?: Listener };
type StoredList = Stored[] & { warned?: boolean };
type Events = Record<EventName, Stored | StoredList | undefined>;

const capture = Symbol("captureRejections");

interface Holder {
  _events?: Events;
  _eventsCount: number;
  _maxListeners?: number;
  [capture]?: boolean;
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
  init(this: unknown, options?: EventEmitterOptions): void;
  defaultMaxListeners: number;
  captureRejections: boolean;
  captureRejectionSymbol: symbol;
  errorMonitor: typeof errorMonitor;
  listenerCount(emitter: EventEmitter, name: EventName): number;
}

const noEvents = (): Events => Object.create(null);

function begin(this: Holder, options?: EventEmitterOptions): void {
  // An emitter that was used before its constructor ran keeps its listeners; those of a prototype are not its own.
  if (this._events === undefined || this._events === Object.getPrototypeOf(this)._events) {
    this._events = noEvents();
    this._eventsCount = 0;
  }
  this._maxListeners ||= undefined;
  const value = options?.captureRejections;
  if (value === undefined) return;
  if (typeof value !== "boolean") throw invalidArgType("options.captureRejections", "of type boolean", value);
  Object.defineProperty(this, capture, { value, writable: true });
}

/** A function instead of a class, because older packages call it on their own objects. */
export const EventEmitter = function EventEmitter(this: Holder, options?: EventEmitterOptions) {
  Reflect.apply(begin, this, [options]);
} as unknown as EventEmitterConstructor;
Object.assign(EventEmitter.prototype, { _events: undefined, _eventsCount: 0, _maxListeners: undefined });
Object.defineProperty(EventEmitter.prototype, capture, { value: false, writable: true });
EventEmitter.init = begin;

export function check(listener: unknown): asserts listener is Listener {
  if (typeof listener !== "function") throw invalidArgType("listener", "of type function", listener);
}

export function checkCount(name: string, count: unknown): asserts count is number {
  if (typeof count !== "number") throw invalidArgType(name, "of type number", count);
  if (!(count >= 0)) throw outOfRange(name, ">= 0", count);
}

declare const process: {
  emitWarning(warning: Error): void;
  nextTick(callback: () => void): void;
};

const holderOf = (emitter: EventEmitter): Holder => emitter as unknown as Holder;
const limitOf = (emitter: EventEmitter): number => holderOf(emitter)._maxListeners ?? EventEmitter.defaultMaxListeners;

/** The first time that there are more listeners than expected, which mostly is a leak. */
function warnOfLeak(emitter: EventEmitter, name: EventName, list: StoredList): void {
  const limit = limitOf(emitter);
  if (limit <= 0 || list.length <= limit || list.warned) return;
  list.warned = true;
  const whose = `[${(emitter as { constructor?: { name?: string } }).constructor?.name ?? "Object"}]`;
  const problem = `Possible EventEmitter memory leak detected. ${list.length} ${String(name)} listeners added to ` +
    `${whose}. MaxListeners is ${limit}. Use emitter.setMaxListeners() to increase limit`;
  const warning = Object.assign(new Error(problem), { emitter, type: name, count: list.length });
  warning.name = "MaxListenersExceededWarning";
  process.emitWarning(warning);
}

function add(emitter: EventEmitter, name: EventName, listener: Stored, isFirst: boolean): EventEmitter {
  check(listener);
  const holder = holderOf(emitter);
  if (holder._events === undefined) {
    holder._events = noEvents();
    holder._eventsCount = 0;
  } else if (holder._events.newListener !== undefined) {
    emitter.emit("newListener", name, listener.listener ?? listener);
  }
  // A listener of "newListener" may have replaced the object.
  const events = holder._events;
  const known = events[name];
  if (known === undefined) {
    events[name] = listener;
    holder._eventsCount++;
    return emitter;
  }
  if (typeof known === "function") {
    events[name] = isFirst ? [listener, known] : [known, listener];
  } else if (isFirst) known.unshift(listener);
  else known.push(listener);
  warnOfLeak(emitter, name, events[name] as StoredList);
  return emitter;
}

/** A listener that removes itself before its first call. */
function onlyOnce(emitter: EventEmitter, name: EventName, listener: Listener): Stored {
  check(listener);
  let isCalled = false;
  const call: Stored = (...args: unknown[]) => {
    if (isCalled) return;
    isCalled = true;
    emitter.removeListener(name, call);
    return Reflect.apply(listener, emitter, args);
  };
  call.listener = listener;
  return call;
}

/** Removes the name from the emitter, whose last one it may be. */
function forget(holder: Holder, name: EventName): void {
  if (--holder._eventsCount === 0) holder._events = noEvents();
  else delete holder._events![name];
}

const isSame = (stored: Stored, listener: Listener) => stored === listener || stored.listener === listener;

/** A loop, because lists are long where many wait for one emitter, and a call for each is thirty times slower. */
function lastIndexOf(list: Stored[], listener: Listener): number {
  let at = list.length - 1;
  while (at >= 0 && list[at] !== listener && list[at]!.listener !== listener) at--;
  return at;
}

/** `splice` for one item, without the lists that it makes. */
function removeAt(list: Stored[], at: number): void {
  for (let i = at; i + 1 < list.length; i++) list[i] = list[i + 1]!;
  list.pop();
}

function unhandledError(error: unknown): Error {
  if (error instanceof Error) return error;
  let shown: string;
  try {
    shown = inspect(error);
  } catch {
    shown = String(error);
  }
  const made = coded(Error, "ERR_UNHANDLED_ERROR", `Unhandled error. (${shown})`);
  return Object.assign(made, { context: error });
}

/** Hands the rejection of a listener's promise to the emitter. */
function watch(emitter: EventEmitter, result: unknown, name: EventName, args: unknown[]): void {
  try {
    const { then } = result as { then?: unknown };
    if (typeof then !== "function") return;
    const failed = (error: unknown) => process.nextTick(() => rejected(emitter, error, name, args));
    Reflect.apply(then, result, [undefined, failed]);
  } catch (error) {
    emitter.emit("error", error);
  }
}

function rejected(emitter: EventEmitter, error: unknown, name: EventName, args: unknown[]): void {
  const handler = (emitter as unknown as Record<symbol, unknown>)[captureRejectionSymbol];
  if (typeof handler === "function") {
    Reflect.apply(handler, emitter, [error, name, ...args]);
    return;
  }
  // A listener of errors that rejects, too, is not asked again.
  const holder = holderOf(emitter);
  const before = holder[capture];
  try {
    holder[capture] = false;
    emitter.emit("error", error);
  } finally {
    holder[capture] = before;
  }
}

function listOf(emitter: EventEmitter, name: EventName): Stored[] {
  const known = holderOf(emitter)._events?.[name];
  if (known === undefined) return [];
  return typeof known === "function" ? [known] : known.slice();
}

const methods: Omit<EventEmitter, "on" | "off"> & ThisType<EventEmitter> = {
  setMaxListeners(count) {
    checkCount("setMaxListeners", count);
    holderOf(this)._maxListeners = count;
    return this;
  },
  getMaxListeners() {
    return limitOf(this);
  },
  emit(name, ...args) {
    const holder = holderOf(this);
    const events = holder._events;
    if (name === "error") {
      if (events?.[errorMonitor] !== undefined) this.emit(errorMonitor, ...args);
      if (events?.error === undefined) throw unhandledError(args[0]);
    }
    const known = events?.[name];
    if (known === undefined) return false;
    const listeners = typeof known === "function" ? [known] : known.slice();
    for (let i = 0; i < listeners.length; i++) {
      const result: unknown = Reflect.apply(listeners[i]!, this, args);
      if (result !== undefined && result !== null && holder[capture]) watch(this, result, name, args);
    }
    return true;
  },
  addListener(name, listener) {
    return add(this, name, listener, false);
  },
  prependListener(name, listener) {
    return add(this, name, listener, true);
  },
  once(name, listener) {
    return this.on(name, onlyOnce(this, name, listener));
  },
  prependOnceListener(name, listener) {
    return this.prependListener(name, onlyOnce(this, name, listener));
  },
  removeListener(name, listener) {
    check(listener);
    const holder = holderOf(this);
    const known = holder._events?.[name];
    if (known === undefined) return this;
    if (typeof known === "function") {
      if (!isSame(known, listener)) return this;
      const events = holder._events!;
      forget(holder, name);
      if (events.removeListener !== undefined) this.emit("removeListener", name, known.listener ?? listener);
      return this;
    }
    const at = lastIndexOf(known, listener);
    if (at < 0) return this;
    // Those that came first often go first; V8 then moves the beginning of the list.
    if (at === 0) known.shift();
    else removeAt(known, at);
    if (known.length === 1) holder._events![name] = known[0];
    if (holder._events!.removeListener !== undefined) this.emit("removeListener", name, listener);
    return this;
  },
  removeAllListeners(...names) {
    const holder = holderOf(this);
    const events = holder._events;
    if (events === undefined) return this;
    if (names.length === 0) {
      if (events.removeListener !== undefined) {
        for (const name of Reflect.ownKeys(events)) if (name !== "removeListener") this.removeAllListeners(name);
        this.removeAllListeners("removeListener");
      }
      holder._events = noEvents();
      holder._eventsCount = 0;
      return this;
    }
    const name = names[0]!;
    const known = events[name];
    if (known === undefined) return this;
    if (events.removeListener === undefined) forget(holder, name);
    else for (const listener of listOf(this, name).toReversed()) this.removeListener(name, listener);
    return this;
  },
  listeners(name) {
    return listOf(this, name).map((it) => it.listener ?? it);
  },
  rawListeners(name) {
    return listOf(this, name);
  },
  listenerCount(name, listener) {
    const all = listOf(this, name);
    if (listener === undefined || listener === null) return all.length;
    return all.filter((it) => isSame(it, listener)).length;
  },
  eventNames() {
    const { _events, _eventsCount } = holderOf(this);
    return _eventsCount > 0 ? Reflect.ownKeys(_events!) : [];
  },
};

for (const [name, value] of Object.entries(methods)) {
  Object.defineProperty(EventEmitter.prototype, name, { value, enumerable: true, writable: true, configurable: true });
}
EventEmitter.prototype.on = EventEmitter.prototype.addListener;
EventEmitter.prototype.off = EventEmitter.prototype.removeListener;

let defaultLimit = 10;
Object.defineProperties(EventEmitter, {
  captureRejections: {
    get: () => (EventEmitter.prototype as unknown as Holder)[capture],
    set(value: unknown) {
      if (typeof value !== "boolean") throw invalidArgType("EventEmitter.captureRejections", "of type boolean", value);
      (EventEmitter.prototype as unknown as Holder)[capture] = value;
    },
    enumerable: true,
    configurable: true,
  },
  defaultMaxListeners: {
    get: () => defaultLimit,
    set(count: unknown) {
      checkCount("defaultMaxListeners", count);
      defaultLimit = count;
    },
    enumerable: true,
    configurable: true,
  },
});
