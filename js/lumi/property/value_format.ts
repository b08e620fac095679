// Formats values as text, one member per line, for messages and line-by-line comparison.

import { inspectCell } from "./inspect.ts";
import { cellOf } from "../cell/cell.ts";
import { isIdentifier } from "../data/identifier.ts";
import { unknown } from "../protocol/ops.ts";
import { className, isPlainObject } from "../data/plain_object.ts";
import { factsOf } from "../cell/resource_key.ts";

export function formatValue(value: unknown): string {
  return format(value, "", []);
}

/** Formats a value on one line, truncated if too long. */
export function formatBriefly(value: unknown): string {
  const text = formatValue(value).replace(/\n\s*/g, " ");
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

function format(value: unknown, indent: string, ancestors: readonly object[]): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "bigint":
      return `${value}n`;
    case "function":
      if (cellOf(value) !== undefined) return inspectCell(cellOf(value)!);
      return `[function ${value.name || "(anonymous)"}]`;
    case "object":
      return value === null ? "null" : formatObject(value, indent, ancestors);
    case "symbol":
      return value === unknown ? "[unknown]" : value.toString();
    default:
      return Object.is(value, -0) ? "-0" : String(value);
  }
}

function formatObject(value: object, indent: string, ancestors: readonly object[]): string {
  const cell = cellOf(value);
  if (cell !== undefined) return inspectCell(cell);
  const resource = factsOf(value);
  if (resource !== undefined) return resource.owner;
  if (ancestors.includes(value)) return "[circular]";
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  if (value instanceof RegExp) return String(value);
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  const inner = [...ancestors, value];
  const member = (item: unknown) => format(item, `${indent}  `, inner);
  if (Array.isArray(value)) return lines("[", value.map(member), "]", indent);
  if (value instanceof Set) return lines("Set {", [...value].map(member), "}", indent);
  if (value instanceof Map) {
    return lines("Map {", [...value].map(([key, item]) => `${member(key)} => ${member(item)}`), "}", indent);
  }
  if (ArrayBuffer.isView(value)) {
    return lines(`${className(value)} [`, [...(value as Uint8Array)].map(member), "]", indent);
  }
  const prefix = isPlainObject(value) ? "{" : `${className(value)} {`;
  return lines(
    prefix,
    Object.keys(value).sort().map((key) => {
      const name = isIdentifier(key) ? key : JSON.stringify(key);
      return `${name}: ${member((value as Record<string, unknown>)[key])}`;
    }),
    "}",
    indent,
  );
}

function lines(open: string, members: readonly string[], close: string, indent: string): string {
  if (members.length === 0) return open + close;
  return `${open}\n${members.map((member) => `${indent}  ${member},\n`).join("")}${indent}${close}`;
}
