import type { Message } from "../wire/protocol.js";
import { type Failure, hasSecret, isOfEngine, ResourceError } from "./failure.js";
import { placeOf, type Position, positionIn } from "./position.js";

/** The numbers of `Failed.Cause`. */
export const causes = { program: 0, resource: 1, stalled: 2, cancelled: 3, internal: 4 };
/** The number of `SEVERITY_NOTE`. */
export const note = 2;

const mostDetails = 12;
const mostLevels = 5;

/** Errors in terms of the user's source; `folder` is that of the project. */
export class Reporter {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  report(message: string, at?: Position): Message {
    const place = placeOf(at, this.#folder);
    return place === undefined ? { message } : { message, at: place };
  }

  /** Whose fault an error is. */
  causeOf(error: unknown): number {
    return error instanceof ResourceError && error.urn !== "" ? causes.resource : causes.program;
  }

  error(error: unknown, at?: Position, isSecret = false, level = 0): Message {
    if (!(error instanceof Error)) {
      return this.report(isSecret ? "an error that may quote a secret" : `Error: ${String(error)}`, at);
    }
    const message = isSecret && !isOfEngine(error)
      ? `${error.name} (its text may quote a secret, and is not shown)`
      : `${error.name}: ${error.message}`;
    const report = this.report(message, positionIn(error.stack) ?? at);
    if (level < mostLevels) {
      report.related = causesOf(error).map((it) => this.error(it, undefined, isSecret, level + 1));
    }
    return report;
  }

  /** An error that ended the program. If it came from a failure of a secret, no text of it is shown. */
  crash(error: unknown, failures: readonly Failure[]): Message {
    const chain = chainOf(error);
    const known = failures.filter((it) => chain.has(it.error));
    return this.error(error, known[0]?.at, hasSecret() || known.some((it) => it.isSecret));
  }

  /** Failures that the program did not handle: its own come first, as lumi has told of those that it knows. */
  failures(failures: Failure[]): { cause: number; report: Message } {
    const own = failures.filter((it) => this.causeOf(it.error) === causes.program);
    const [first, ...others] = own.length > 0 ? own : failures.slice(0, 1);
    const report = this.error(first.error, first.at, first.isSecret);
    const more = others.slice(0, mostDetails).map((it) => this.error(it.error, it.at, it.isSecret));
    return { cause: this.causeOf(first.error), report: { ...report, related: [...report.related ?? [], ...more] } };
  }

  stalled(waiting: { what: string; waitsFor: string[] }[]): Message {
    const details = waiting.slice(0, mostDetails).map((it) =>
      `${it.what} waits for ${it.waitsFor.join(" and ") || "a value"}`
    );
    const help = "does the component end its constructor with registerOutputs?";
    return { message: "the program cannot finish: it awaits a promise that never settles", details, help };
  }

  stopped(origin: string): Message {
    const message = `the program waits for ${origin}, which is known only after deployment\n` +
      "the resources registered so far are planned; the graph is incomplete";
    return { severity: note, message, help: "to plan what follows, use apply, or pass the Output as an input" };
  }
}

/** An error with all that caused it, each once. */
function chainOf(error: unknown): Set<unknown> {
  const chain = new Set([error]);
  for (const it of chain) {
    if (it instanceof Error) causesOf(it).forEach((cause) => chain.add(cause));
  }
  return chain;
}

function causesOf(error: Error): unknown[] {
  return [error.cause ?? [], error instanceof AggregateError ? error.errors : []].flat();
}
