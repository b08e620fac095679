// The first failure of several steps of a test, all of which are run.

import { SkippedTest } from "./test_registry.ts";

/** @internal */
export class FirstFailure {
  private problem: { error: unknown } | undefined;

  /** Runs a step. A failure comes before that of a step that left the test out. */
  async of(step: () => unknown): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (this.problem === undefined || this.outcome === "skipped" && !(error instanceof SkippedTest)) {
        this.problem = { error };
      }
    }
  }

  get error(): unknown {
    return this.problem?.error;
  }

  get outcome(): "passed" | "failed" | "skipped" {
    if (this.problem === undefined) return "passed";
    return this.problem.error instanceof SkippedTest ? "skipped" : "failed";
  }

  rethrow(): void {
    if (this.problem !== undefined) throw this.problem.error;
  }
}
