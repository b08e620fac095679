// process.emitWarning: warnings, which listeners hear of and the console shows.

import { invalidArgType } from "../node_errors.ts";

export interface WarningOptions {
  type?: string;
  code?: string;
  detail?: string;
}

export type Warning = Error & { code?: string; detail?: string };

/** The warning from either form of a call. */
export function warningOf(
  warning: string | Error,
  options: string | WarningOptions | (() => void) = {},
  code?: string | (() => void),
): Warning {
  if (warning instanceof Error) return warning as Warning;
  if (typeof warning !== "string") throw invalidArgType("warning", "of type string or an instance of Error", warning);
  const given: WarningOptions = typeof options === "object" && options !== null
    ? options
    : { ...(typeof options === "string" ? { type: options } : {}), ...(typeof code === "string" ? { code } : {}) };
  if (given.type !== undefined && typeof given.type !== "string") {
    throw invalidArgType("type", "of type string", given.type);
  }
  const made: Warning = new Error(warning);
  made.name = String(given.type ?? "Warning");
  if (given.code !== undefined) made.code = given.code;
  if (typeof given.detail === "string") made.detail = given.detail;
  return made;
}

/** The text that the console shows. */
export function warningText(warning: Warning): string {
  const code = warning.code === undefined ? "" : `[${warning.code}] `;
  const detail = warning.detail === undefined ? "" : `\n${warning.detail}`;
  return `${code}${warning.name}: ${warning.message}${detail}`;
}
