// The option `replacementTrigger`: a value, which may settle later.

import type { Cell } from "../cell/cell.ts";
import { Flattening, noSlots } from "./flattening.ts";
import type { Wire } from "../protocol/ops.ts";

export class ReplacementTrigger {
  private readonly flattening: Flattening;
  private readonly wire: Record<string, Wire>;

  constructor(value: unknown, owner: string) {
    this.flattening = new Flattening({ noun: "option", owner });
    this.wire = this.flattening.members({ replacementTrigger: value });
  }

  /** The cells that must settle before `fill` is called. */
  get cells(): Cell[] {
    return this.flattening.slots.map(({ cell }) => cell);
  }

  /** Takes the values of settled cells, which may have others in them. */
  fill(): void {
    const { slots } = this.flattening;
    this.flattening.slots = noSlots;
    for (const slot of slots) this.flattening.fill(slot);
  }

  /** The whole value, when no cells are left. */
  get value(): Wire {
    return this.wire.replacementTrigger;
  }
}
