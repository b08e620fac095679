// The names of things in AWS: those of the project, the stack and the component.

import { getProject, getStack } from "../../session/run_context.ts";
import { nameHash } from "../name_hash.ts";

/**
 * A name of at most `limit` characters. It ends with a hash if it is too long, or if the project or the stack has more than letters
 * and digits: `jobs` of the stack `dev-eu` and `eu-jobs` of `dev` would have one name otherwise, and SQS and SNS make nothing of a
 * name a second time. An `ending` that begins with `_` keeps it from being that of another component.
 */
export function physicalName(name: string, limit: number, ending = ""): string {
  const parts = [getProject(), getStack()];
  const whole = [...parts, name].join("-").replace(/[^A-Za-z0-9-]+/g, "-");
  const isClear = parts.every((it) => /^[A-Za-z0-9]+$/.test(it));
  if (isClear && whole.length + ending.length <= limit) return whole + ending;
  const end = `-${nameHash(isClear ? whole + ending : JSON.stringify([...parts, name, ending]))}${ending}`;
  return whole.slice(0, limit - end.length) + end;
}

/** The beginning of a name that AWS completes, for names that are unique in the world or may not come again soon. */
export function namePrefix(name: string, limit: number): string {
  return `${physicalName(name, limit - 1)}-`.toLowerCase();
}
