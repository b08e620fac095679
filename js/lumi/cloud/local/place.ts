// The place of the platform on this machine: the folder that `lumi closure serve` is started with.

import { Config } from "../../program/config.ts";
import { getStack } from "../../session/run_context.ts";

/** A folder for each stack, unless `lumi config set local:folder PATH` says otherwise. */
export function localFolder(): string {
  return new Config("local").get("folder") ?? `out/${getStack()}`;
}
