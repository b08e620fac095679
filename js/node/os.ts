// node:os, as far as it says nothing about the machine that a plan would come to depend on.

import { core } from "../web/ops.ts";
import { env } from "./environment.ts";

export const EOL = "\n";
export const devNull = "/dev/null";

/** As `process.platform`. */
export const platform = (): string => core.ops.op_lumi_platform()[0];

/** As `process.arch`. */
export const arch = (): string => core.ops.op_lumi_platform()[1];

/** Needs --allow-env=HOME. */
export function homedir(): string {
  return env["HOME"] ?? "/";
}

export const tmpdir = (): string => "/tmp";

export default { arch, devNull, EOL, homedir, platform, tmpdir };
