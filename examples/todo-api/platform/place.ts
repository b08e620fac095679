// The place of the platform on this machine: the folder that `lumi closure serve` is started with.

import { Config, getStack } from "lumi";

/** A folder for each stack, unless `lumi config set platform:folder PATH` says otherwise. */
export const folder = new Config("platform").get("folder") ?? `out/${getStack()}`;

/** Names are those of folders and parts of URLs. */
export function checkName(what: string, name: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,62}$/.test(name)) return name;
  throw new TypeError(
    `the ${what} ${JSON.stringify(name)} needs another name: up to 63 small letters, digits and hyphens`,
  );
}
