// The names of things in AWS: those of the project, the stack and the component.

import { getProject, getStack } from "../../session/run_context.ts";
import { nameHash } from "../name_hash.ts";

/**
 * A name of at most `limit` characters; a longer one ends with a hash of the whole. An `ending` that begins with `_` keeps it from
 * being that of another component.
 */
export function physicalName(name: string, limit: number, ending = ""): string {
  const whole = `${getProject()}-${getStack()}-${name}`.replace(/[^A-Za-z0-9-]+/g, "-");
  if (whole.length + ending.length <= limit) return whole + ending;
  const end = `-${nameHash(whole + ending)}${ending}`;
  return whole.slice(0, limit - end.length) + end;
}

/** The beginning of a name that AWS completes, for names that are unique in the world or may not come again soon. */
export function namePrefix(name: string, limit: number): string {
  return `${physicalName(name, limit - 1)}-`.toLowerCase();
}
