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

/** Configuration is missing, or is not what the program expects. */
export class ConfigError extends LumiError {
  override name = "ConfigError";
}

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
    this.isSecret = isSecret;
    this.#root = cause === undefined ? this : cause.#root;
    session.failures.push(this);
  }

  /** Whether the user is told: not of a failure that another one caused, unless that one was handled. */
  get isReported(): boolean {
    return !this.isHandled && (this.#root === this || this.#root.isHandled);
  }
}
