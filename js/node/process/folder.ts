// process.chdir: the base of relative paths for node:fs, node:path and node:child_process alone.

import { core } from "../../web/ops.ts";
import { invalidArgType } from "../node_errors.ts";
import { setWorkingFolder, workingFolder } from "./working_folder.ts";

const nothing = new Uint8Array();

type SystemError = Error & { syscall?: string };

export function chdir(directory: string): void {
  if (typeof directory !== "string") throw invalidArgType("directory", "of type string", directory);
  try {
    setWorkingFolder(core.ops.op_lumi_file({ changeFolder: { path: directory } }, nothing) as string);
  } catch (error) {
    const failure = error as SystemError;
    if (failure.syscall === undefined) throw error;
    const before = workingFolder();
    failure.message = `${failure.message.split(",")[0]}, chdir '${before}' -> '${directory}'`;
    throw Object.assign(failure, { syscall: "chdir", path: before, dest: directory });
  }
}
