// A place in flattened data whose value is not there yet.

import type { Cell } from "./cell.ts";

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
