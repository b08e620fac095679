// util.styleText: text with the colours of terminals.

import { coded, invalidArgType, invalidArgValue } from "../node_errors.ts";

type Codes = [begin: number, end: number];

/** Escape codes that begin and end a style. */
export const colors: Record<string, Codes> = Object.assign(Object.create(null), {
  reset: [0, 0],
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  blink: [5, 25],
  inverse: [7, 27],
  hidden: [8, 28],
  strikethrough: [9, 29],
  doubleunderline: [21, 24],
  framed: [51, 54],
  overlined: [53, 55],
});
for (const [index, name] of ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"].entries()) {
  const capital = name[0]!.toUpperCase() + name.slice(1);
  colors[name] = [30 + index, 39];
  colors[`bg${capital}`] = [40 + index, 49];
  colors[`${name}Bright`] = [90 + index, 39];
  colors[`bg${capital}Bright`] = [100 + index, 49];
}
colors["gray"] = colors["grey"] = colors["blackBright"]!;
colors["bgGray"] = colors["bgGrey"] = colors["bgBlackBright"]!;

/** The styles of kinds of values. */
export const styles: Record<string, string> = Object.assign(Object.create(null), {
  special: "cyan",
  number: "yellow",
  bigint: "yellow",
  boolean: "yellow",
  undefined: "grey",
  null: "bold",
  string: "green",
  symbol: "green",
  date: "magenta",
  regexp: "red",
  module: "underline",
});

interface StyleOptions {
  /** Whether a stream that is no terminal gets plain text. */
  validateStream?: boolean;
  stream?: { isTTY?: boolean; write?: unknown };
}

declare const process: { stdout: { isTTY?: boolean; write: unknown }; env: Record<string, string | undefined> };

/** As Node decides: FORCE_COLOR first, then the stream and the variables that ask for none. */
function hasColors(stream: { isTTY?: boolean }): boolean {
  const { FORCE_COLOR, NO_COLOR, NODE_DISABLE_COLORS } = process.env;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return stream.isTTY === true && NO_COLOR === undefined && NODE_DISABLE_COLORS === undefined;
}

export function styleText(format: string | string[], text: string, options: StyleOptions = {}): string {
  if (typeof text !== "string") throw invalidArgType("text", "of type string", text);
  const { validateStream = true, stream = process.stdout } = options;
  if (typeof validateStream !== "boolean") {
    throw invalidArgType("options.validateStream", "of type boolean", validateStream);
  }
  const names: unknown[] = Array.isArray(format) ? format : [format];
  const codes = names.map((name) => {
    const known = typeof name === "string" ? colors[name] : undefined;
    if (known === undefined) throw invalidArgValue("format", String(name), "must be one of the names of styles");
    return known;
  });
  if (!validateStream) return wrapped(text, codes);
  if (typeof stream?.write !== "function") {
    throw coded(TypeError, "ERR_INVALID_ARG_TYPE", 'The "stream" argument must be a stream that can be written');
  }
  return hasColors(stream) ? wrapped(text, codes) : text;
}

function wrapped(text: string, codes: Codes[]): string {
  const begin = codes.map(([it]) => `\u001b[${it}m`).join("");
  return begin + text + codes.toReversed().map(([, it]) => `\u001b[${it}m`).join("");
}
