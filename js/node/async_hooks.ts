// node:async_hooks: values that follow asynchronous work.

import { type AsyncVariable, core } from "../web/ops.ts";
import { invalidArgType } from "./node_errors.ts";

// deno-lint-ignore no-explicit-any
type AnyFunction = (...args: any[]) => any;

/** Calls `body` in an asynchronous context, and returns to the current one. */
function inContext<T>(context: unknown, body: () => T): T {
  const outer = core.getAsyncContext();
  core.setAsyncContext(context);
  try {
    return body();
  } finally {
    core.setAsyncContext(outer);
  }
}

/** A function that always runs in the context in which it was made. */
function bound<F extends AnyFunction>(body: F): F {
  const context = core.getAsyncContext();
  const wrapped = function (this: unknown, ...args: unknown[]) {
    return inContext(context, () => Reflect.apply(body, this, args));
  };
  return wrapped as F;
}

function checkFunction(value: unknown, name: string): void {
  if (typeof value !== "function") throw invalidArgType(name, "of type function", value);
}

export interface AsyncLocalStorageOptions {
  /** The result of `getStore` outside of `run`. */
  defaultValue?: unknown;
  name?: string;
}

export class AsyncLocalStorage<T = unknown> {
  #variable: AsyncVariable = new core.AsyncVariable();
  #fallback: T | undefined;
  readonly name: string;

  constructor(options: AsyncLocalStorageOptions = {}) {
    this.#fallback = options.defaultValue as T | undefined;
    this.name = options.name ?? "";
    Object.defineProperty(this, "name", { enumerable: false });
  }

  static bind<F extends AnyFunction>(body: F): F {
    checkFunction(body, "fn");
    return bound(body);
  }

  /** A function that calls others in the context of now. */
  static snapshot(): <R>(body: (...args: unknown[]) => R, ...args: unknown[]) => R {
    return bound((body: AnyFunction, ...args: unknown[]) => body(...args));
  }

  /** The value of the innermost `run` or `enterWith`. */
  getStore(): T | undefined {
    const entry = this.#variable.get() as { store: T } | undefined;
    return entry === undefined ? this.#fallback : entry.store;
  }

  /** Sets the value for the rest of the synchronous work and what follows from it. */
  enterWith(store: T): void {
    this.#variable.enter({ store });
  }

  /** Calls `body` with a value that holds in it and in what it begins. */
  run<R>(store: T, body: (...args: unknown[]) => R, ...args: unknown[]): R {
    const outer = this.#variable.enter({ store });
    try {
      return Reflect.apply(body, null, args);
    } finally {
      core.setAsyncContext(outer);
    }
  }

  /** Calls `body` without a value. */
  exit<R>(body: (...args: unknown[]) => R, ...args: unknown[]): R {
    return this.run(undefined as T, body, ...args);
  }

  /** Forgets the value in all contexts. */
  disable(): void {
    this.#variable = new core.AsyncVariable();
  }
}

export interface HookCallbacks {
  init?(asyncId: number, type: string, triggerAsyncId: number, resource: object): void;
  before?(asyncId: number): void;
  after?(asyncId: number): void;
  destroy?(asyncId: number): void;
  promiseResolve?(asyncId: number): void;
}

/** The callbacks of enabled hooks. */
let hooks: HookCallbacks[] = [];

export class AsyncHook {
  readonly #callbacks: HookCallbacks;

  constructor(callbacks: HookCallbacks) {
    this.#callbacks = callbacks;
  }

  enable(): this {
    if (!hooks.includes(this.#callbacks)) hooks = [...hooks, this.#callbacks];
    return this;
  }

  disable(): this {
    hooks = hooks.filter((it) => it !== this.#callbacks);
    return this;
  }
}

/** Hooks that learn of instances of AsyncResource; promises and timers of others are not told. */
export function createHook(callbacks: HookCallbacks): AsyncHook {
  for (const name of ["init", "before", "after", "destroy", "promiseResolve"] as const) {
    if (callbacks[name] === undefined || typeof callbacks[name] === "function") continue;
    throw Object.assign(new TypeError(`hook.${name} must be a function`), { code: "ERR_ASYNC_CALLBACK" });
  }
  return new AsyncHook(callbacks);
}

interface Execution {
  asyncId: number;
  triggerAsyncId: number;
  resource: object;
}

/** The program's first code has the id 1. */
let current: Execution = { asyncId: 1, triggerAsyncId: 0, resource: {} };
let lastId = 1;

export const executionAsyncId = (): number => current.asyncId;
export const triggerAsyncId = (): number => current.triggerAsyncId;
export const executionAsyncResource = (): object => current.resource;

export interface AsyncResourceOptions {
  triggerAsyncId?: number;
  requireManualDestroy?: boolean;
}

/** Asynchronous work of a library, such as that of a pool: its callbacks run in its context. */
export class AsyncResource {
  readonly #asyncId = ++lastId;
  readonly #triggerAsyncId: number;
  readonly #context = core.getAsyncContext();

  constructor(type: string, options: AsyncResourceOptions | number = {}) {
    if (typeof type !== "string") throw invalidArgType("type", "of type string", type);
    const trigger = typeof options === "number" ? options : options.triggerAsyncId;
    if (trigger !== undefined && (!Number.isSafeInteger(trigger) || trigger < -1)) {
      const problem = `Invalid triggerAsyncId value: ${trigger}`;
      throw Object.assign(new RangeError(problem), { code: "ERR_INVALID_ASYNC_ID" });
    }
    this.#triggerAsyncId = trigger ?? current.asyncId;
    for (const hook of hooks) hook.init?.(this.#asyncId, type, this.#triggerAsyncId, this);
  }

  static bind<F extends AnyFunction>(body: F, type?: string, thisArgument?: unknown): F {
    return new AsyncResource(type ?? (body.name || "bound-anonymous-fn")).bind(body, thisArgument);
  }

  runInAsyncScope<R>(body: (...args: unknown[]) => R, thisArgument?: unknown, ...args: unknown[]): R {
    const outer = current;
    current = { asyncId: this.#asyncId, triggerAsyncId: this.#triggerAsyncId, resource: this };
    for (const hook of hooks) hook.before?.(this.#asyncId);
    try {
      return inContext(this.#context, () => Reflect.apply(body, thisArgument, args));
    } finally {
      for (const hook of hooks) hook.after?.(this.#asyncId);
      current = outer;
    }
  }

  emitDestroy(): this {
    for (const hook of hooks) hook.destroy?.(this.#asyncId);
    return this;
  }

  asyncId(): number {
    return this.#asyncId;
  }

  triggerAsyncId(): number {
    return this.#triggerAsyncId;
  }

  /** A function that runs in the scope of this resource. */
  bind<F extends AnyFunction>(body: F, thisArgument?: unknown): F {
    checkFunction(body, "fn");
    const resource = this;
    const wrapped = function (this: unknown, ...args: unknown[]) {
      return resource.runInAsyncScope(body, thisArgument === undefined ? this : thisArgument, ...args);
    };
    Object.defineProperty(wrapped, "length", { value: body.length, configurable: true });
    return wrapped as unknown as F;
  }
}

/** Empty: the kinds of Node's own resources have no counterpart. */
export const asyncWrapProviders: Readonly<Record<string, number>> = Object.freeze(Object.create(null));

export default {
  AsyncLocalStorage,
  AsyncResource,
  asyncWrapProviders,
  createHook,
  executionAsyncId,
  executionAsyncResource,
  triggerAsyncId,
};
