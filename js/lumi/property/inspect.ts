// Console output of the SDK's objects. Never shows a secret, and never throws.

import { type Cell, State } from "../cell/cell.ts";
import { unknown } from "../protocol/ops.ts";
import { isPlainObject } from "../data/plain_object.ts";
import { isResource } from "../cell/resource_key.ts";

export const inspectKeys = [
  Symbol.for("Deno.customInspect"),
  Symbol.for("nodejs.util.inspect.custom"),
];

const deepest = 3;

export function inspectCell(cell: Cell): string {
  return `Property { ${describe(cell)} }`;
}

function describe(cell: Cell): string {
  if (cell.isSecret) return "[secret]";
  if (cell.state === State.Pending) return "[pending]";
  if (cell.state === State.Failed) return "[failed]";
  return show(cell.value, 0);
}

function show(value: unknown, depth: number): string {
  if (value === unknown) return "[unknown]";
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return "[function]";
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "-0" : String(value);
  if (isResource(value)) return "[resource]";
  if (Array.isArray(value)) {
    return depth === deepest ? "[array]" : `[${value.map((item) => show(item, depth + 1)).join(", ")}]`;
  }
  if (!isPlainObject(value)) return value instanceof Date ? String(value) : "[object]";
  if (depth === deepest) return "[object]";
  const members = Object.entries(value).map(([key, item]) => `${key}: ${show(item, depth + 1)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
