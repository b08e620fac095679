import { readFileSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Message } from "../wire/protocol.js";

/** A place in the source of a program; lines and columns count from 1, columns in UTF-16 units. */
export interface Position {
  file: string;
  line: number;
  column: number;
}

const own = fileURLToPath(new URL("..", import.meta.url));
const frame = /^\s*at (?:(.*?) \()?((?:file:\/\/)?\/.*?):(\d+):(\d+)\)?$/;

/** The first place in a stack outside of this package, and outside of the constructors of `subject`. */
export function positionIn(stack: string | undefined, subject?: object): Position | undefined {
  const constructors = new Set<string>();
  for (let at = subject; at !== undefined && at !== null; at = Object.getPrototypeOf(at)) {
    constructors.add(`new ${at.constructor?.name}`);
  }
  for (const text of (stack ?? "").split("\n")) {
    const match = frame.exec(text);
    if (match === null) continue;
    const [, name = "", place, line, column] = match;
    const file = place.startsWith("file:") ? fileURLToPath(place) : place;
    if (file.startsWith(own) || constructors.has(name)) continue;
    return { file, line: Number(line), column: Number(column) };
  }
  return undefined;
}

/** The place in the program that called this package. */
export function callerPosition(subject?: object): Position | undefined {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const { stack } = new Error();
  Error.stackTraceLimit = before;
  return positionIn(stack, subject);
}

/** The file relative to a folder, if it is in there. */
export function shown(position: Position, folder: string): string {
  const inside = relative(folder, position.file);
  return inside.startsWith("..") || isAbsolute(inside) ? position.file : inside.split(sep).join("/");
}

export function placeOf(position: Position | undefined, folder: string): Message {
  if (position === undefined) return undefined;
  const { line, column } = position;
  return { file: shown(position, folder), line, column, ...textOf(position) };
}

function textOf({ file, line }: Position): { text?: string } {
  try {
    const text = readFileSync(file, "utf8").split("\n")[line - 1];
    return text === undefined ? {} : { text: text.replace(/\r$/, "") };
  } catch {
    return {};
  }
}
