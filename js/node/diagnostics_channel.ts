// node:diagnostics_channel: named channels on which libraries publish what they do.

import type { AsyncLocalStorage } from "./async_hooks.ts";
import { invalidArgType } from "./node_errors.ts";

type Name = string | symbol;
// deno-lint-ignore no-explicit-any
type AnyFunction = (...args: any[]) => any;
export type Subscriber = (message: unknown, name: Name) => void;
type Transform = (message: unknown) => unknown;

/** An error of a subscriber ends the program, but not the work of the publisher. */
function report(error: unknown): void {
  process.nextTick(() => {
    throw error;
  });
}

// `process` is loaded when a subscriber fails.
declare const process: { nextTick(body: () => void): void };

const channels = new Map<Name, Channel>();

export class Channel {
  readonly name: Name;
  #subscribers: Subscriber[] = [];
  readonly #stores = new Map<AsyncLocalStorage, Transform | undefined>();

  constructor(name: Name) {
    this.name = name;
  }

  get hasSubscribers(): boolean {
    return this.#subscribers.length > 0 || this.#stores.size > 0;
  }

  subscribe(subscriber: Subscriber): void {
    if (typeof subscriber !== "function") {
      throw invalidArgType("subscription", "of type function", subscriber);
    }
    this.#subscribers = [...this.#subscribers, subscriber];
  }

  unsubscribe(subscriber: Subscriber): boolean {
    const index = this.#subscribers.indexOf(subscriber);
    if (index < 0) return false;
    this.#subscribers = this.#subscribers.filter((_, at) => at !== index);
    return true;
  }

  publish(message: unknown): void {
    for (const subscriber of this.#subscribers) {
      try {
        subscriber(message, this.name);
      } catch (error) {
        report(error);
      }
    }
  }

  /** Within `runStores` the store holds what `transform` makes of the message. */
  bindStore(store: AsyncLocalStorage, transform?: Transform): void {
    this.#stores.set(store, transform);
  }

  unbindStore(store: AsyncLocalStorage): boolean {
    return this.#stores.delete(store);
  }

  /** Publishes, and calls `body` with the bound stores set. */
  runStores<R>(
    message: unknown,
    body: (...args: unknown[]) => R,
    thisArgument?: unknown,
    ...args: unknown[]
  ): R {
    let run = () => {
      this.publish(message);
      return Reflect.apply(body, thisArgument, args) as R;
    };
    for (const [store, transform] of this.#stores) {
      const inner = run;
      run = () => {
        let value = message;
        try {
          if (transform !== undefined) value = transform(message);
        } catch (error) {
          report(error);
          return inner();
        }
        return store.run(value, inner);
      };
    }
    return run();
  }
}

/** The channel of this name, which all libraries share. */
export function channel(name: Name): Channel {
  if (typeof name !== "string" && typeof name !== "symbol") {
    throw invalidArgType("channel", "one of type string or symbol", name);
  }
  const known = channels.get(name);
  if (known !== undefined) return known;
  const made = new Channel(name);
  channels.set(name, made);
  return made;
}

export const hasSubscribers = (name: Name): boolean => channels.get(name)?.hasSubscribers ?? false;

export const subscribe = (name: Name, subscriber: Subscriber): void => channel(name).subscribe(subscriber);

export const unsubscribe = (name: Name, subscriber: Subscriber): boolean => channel(name).unsubscribe(subscriber);

const EVENTS = ["start", "end", "asyncStart", "asyncEnd", "error"] as const;
type Event = (typeof EVENTS)[number];
type Context = Record<string, unknown>;

/** The channels of one traced operation. */
export class TracingChannel {
  readonly start: Channel;
  readonly end: Channel;
  readonly asyncStart: Channel;
  readonly asyncEnd: Channel;
  readonly error: Channel;

  constructor(names: string | Record<Event, Channel>) {
    const of = (event: Event) => {
      const made = typeof names === "string" ? channel(`tracing:${names}:${event}`) : names[event];
      if (!(made instanceof Channel)) {
        throw invalidArgType(`nameOrChannels.${event}`, "an instance of Channel", made);
      }
      return made;
    };
    this.start = of("start");
    this.end = of("end");
    this.asyncStart = of("asyncStart");
    this.asyncEnd = of("asyncEnd");
    this.error = of("error");
  }

  get hasSubscribers(): boolean {
    return EVENTS.some((event) => this[event].hasSubscribers);
  }

  subscribe(handlers: Partial<Record<Event, Subscriber>>): void {
    for (const event of EVENTS) {
      const handler = handlers[event];
      if (handler) this[event].subscribe(handler);
    }
  }

  unsubscribe(handlers: Partial<Record<Event, Subscriber>>): boolean {
    let isDone = true;
    for (const event of EVENTS) {
      const handler = handlers[event];
      if (handler && !this[event].unsubscribe(handler)) isDone = false;
    }
    return isDone;
  }

  #fail(context: Context, error: unknown): void {
    context.error = error;
    this.error.publish(context);
  }

  /** Traces a synchronous call. */
  traceSync<R>(body: AnyFunction, context: Context = {}, thisArgument?: unknown, ...args: unknown[]): R {
    return this.start.runStores(context, () => {
      try {
        const result = Reflect.apply(body, thisArgument, args) as R;
        context.result = result;
        return result;
      } catch (error) {
        this.#fail(context, error);
        throw error;
      } finally {
        this.end.publish(context);
      }
    });
  }

  /** Traces a call that returns a promise. */
  tracePromise<R>(body: AnyFunction, context: Context = {}, thisArgument?: unknown, ...args: unknown[]): Promise<R> {
    const settled = (key: "result" | "error", value: unknown) => {
      context[key] = value;
      if (key === "error") this.error.publish(context);
      this.asyncStart.publish(context);
      this.asyncEnd.publish(context);
    };
    return this.start.runStores(context, () => {
      try {
        const result = Reflect.apply(body, thisArgument, args) as Promise<R>;
        const promise = result instanceof Promise ? result : Promise.resolve(result);
        return promise.then((value) => {
          settled("result", value);
          return value;
        }, (error) => {
          settled("error", error);
          throw error;
        });
      } catch (error) {
        this.#fail(context, error);
        throw error;
      } finally {
        this.end.publish(context);
      }
    });
  }

  /** Traces a call with a callback, the argument at `position`. */
  traceCallback<R>(
    body: AnyFunction,
    position = -1,
    context: Context = {},
    thisArgument?: unknown,
    ...args: unknown[]
  ): R {
    const callback = args.at(position) as AnyFunction;
    if (typeof callback !== "function") throw invalidArgType("callback", "of type function", callback);
    const channels = this;
    const wrapped = function (this: unknown, ...given: unknown[]) {
      if (given[0]) channels.#fail(context, given[0]);
      else context.result = given[1];
      return channels.asyncStart.runStores(context, () => {
        try {
          return Reflect.apply(callback, this, given);
        } finally {
          channels.asyncEnd.publish(context);
        }
      });
    };
    args.splice(position, 1, wrapped);
    return this.start.runStores(context, () => {
      try {
        return Reflect.apply(body, thisArgument, args) as R;
      } catch (error) {
        this.#fail(context, error);
        throw error;
      } finally {
        this.end.publish(context);
      }
    });
  }
}

export const tracingChannel = (names: string | Record<Event, Channel>): TracingChannel => new TracingChannel(names);

export default { Channel, channel, hasSubscribers, subscribe, tracingChannel, unsubscribe };
