// Settles a cell with any value of a program: a Property, a promise, or plain data that contains
// these at any depth. The settled value contains neither.

import { type Cell, cellOf } from "./cell.ts";
import { PropertyCollector } from "./property_collector.ts";
import { isPlainObject } from "../data/plain_object.ts";
import { isThenable, PromiseCell } from "./promise_cell.ts";
import { isResource } from "./resource_key.ts";

export function resolveInto(cell: Cell, value: unknown): void {
  if (!cell.isPending) return;
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return cell.settle(value);
  if (Array.isArray(value) || isPlainObject(value)) return PropertyCollector.into(cell, value, asCell);
  const inner = asCell(value);
  if (inner === null) cell.settle(value);
  else cell.follow(inner);
}

/** The cell of a Property, a new cell for a promise, null for any other value. */
export function asCell(value: object): Cell | null {
  const cell = cellOf(value);
  if (cell !== undefined) return cell;
  if (typeof value === "function") return null;
  if (isResource(value) || !isThenable(value)) return null;
  return new PromiseCell(value, resolveInto);
}
