// A place in flattened data whose value is not there yet.

import type { Serial } from "../protocol/ops.ts";
import type { Cell } from "./cell.ts";

/** Something that has been asked for and waits for the values of its slots. */
export interface PendingWork {
  readonly slots: readonly PendingSlot[];
  /** The resource it belongs to, or -1. */
  readonly serial: Serial;
  /** How a place in its data is called in a report. */
  describe(path: string): string;
}

export class PendingSlot {
  constructor(
    /** Where the value will be put; null if it is only waited for. */
    readonly container: object | null,
    readonly key: string | number,
    /** How the place is called in messages and edges. */
    readonly path: string,
    readonly cell: Cell,
    /** The resource that stands there itself, when `cell` tells that it is registered. */
    readonly resource: object | null = null,
  ) {}
}
