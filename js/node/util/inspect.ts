// util.inspect: values as text.

import { web } from "../../web/ops.ts";
import { DEEP, shownDepth } from "./inspected_size.ts";
import { colors, styles } from "./style.ts";

interface ConsoleScript {
  inspect(value: unknown, options?: object): string;
  inspectArgs(args: unknown[], options?: object): string;
  stripVTControlCharacters(text: string): string;
}

/** The script behind the console, which is a part of each start. */
export const consoleScript = () => web("01_console.js") as unknown as ConsoleScript;

export interface InspectOptions {
  depth?: number | null;
  colors?: boolean;
  compact?: boolean | number;
  showHidden?: boolean;
  sorted?: boolean;
  breakLength?: number;
  maxArrayLength?: number | null;
  maxStringLength?: number | null;
  numericSeparator?: boolean;
}

/** Converts options: Node uses null where the console uses Infinity, and prefers other quotes. */
function settings(options: InspectOptions): object {
  const { depth, maxArrayLength, maxStringLength, ...rest } = options;
  const unlimited = (it: number | null | undefined) => (it === null ? Infinity : it);
  return {
    quotes: ["'", '"', "`"],
    ...rest,
    depth: unlimited(depth === undefined ? 2 : depth),
    ...(maxArrayLength === undefined ? {} : { maxArrayLength: unlimited(maxArrayLength) }),
    ...(maxStringLength === undefined ? {} : { maxStringLength: unlimited(maxStringLength) }),
  };
}

/**
 * Formats a value like the console. The second argument may also be `showHidden`, the third the
 * depth.
 */
export function inspect(value: unknown, options?: InspectOptions | boolean, depth?: number | null): string {
  const given = typeof options === "object" && options !== null ? options : { showHidden: options === true };
  const all = depth === undefined ? given : { ...given, depth };
  const isDeep = all.depth === null || (all.depth ?? 0) > DEEP;
  return consoleScript().inspect(value,
    settings(isDeep ? { ...all, depth: shownDepth(value, all.depth ?? Infinity) } : all));
}

inspect.custom = Symbol.for("nodejs.util.inspect.custom");
inspect.colors = colors;
inspect.styles = styles;
inspect.defaultOptions = { depth: 2, colors: false } as InspectOptions;
