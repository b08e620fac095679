// An operation (a registration, the outputs, a call) whose data has pending slots. It proceeds when
// all of them have settled, and fails when one fails.

import { type Cell, State } from "../cell/cell.ts";
import { attachSerial, Failure } from "../data/failure.ts";
import { type Flattening, noSlots } from "./flattening.ts";
import type { PendingSlot, PendingWork } from "../cell/pending_slot.ts";
import type { Serial } from "../protocol/ops.ts";
import type { Listener } from "../cell/microtask_queue.ts";
import type { Session } from "../session/session.ts";

export abstract class PendingOperation implements Listener, PendingWork {
  /** The open slots; see idle.ts. */
  slots: readonly PendingSlot[] = noSlots;
  private open = 0;
  private isOver = false;

  constructor(protected readonly session: Session, protected readonly flattening: Flattening) {}

  /** The resource it belongs to, or -1. */
  abstract readonly serial: Serial;

  /** Called when all slots are filled. */
  protected abstract proceed(): void;

  /** Checks complete data; may add pending slots. */
  protected review(): void {}

  /** Called when a slot fails. `slot` is null if a settled value cannot be used. */
  protected abstract fail(failure: Failure, slot: PendingSlot | null): void;

  /** The name of a place in its data, for reports. */
  describe(path: string): string {
    return path;
  }

  /** Proceeds at once if there are no pending slots. */
  start(): void {
    if (this.flattening.slots.length === 0) this.review();
    if (this.flattening.slots.length === 0) return this.proceed();
    this.session.waiting.add(this);
    this.wait();
  }

  notify(cell: Cell): void {
    this.open--;
    if (this.isOver || (this.open > 0 && cell.state !== State.Failed)) return;
    const failed = this.slots.find((slot) => slot.cell.state === State.Failed);
    if (failed !== undefined) {
      this.end();
      return this.fail(failed.cell.failure, failed);
    }
    try {
      this.advance();
    } catch (error) {
      attachSerial(error, this.serial);
      this.end();
      this.fail(new Failure(error), null);
    }
  }

  private advance(): void {
    for (const slot of this.slots) this.flattening.fill(slot);
    if (this.flattening.slots.length === 0) this.review();
    if (this.flattening.slots.length > 0) return this.wait();
    this.end();
    this.proceed();
  }

  private wait(): void {
    this.slots = this.flattening.slots;
    this.flattening.slots = noSlots;
    this.open = this.slots.length;
    for (const slot of this.slots) slot.cell.subscribe(this);
  }

  private end(): void {
    this.isOver = true;
    this.slots = noSlots;
    this.session.waiting.delete(this);
  }
}
