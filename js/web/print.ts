// Console output goes to the host, which writes it to stderr. Standard output belongs to the graph.

import { currentTraceparent } from "./current_span.ts";
import { core } from "./ops.ts";

/** The output of console.clear: a program must not clear the screen. */
const clearing = ["\x1b[1;1H", "\x1b[0J"];

/** `level`: 0 debug, 1 log and info, 2 warn, 3 error; console.trace says 4. */
export function print(text: string, level: number): void {
  if (!clearing.includes(text)) write(text, level);
}

/** Prints any text, such as what is written to `process.stdout`. */
export function write(text: string, level: number): void {
  core.ops.op_lumi_print(text, level, currentTraceparent());
}
