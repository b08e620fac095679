import { AsyncLocalStorage } from "node:async_hooks";
import type { Position } from "./position.js";
import type { Session } from "./session.js";

/** The class of errors of this package. */
export class LumiError extends Error {
  override name = "LumiError";
}

/** A resource failed, or one that it needs. */
export class ResourceError extends LumiError {
  override name = "ResourceError";
  /** Names the resource; empty if the error is about none. */
  readonly urn: string;

  constructor(message: string, urn = "") {
    super(message);
    this.urn = urn;
  }
}

const ofEngine = new WeakSet<object>();

/** Marks an error whose text is of the engine, and quotes no secrets. */
export function noteOfEngine<T extends LumiError>(error: T): T {
  ofEngine.add(error);
  return error;
}

export const isOfEngine = (error: Error): boolean => ofEngine.has(error);

/** Configuration is missing, or is not what the program expects. */
export class ConfigError extends LumiError {
  override name = "ConfigError";
}

const secrets = new AsyncLocalStorage<boolean>();

/**
 * Whether the running code has a secret, from the callback that it is, or that has asked for it, also later in a promise or a
 * timer: texts of its errors may quote the secret.
 */
export const hasSecret = (): boolean => secrets.getStore() === true;

/** Calls code that has a secret or not, whatever calls it. */
export const withSecret = <T>(isSecret: boolean, code: () => T): T => secrets.run(isSecret, code);

/** Why there will never be a value. All values that come from a failed one share it. */
export class Failure {
  readonly error: unknown;
  readonly at: Position | undefined;
  /** The text of the error may quote a secret. */
  readonly isSecret: boolean;
  isHandled = false;
  readonly #root: Failure;

  constructor(session: Session, error: unknown, at?: Position, cause?: Failure, isSecret = false) {
    this.error = error;
    this.at = at;
    this.isSecret = isSecret || hasSecret();
    this.#root = cause === undefined ? this : cause.#root;
    session.failures.push(this);
  }

  /** Whether the user is told: not of a failure that another one caused, unless that one was handled. */
  get isReported(): boolean {
    return !this.isHandled && (this.#root === this || this.#root.isHandled);
  }
}
