// process.chdir: the base of relative paths for node:fs, node:path and node:child_process alone.

import { core } from "../web/ops.ts";
import { coded, invalidArgType } from "./node_errors.ts";
import { fromWorkingFolder, setWorkingFolder, workingFolder } from "./working_folder.ts";

const nothing = new Uint8Array();

/** Of the mode of a file: its kind, and that of folders. */
const KIND = 0o170000;
const FOLDER = 0o040000;

type SystemError = Error & { syscall?: string };

function realFolder(directory: string): string {
  if (directory === "") throw failed("ENOENT", -2, "no such file or directory");
  const path = core.ops.op_lumi_file({ realPath: { path: fromWorkingFolder(directory) } }, nothing) as string;
  const [, mode] = core.ops.op_lumi_file({ stat: { path, entry: false } }, nothing) as number[];
  if ((mode! & KIND) === FOLDER) return path;
  throw failed("ENOTDIR", -20, "not a directory");
}

const failed = (code: string, errno: number, text: string): SystemError =>
  Object.assign(coded(Error, code, `${code}: ${text}`), { errno, syscall: "chdir" });

export function chdir(directory: string): void {
  if (typeof directory !== "string") throw invalidArgType("directory", "of type string", directory);
  try {
    setWorkingFolder(realFolder(directory));
  } catch (error) {
    const failure = error as SystemError;
    if (failure.syscall === undefined) throw error;
    const before = workingFolder();
    failure.message = `${failure.message.split(",")[0]}, chdir '${before}' -> '${directory}'`;
    throw Object.assign(failure, { syscall: "chdir", path: before, dest: directory });
  }
}
