// Something asked for (a registration, the outputs, a call) whose data still has gaps. It goes on
// when all of them are settled, and not at all when one fails.

import { type Cell, State } from "./cell.ts";
import { attachSerial, Failure } from "./failure.ts";
import { type Flattening, noGaps } from "./flattening.ts";
import type { Gap } from "./gap.ts";
import type { Serial } from "./ops.ts";
import type { Listener } from "./pulse.ts";
import type { Session } from "./session.ts";

export abstract class Waiter implements Listener {
  /** What it waits for now; see idle.ts. */
  gaps: readonly Gap[] = noGaps;
  private open = 0;
  private isOver = false;

  constructor(protected readonly session: Session, protected readonly flattening: Flattening) {}

  /** The resource it belongs to, or -1. */
  abstract readonly serial: Serial;

  /** Everything is there. */
  protected abstract proceed(): void;

  /** A last look when nothing is missing; may leave new gaps. */
  protected review(): void {}

  /** It never will be. `gap` is null if a value was there but could not be used. */
  protected abstract fail(failure: Failure, gap: Gap | null): void;

  /** How a place in its data is called in a report. */
  describe(path: string): string {
    return path;
  }

  /** Goes on at once if nothing is missing. */
  start(): void {
    if (this.flattening.gaps.length === 0) this.review();
    if (this.flattening.gaps.length === 0) return this.proceed();
    this.session.waiting.add(this);
    this.wait();
  }

  notify(cell: Cell): void {
    this.open--;
    if (this.isOver || (this.open > 0 && cell.state !== State.Failed)) return;
    const failed = this.gaps.find((gap) => gap.cell.state === State.Failed);
    if (failed !== undefined) {
      this.end();
      return this.fail(failed.cell.failure, failed);
    }
    try {
      this.goOn();
    } catch (error) {
      attachSerial(error, this.serial);
      this.end();
      this.fail(new Failure(error), null);
    }
  }

  private goOn(): void {
    for (const gap of this.gaps) this.flattening.fill(gap);
    if (this.flattening.gaps.length === 0) this.review();
    if (this.flattening.gaps.length > 0) return this.wait();
    this.end();
    this.proceed();
  }

  private wait(): void {
    this.gaps = this.flattening.gaps;
    this.flattening.gaps = noGaps;
    this.open = this.gaps.length;
    for (const gap of this.gaps) gap.cell.subscribe(this);
  }

  private end(): void {
    this.isOver = true;
    this.gaps = noGaps;
    this.session.waiting.delete(this);
  }
}
