// Collects unhandled failures in a test, so that they fail the test instead of the run.

import { type Reporter, setReporter } from "./failure.ts";

export class FailureCollector {
  private readonly errors = new Map<object, unknown>();
  private readonly before: Reporter;

  constructor() {
    this.before = setReporter((error) => {
      const key = {};
      this.errors.set(key, error);
      return { revoke: () => this.errors.delete(key) };
    });
  }

  end(): void {
    setReporter(this.before);
  }

  /** Throws the unhandled failures. */
  throwUnhandled(): void {
    const errors = [...this.errors.values()];
    if (errors.length === 1) throw errors[0];
    if (errors.length > 1) throw new AggregateError(errors, `${errors.length} errors that nothing handled`);
  }
}
