// Why a value will never be there. Every value derived from a failed one shares its `Failure`,
// so that an unhandled error is reported once, as the runtime reports a rejected promise.

import type { Serial } from "../protocol/ops.ts";

/** Names the properties of an error that the host sees, too. */
const additionalKeys = Symbol.for("errorAdditionalPropertyKeys");
const promiseThen = Promise.prototype.then;

/** Who learns of failures: the runtime's unhandled rejections, or a test that collects them. */
export interface FailureReport {
  revoke(): unknown;
}

export type Reporter = (error: unknown) => FailureReport;

function reportToRuntime(error: unknown): FailureReport {
  const rejected = Promise.reject(error);
  return {
    revoke: () => void Reflect.apply(promiseThen, rejected, [undefined, () => {}]),
  };
}

let reporter: Reporter = reportToRuntime;

/** Replaces the reporter and answers the one before; undefined restores the runtime's. */
export function setReporter(next: Reporter | undefined): Reporter {
  const before = reporter;
  reporter = next ?? reportToRuntime;
  return before;
}

export class Failure {
  private readonly report: FailureReport | null;
  private readonly root: Failure;
  /** Failures of resources that came from this one and are not handled yet. */
  private open = 0;
  private isHandled = false;
  private isRevoked = false;

  constructor(readonly error: unknown, cause: Failure | null = null) {
    this.root = cause === null ? this : cause.root;
    // A resource that fails because something else did adds no second report, unless the first
    // one was handled: without its own report the missing resource would go unnoticed.
    const isReported = this.root === this || this.root.isRevoked;
    this.report = isReported ? reporter(error) : null;
    if (this.root !== this) this.root.open++;
  }

  /** Marks the error as handled: the report is withdrawn once all that came from it is handled. */
  handle(): void {
    if (this.isHandled) return;
    this.isHandled = true;
    if (this.root === this) return this.revokeIfDone();
    this.report?.revoke();
    this.root.open--;
    this.root.revokeIfDone();
  }

  private revokeIfDone(): void {
    if (this.open > 0 || this.isRevoked) return;
    this.isRevoked = true;
    this.report?.revoke();
  }
}

/** Lets the host show the line that declared the resource an asynchronous error belongs to. */
export function attachSerial(error: unknown, serial: Serial): void {
  attach(error, "lumiSerial", serial);
}

/** Lets the host show the position (`file:line:column`) of a call whose answer is an error. */
export function attachPosition(error: unknown, position: string): void {
  if (position !== "") attach(error, "lumiPosition", position);
}

/** Lets the host show the declaration of the export that an error is about. */
export function attachExport(error: unknown, name: string): void {
  attach(error, "lumiExport", name);
}

function attach(error: unknown, key: string, value: unknown): void {
  if (!(error instanceof Error) || Object.hasOwn(error, key)) return;
  try {
    const keys = Object.hasOwn(error, additionalKeys) ? (error as unknown as Attached)[additionalKeys] : [];
    Object.defineProperty(error, key, { value, configurable: true });
    Object.defineProperty(error, additionalKeys, { value: [...keys, key], configurable: true });
  } catch {
    // A frozen error is shown without it.
  }
}

type Attached = { [additionalKeys]: readonly string[] };
