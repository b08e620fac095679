// The base of relative paths: the project folder, wherever Lumi was started, until `process.chdir`.

import { ops } from "../../lumi/protocol/ops.ts";

let folder: string | undefined;
let hasMoved = false;

export function workingFolder(): string {
  return (folder ??= ops().op_lumi_context().directory);
}

/** Reads `process.cwd` once a program has `process`, whose members it may replace. */
let read = workingFolder;

export const currentFolder = (): string => read();

export function followFolder(reader: () => string): void {
  read = reader;
}

/** Changes the base for node:fs, node:path and node:child_process. `path` is absolute and that of a folder. */
export function setWorkingFolder(path: string): void {
  hasMoved = path !== ops().op_lumi_context().directory;
  folder = path;
}

/** A path for the parts of the host for which relative paths begin in the project folder. Nothing is not a folder. */
export function fromWorkingFolder(path: string): string {
  return hasMoved && path !== "" && !path.startsWith("/") ? `${folder}/${path}` : path;
}

/** The folder of new processes; null is that of the project. */
export const folderOfProcesses = (): string | null => hasMoved ? workingFolder() : null;
