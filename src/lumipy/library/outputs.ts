// Outputs of the stack that are exported in functions and blocks, or have names that only the run knows.

import { PyTypeError } from "./errors.ts";
import { kindOf } from "./hashing.ts";

export const outputs: Record<string, any> = {};

/** `export(name, value)`: a later one of a name takes its place. */
export function exportAs(name: any, value: any): void {
  if (typeof name !== "string") throw new PyTypeError(`the name of an output must be a str, not ${kindOf(name)}`);
  outputs[name] = value;
}
