// The failure of a value. Every value derived from a failed one shares its `Failure`, so that an
// unhandled error is reported once, like a rejected promise.

import type { Serial } from "../protocol/ops.ts";

/** The key that lists properties of an error for the host. */
const additionalKeys = Symbol.for("errorAdditionalPropertyKeys");
const promiseThen = Promise.prototype.then;

/** Receives failures: the runtime's unhandled rejections, or a test that collects them. */
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

/** Reports nothing: the program continues, and the engine has reported the failure. */
export const reportedByEngine: Reporter = () => ({ revoke: () => {} });

/** Replaces the reporter and returns the previous one; undefined restores the runtime's. */
export function setReporter(next: Reporter | undefined): Reporter {
  const before = reporter;
  reporter = next ?? reportToRuntime;
  return before;
}

export class Failure {
  private readonly report: FailureReport | null;
  private readonly root: Failure;
  /** The number of derived failures of resources that are not handled yet. */
  private open = 0;
  private isHandled = false;
  private isRevoked = false;

  private readonly reporter: Reporter | undefined;

  /** `own` reports the failure, and those that follow from it, instead of the runtime. */
  constructor(readonly error: unknown, cause: Failure | null = null, own?: Reporter) {
    this.root = cause === null ? this : cause.root;
    this.reporter = cause === null ? own : cause.root.reporter;
    // A resource that fails because of another failure is not reported again, unless the first
    // failure was handled: then its own report is the only one.
    const isReported = this.root === this || this.root.isRevoked;
    this.report = isReported ? (this.reporter ?? reporter)(error) : null;
    if (this.root !== this) this.root.open++;
  }

  /** The serial of the resource that failed first, if the failure is that of a resource. */
  get origin(): Serial | undefined {
    return (this.root.error as { lumiSerial?: Serial } | undefined)?.lumiSerial;
  }

  /** Marks the error as handled: the report is withdrawn once all derived failures are handled. */
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

/** Attaches the serial of a resource, so that the host shows its declaration with the error. */
export function attachSerial(error: unknown, serial: Serial): void {
  attach(error, "lumiSerial", serial);
}

/** Attaches the position (`file:line:column`) of the call that failed. */
export function attachPosition(error: unknown, position: string): void {
  if (position !== "") attach(error, "lumiPosition", position);
}

/** Attaches the paths of the inputs that the error is about. */
export function attachInputs(error: unknown, paths: readonly string[]): void {
  attach(error, "lumiInputs", paths.join("\n"));
}

/** Attaches the name of the export that the error is about. */
export function attachExport(error: unknown, name: string): void {
  attach(error, "lumiExport", name);
}

/** Marks the error in which the failures of a preview are held, whose members the host shows. */
export function markHeld(error: AggregateError): void {
  attach(error, "lumiHeld", true);
}

function attach(error: unknown, key: string, value: unknown): void {
  if (!(error instanceof Error) || Object.hasOwn(error, key)) return;
  try {
    Object.defineProperty(error, key, { value, configurable: true });
    // The list of an error of the host cannot be replaced.
    if (Object.hasOwn(error, additionalKeys)) (error as unknown as Attached)[additionalKeys].push(key);
    else Object.defineProperty(error, additionalKeys, { value: [key], configurable: true });
  } catch {
    // A frozen error is shown without the property.
  }
}

type Attached = { [additionalKeys]: string[] };
