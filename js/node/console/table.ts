// The text of `console.table`: one row for each member of a value, one column for each property of the rows.

import { inspect } from "../util/util.ts";

const INDEX = "(index)";
const VALUES = "Values";

/** How a cell shows a value: large objects only by their class. */
function cell(value: unknown): string {
  const isLarge = typeof value === "object" && value !== null && !Array.isArray(value) &&
    Object.keys(value).length > 2;
  return inspect(value, { depth: isLarge ? -1 : 0, maxArrayLength: 3, breakLength: Infinity });
}

interface Row {
  index: string;
  value: unknown;
  /** The key of an entry of a map. */
  key?: unknown;
}

/** The rows, and the title of the column that tells them apart. */
function rowsOf(value: object): { title: string; rows: Row[] } {
  if (value instanceof Map) {
    const rows = [...value].map(([key, it], index) => ({ index: String(index), key, value: it }));
    return { title: "(iteration index)", rows };
  }
  if (value instanceof Set) {
    return { title: "(iteration index)", rows: [...value].map((it, index) => ({ index: String(index), value: it })) };
  }
  return { title: INDEX, rows: Object.entries(value).map(([index, it]) => ({ index, value: it })) };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** The table with the properties that are asked for, or all. */
export function table(value: object, wanted?: readonly string[]): string {
  const { title, rows } = rowsOf(value);
  const isMap = value instanceof Map;
  const columns = new Set(
    wanted ?? (isMap ? [] : rows.flatMap((row) => isObject(row.value) ? Object.keys(row.value) : [])),
  );
  const hasValues = isMap || (wanted === undefined && rows.some((row) => !isObject(row.value)));
  const titles = [title, ...(isMap ? ["Key"] : []), ...columns, ...(hasValues ? [VALUES] : [])];
  const lines = rows.map((row) => {
    const own = isMap || !isObject(row.value) ? {} : row.value;
    const cells = [...columns].map((name) => Object.hasOwn(own, name) ? cell(own[name]) : "");
    const isShown = isMap || !isObject(row.value);
    const last = hasValues ? [isShown ? cell(row.value) : ""] : [];
    return [row.index, ...(isMap ? [cell(row.key)] : []), ...cells, ...last];
  });
  return drawTable(titles, lines);
}

function drawTable(titles: string[], lines: string[][]): string {
  const all = [titles, ...lines];
  const widths = titles.map((_, column) => Math.max(...all.map((line) => line[column]!.length)) + 2);
  const rule = (left: string, middle: string, right: string) =>
    left + widths.map((width) => "\u2500".repeat(width)).join(middle) + right;
  const line = (cells: string[]) =>
    `\u2502${cells.map((text, column) => ` ${text}`.padEnd(widths[column]!)).join("\u2502")}\u2502`;
  return [
    rule("\u250c", "\u252c", "\u2510"),
    line(titles),
    rule("\u251c", "\u253c", "\u2524"),
    ...lines.map(line),
    rule("\u2514", "\u2534", "\u2518"),
  ].join("\n");
}
