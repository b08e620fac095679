// node:events: waiting for events of emitters and of targets of the web.

import { AsyncResource } from "../async_hooks.ts";
import {
  captureRejectionSymbol,
  check,
  checkCount,
  errorMonitor,
  EventEmitter,
  type EventEmitterConstructor,
  type EventEmitterOptions,
  type EventName,
  type Listener,
} from "./event_emitter.ts";
import { abortError, coded, invalidArgType } from "../node_errors.ts";

export { captureRejectionSymbol, errorMonitor, EventEmitter };
export type { EventEmitterConstructor, EventEmitterOptions, EventName, Listener };

interface Options {
  signal?: AbortSignal;
}

/** The arguments of the functions of this module: emitters of Node and targets of the web. */
type Source = EventEmitter | EventTarget;

const isEmitter = (source: Source): source is EventEmitter => typeof (source as EventEmitter)?.on === "function";

/** Listens to either kind of source; answers how to stop. */
function listen(source: Source, name: string, heard: Listener, isOnce = false): () => void {
  if (isEmitter(source)) {
    // `on`, because streams begin to flow when it is called; the callers stop listening themselves.
    source.on(name, heard);
    // A class that only wraps an emitter may have neither.
    const remove = source.off ?? source.removeListener;
    return () => void (remove && Reflect.apply(remove, source, [name, heard]));
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

/**
 * Waits for the next event of a name; resolves to its arguments. An event named error rejects. The promise is returned as it
 * is, which takes as many microtasks as on Node.
 */
export async function once(emitter: Source, name: string, options: Options = {}): Promise<unknown[]> {
  const { signal } = options ?? {};
  checkSignal(signal);
  if (signal?.aborted) throw abortError(signal.reason);
  return new Promise((resolve, reject) => {
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
  readonly #resource: AsyncResource;

  constructor(options: EventEmitterOptions & { name?: string; triggerAsyncId?: number } | string = {}) {
    const given = typeof options === "string" ? { name: options } : options;
    super(given);
    this.#resource = new AsyncResource(given.name ?? new.target.name, given);
    Object.defineProperty(this.#resource, "eventEmitter", { value: this });
  }

  get asyncResource(): AsyncResource {
    if (typeof this !== "object" || !(#resource in this)) {
      throw coded(TypeError, "ERR_INVALID_THIS", 'Value of "this" must be of type EventEmitterAsyncResource');
    }
    return this.#resource;
  }

  override emit(name: EventName, ...args: unknown[]): boolean {
    return resourceOf(this).runInAsyncScope(() => super.emit(name, ...args));
  }

  get asyncId(): number {
    return resourceOf(this).asyncId();
  }

  get triggerAsyncId(): number {
    return resourceOf(this).triggerAsyncId();
  }

  emitDestroy(): void {
    resourceOf(this).emitDestroy();
  }
}

/** Read by the getter of the class, which refuses other objects. */
function resourceOf(emitter: EventEmitterAsyncResource): AsyncResource {
  const { get } = Object.getOwnPropertyDescriptor(EventEmitterAsyncResource.prototype, "asyncResource")!;
  return Reflect.apply(get!, emitter, []);
}

Object.assign(EventEmitter, {
  addAbortListener,
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
