// Keeps unhandled failures inside a test from ending the whole run: they fail the test.

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

  /** Throws the failures that were not handled. */
  throwUnhandled(): void {
    const errors = [...this.errors.values()];
    if (errors.length === 1) throw errors[0];
    if (errors.length > 1) throw new AggregateError(errors, `${errors.length} errors that nothing handled`);
  }
}
