// The names of databases and of their users.

import { getProject, getStack } from "../../session/run_context.ts";
import { nameHash } from "../name_hash.ts";

/** Postgres cuts longer ones. */
const MAX_LENGTH = 63;

/**
 * The name of a database, such as `shop_dev_orders`, which begins with a letter. It ends with a hash if it is too long, or if its
 * parts have more than small letters and digits: two projects, stacks or components could have one name otherwise.
 */
export function databaseName(name: string): string {
  const parts = [getProject(), getStack(), name];
  const whole = parts.join("_").toLowerCase().replace(/[^a-z0-9]+/g, "_");
  const valid = /^[a-z]/.test(whole) ? whole : `d_${whole}`;
  if (valid.length <= MAX_LENGTH && parts.every((it) => /^[a-z0-9]+$/.test(it))) return valid;
  const end = `_${nameHash(JSON.stringify(parts))}`;
  return valid.slice(0, MAX_LENGTH - end.length) + end;
}

/** The URL of a database on a server, for the user with its name. */
export function databaseUrl(host: string, name: string, password: string, query = ""): string {
  return `postgres://${name}:${encodeURIComponent(password)}@${host}/${name}${query}`;
}
