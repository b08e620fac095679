// The timers of programs: the functions of the web, which return objects as in Node.

import { core, type NativeTimer } from "../../web/ops.ts";
import { invalidArgType } from "../node_errors.ts";

// deno-lint-ignore no-explicit-any
type Callback = (...args: any[]) => void;

/** Milliseconds; longer delays become the shortest, as in Node. */
const MAX_DELAY = 2 ** 31 - 1;

/** The timers that can still run, by id. */
const active = new Map<number, Timeout>();

let lastId = 0;

/** A timer that runs once or repeatedly. As a number it is its id. */
export class Timeout {
  readonly #id = ++lastId;
  readonly #delay: number;
  readonly #run: () => void;
  readonly #isRepeated: boolean;
  /** The callback under Node's name, by which stacks call it. */
  readonly _onTimeout: Callback;
  #timer: NativeTimer | undefined;
  #hasRef = true;

  constructor(callback: Callback, delay: unknown, args: unknown[], isRepeated: boolean) {
    if (typeof callback !== "function") throw invalidArgType("callback", "of type function", callback);
    const number = Number(delay);
    this.#delay = number >= 1 && number <= MAX_DELAY ? Math.trunc(number) : 1;
    this.#isRepeated = isRepeated;
    this._onTimeout = callback;
    const context = core.getAsyncContext();
    this.#run = () => {
      if (!isRepeated) this.#forget();
      const outer = core.getAsyncContext();
      core.setAsyncContext(context);
      try {
        Reflect.apply(callback, this, args);
      } finally {
        core.setAsyncContext(outer);
      }
    };
    this.#start();
  }

  #start(): void {
    this.#timer = core.createTimer(this.#run, this.#delay, undefined, this.#isRepeated, this.#hasRef);
    active.set(this.#id, this);
  }

  #forget(): void {
    this.#timer = undefined;
    active.delete(this.#id);
  }

  /** Keeps the program running until the timer has run. */
  ref(): this {
    this.#hasRef = true;
    if (this.#timer !== undefined) core.refTimer(this.#timer);
    return this;
  }

  unref(): this {
    this.#hasRef = false;
    if (this.#timer !== undefined) core.unrefTimer(this.#timer);
    return this;
  }

  hasRef(): boolean {
    return this.#hasRef;
  }

  /** Begins the delay again, after the timer has run, too. */
  refresh(): this {
    this.close();
    this.#start();
    return this;
  }

  close(): this {
    if (this.#timer !== undefined) core.cancelTimer(this.#timer);
    this.#forget();
    return this;
  }

  /** Whether the timer will not run again; Node's name, which packages read. */
  get _destroyed(): boolean {
    return this.#timer === undefined;
  }

  [Symbol.toPrimitive](): number {
    return this.#id;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

export const setTimeout = (callback: Callback, delay?: number, ...args: unknown[]): Timeout =>
  new Timeout(callback, delay, args, false);

export const setInterval = (callback: Callback, delay?: number, ...args: unknown[]): Timeout =>
  new Timeout(callback, delay, args, true);

/** Stops a timer, given as its object or its id; anything else is ignored. */
export function clearTimeout(timer?: Timeout | number | string | null): void {
  if (timer instanceof Timeout) timer.close();
  else if (typeof timer === "number" || typeof timer === "string") active.get(Number(timer))?.close();
}

export const clearInterval = (timer?: Timeout | number | string | null): void => clearTimeout(timer);

/** The result of `util.promisify` for the functions here. */
const lazily = core.createLazyLoader("lumi:/node/timers/promises.ts");
const promised = (name: "setTimeout" | "setImmediate") => ({
  get: () => (lazily() as Record<string, unknown>)[name],
  configurable: true,
});

export const customPromisify: unique symbol = Symbol.for("nodejs.util.promisify.custom") as never;
Object.defineProperty(setTimeout, customPromisify, promised("setTimeout"));

/** A callback that runs once the current work and its ticks are done. */
export class Immediate {
  readonly #entry: Record<PropertyKey, unknown>;

  constructor(callback: Callback, args: unknown[]) {
    if (typeof callback !== "function") throw invalidArgType("callback", "of type function", callback);
    const context = core.getAsyncContext();
    const run = () => {
      core.setAsyncContext(context);
      try {
        Reflect.apply(callback, this, args);
      } catch (error) {
        core.__reportException(error);
      } finally {
        core.setAsyncContext(undefined);
      }
    };
    this.#entry = {
      _onImmediate: run,
      _argv: undefined,
      _idleNext: null,
      _idlePrev: null,
      _destroyed: false,
      [core.kRefed]: true,
    };
    core.immediateRefCount(true);
    core.queueImmediate(this.#entry);
  }

  get #isPending(): boolean {
    return this.#entry._destroyed === false;
  }

  ref(): this {
    if (this.#isPending && this.#entry[core.kRefed] === false) {
      this.#entry[core.kRefed] = true;
      core.immediateRefCount(true);
    }
    return this;
  }

  unref(): this {
    if (this.#isPending && this.#entry[core.kRefed] === true) {
      this.#entry[core.kRefed] = false;
      core.immediateRefCount(false);
    }
    return this;
  }

  hasRef(): boolean {
    return this.#entry[core.kRefed] === true;
  }

  get _destroyed(): boolean {
    return !this.#isPending;
  }

  close(): void {
    core.clearImmediate(this.#entry);
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

export const setImmediate = (callback: Callback, ...args: unknown[]): Immediate => new Immediate(callback, args);
Object.defineProperty(setImmediate, customPromisify, promised("setImmediate"));

export function clearImmediate(immediate?: Immediate | null): void {
  if (immediate instanceof Immediate) immediate.close();
}
