// node:domain: one place for the errors of several emitters and callbacks. Deprecated in Node, but old
// packages import it. Errors of promises and timers that a domain did not bind go to the program.

import { EventEmitter, type Listener } from "./events/events.ts";
import { coded } from "./node_errors.ts";

// deno-lint-ignore no-explicit-any
type Callback = (...args: any[]) => any;

const stack: Domain[] = [];

export class Domain extends EventEmitter {
  readonly members: EventEmitter[] = [];
  readonly #heard = new Map<EventEmitter, Listener>();

  enter(): void {
    stack.push(this);
  }

  exit(): void {
    const index = stack.lastIndexOf(this);
    if (index >= 0) stack.splice(index);
  }

  add(emitter: EventEmitter): void {
    if (this.#heard.has(emitter)) return;
    const heard = (error: unknown) => this.emit("error", described(error || unnamed(error), this, emitter, false));
    this.#heard.set(emitter, heard);
    this.members.push(emitter);
    emitter.on("error", heard);
  }

  remove(emitter: EventEmitter): void {
    const heard = this.#heard.get(emitter);
    if (heard === undefined) return;
    emitter.removeListener("error", heard);
    this.#heard.delete(emitter);
    this.members.splice(this.members.indexOf(emitter), 1);
  }

  run<T>(callback: (...args: unknown[]) => T, ...args: unknown[]): T | undefined {
    this.enter();
    try {
      return Reflect.apply(callback, this, args);
    } catch (error) {
      this.emit("error", described(error, this, undefined, true));
      return undefined;
    } finally {
      this.exit();
    }
  }

  bind<F extends Callback>(callback: F): F {
    const run = this.run.bind(this);
    return function (this: unknown, ...args: unknown[]) {
      return run(() => Reflect.apply(callback, this, args));
    } as F;
  }

  /** A callback that gets its arguments without the error, which goes to the domain. */
  intercept(callback: Callback): Callback {
    const bound = this.bind(callback);
    return (error, ...args) =>
      error instanceof Error ? void this.emit("error", described(error, this, undefined, false)) : bound(...args);
  }

  dispose(): void {
    for (const member of [...this.members]) this.remove(member);
    this.exit();
  }
}

/** The error of an emitter that names none. */
const unnamed = (error: unknown): Error =>
  Object.assign(coded(Error, "ERR_UNHANDLED_ERROR", `Unhandled error. (${String(error)})`), { context: error });

/** The error with what Node adds to one that a domain gets. */
function described(error: unknown, domain: Domain, emitter: EventEmitter | undefined, isThrown: boolean): unknown {
  if (typeof error === "object" && error !== null) {
    Object.assign(error, { domainThrown: isThrown });
    Object.defineProperty(error, "domain", { value: domain, writable: true, configurable: true });
    if (emitter !== undefined) Object.defineProperty(error, "domainEmitter", { value: emitter, configurable: true });
  }
  return error;
}

export const create = (): Domain => new Domain();
export const createDomain = create;

const domain = {
  Domain,
  create,
  createDomain,
  /** The domain in which code runs now. */
  get active(): Domain | undefined {
    return stack.at(-1);
  },
};

export default domain;
