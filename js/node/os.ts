// node:os, without facts about the machine that a plan could depend on.

import { core } from "../web/ops.ts";
import { env } from "./environment.ts";

export const EOL = "\n";
export const devNull = "/dev/null";

/** Equal to `process.platform`. */
export const platform = (): string => core.ops.op_lumi_platform()[0];

/** Equal to `process.arch`. */
export const arch = (): string => core.ops.op_lumi_platform()[1];

/** Requires --allow-env=HOME. */
export function homedir(): string {
  return env["HOME"] ?? "/";
}

export const tmpdir = (): string => "/tmp";

export default { arch, devNull, EOL, homedir, platform, tmpdir };
