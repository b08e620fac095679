// A place in flattened data whose value is not settled yet.

import type { Serial } from "../protocol/ops.ts";
import type { Cell } from "./cell.ts";

/** An operation that waits for the values of its slots. */
export interface PendingWork {
  readonly slots: readonly PendingSlot[];
  /** The resource it belongs to, or -1. */
  readonly serial: Serial;
  /** The name of a place in its data, for reports. */
  describe(path: string): string;
}

export class PendingSlot {
  constructor(
    /** The object that receives the value; null if the value is only awaited. */
    readonly container: object | null,
    readonly key: string | number,
    /** The path of the place, for messages and edges. */
    readonly path: string,
    readonly cell: Cell,
    /** The resource at this place, if `cell` settles with its registration. */
    readonly resource: object | null = null,
  ) {}
}
