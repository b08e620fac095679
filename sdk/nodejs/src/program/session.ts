import type { Cell, Data } from "./cell.js";
import type { Failure } from "./failure.js";
import type { Monitor } from "./monitor.js";
import type { ResourceState } from "./state.js";

/** What a program may know of its run. */
export interface Facts {
  project: string;
  stack: string;
  isPreview: boolean;
  folder: string;
  /** What all URNs begin with. */
  urnPrefix: string;
  /** By `project:key`. */
  config: Map<string, { value: string; secret: boolean }>;
}

/** What all parts of one run have in common. */
export class Session {
  readonly facts: Facts;
  readonly monitor: Monitor;
  /** By URN, in the order of declaration. */
  readonly resources = new Map<string, ResourceState>();
  /** What has been asked for, but waits for values. */
  readonly waiting = new Set<Waiter>();
  readonly failures: Failure[] = [];
  /** Unknown values that the program waits for, which only a deployment can tell. */
  readonly awaited: string[] = [];
  readonly outputs: { [name: string]: Data } = {};
  count = 0;

  constructor(facts: Facts, monitor: Monitor) {
    this.facts = facts;
    this.monitor = monitor;
  }
}

let current: Session | undefined;

/** The session of the program that runs. */
export function session(): Session {
  if (current === undefined) {
    throw new Error("this program is not run by lumi: use `lumi run`, `lumi preview` or `lumi up`");
  }
  return current;
}

export function enter(next: Session): void {
  current = next;
}

/**
 * Calls `proceed` when all cells have values, or `fail` when one of them fails. `look` returns the cells. It is called again
 * when these are settled, as their values may contain more cells.
 */
export class Waiter {
  readonly what: string;
  readonly #session: Session;
  readonly #look: () => Cell[];
  readonly #proceed: () => void;
  readonly #fail: (failure: Failure | undefined, error: unknown) => void;
  #open = 0;

  constructor(
    owner: Session,
    what: string,
    look: () => Cell[],
    proceed: () => void,
    fail: (failure: Failure | undefined, error: unknown) => void,
  ) {
    [this.#session, this.what, this.#look, this.#proceed, this.#fail] = [owner, what, look, proceed, fail];
    owner.waiting.add(this);
    this.#start();
  }

  /** What a user would call what it waits for. */
  waitsFor(): string[] {
    return [...new Set(this.#look().filter((it) => it.state === "pending" && it.origin !== "").map((it) => it.origin))];
  }

  #start(): void {
    try {
      const cells = [...new Set(this.#look())];
      const failed = cells.find((it) => it.failure !== undefined);
      const pending = cells.filter((it) => it.state === "pending");
      if (failed === undefined && pending.length > 0) {
        this.#open = pending.length;
        for (const cell of pending) cell.subscribe((it) => this.#notify(it));
        return;
      }
      this.#session.waiting.delete(this);
      if (failed === undefined) this.#proceed();
      else this.#fail(failed.failure, undefined);
    } catch (error) {
      this.#session.waiting.delete(this);
      this.#fail(undefined, error);
    }
  }

  #notify(cell: Cell): void {
    this.#open--;
    if (this.#session.waiting.has(this) && (this.#open === 0 || cell.failure !== undefined)) this.#start();
  }
}
