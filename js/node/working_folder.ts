// The base of relative paths: the project folder, wherever Lumi was started.

import { ops } from "../lumi/protocol/ops.ts";

let folder: string | undefined;

export function workingFolder(): string {
  return (folder ??= ops().op_lumi_context().directory);
}
