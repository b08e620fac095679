// The keys of the configuration that secrets of the program come from.

import type { Cell } from "../cell/cell.ts";

const keys = new WeakMap<Cell, string>();

/** Records that the cell has the value of a key, such as `shop:token`. */
export function noteConfigKey(cell: Cell, key: string): void {
  keys.set(cell, key);
}

/** The key whose value the cell has; undefined for other cells. */
export function configKeyOf(cell: Cell): string | undefined {
  return keys.get(cell);
}
