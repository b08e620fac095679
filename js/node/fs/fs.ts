// node:fs, through the sandbox. Relative paths are relative to the project folder.

import { core } from "../../web/ops.ts";
import { invalidArgType } from "../node_errors.ts";
import { resolve } from "../path/path.ts";
import { type Encoding, optionsOf, type PathLike, pathOf, timeOf } from "./arguments.ts";
import { constants } from "./constants.ts";
import { Dir, renamedCall } from "./dir.ts";
import * as forms from "./forms.ts";
import { shownPath } from "./path_text.ts";
import type { ListOptions, ReadOptions, RemoveOptions, WriteOptions } from "./paths.ts";
import { named } from "./request.ts";
import { type BigIntStats, Dirent, type StatFs, Stats } from "./stats.ts";
import { createReadStream, createWriteStream, ReadStream, WriteStream } from "./streams.ts";
import type * as types from "./types.ts";
import { unwatchFile, watch, watchFile } from "./watch.ts";
import promises from "./promises.ts";

export type { StreamClass } from "./streams.ts";
export type { BigIntStats, Encoding, ListOptions, PathLike, ReadOptions, RemoveOptions, StatFs, WriteOptions };

export const { sync: accessSync, callback: access } = forms.access;
export const { sync: appendFileSync, callback: appendFile } = forms.appendFile;
export const { sync: chmodSync, callback: chmod } = forms.chmod;
export const { sync: chownSync, callback: chown } = forms.chown;
export const { sync: closeSync, callback: close } = forms.close;
export const { sync: copyFileSync, callback: copyFile } = forms.copyFile;
export const { sync: cpSync, callback: cp } = forms.cp;
export const { sync: fchmodSync, callback: fchmod } = forms.fchmod;
export const { sync: fchownSync, callback: fchown } = forms.fchown;
export const { sync: fdatasyncSync, callback: fdatasync } = forms.fdatasync;
export const fstatSync = forms.fstat.sync as types.FstatSync;
export const fstat = forms.fstat.callback as types.FstatCallback;
export const { sync: fsyncSync, callback: fsync } = forms.fsync;
export const { sync: ftruncateSync, callback: ftruncate } = forms.ftruncate;
export const { sync: futimesSync, callback: futimes } = forms.futimes;
export const { sync: lchownSync, callback: lchown } = forms.lchown;
export const { sync: linkSync, callback: link } = forms.link;
export const lstatSync = forms.lstat.sync as types.StatSync;
export const lstat = forms.lstat.callback as types.StatCallback;
export const { sync: lutimesSync, callback: lutimes } = forms.lutimes;
export const { sync: mkdirSync, callback: mkdir } = forms.mkdir;
export const { sync: mkdtempSync, callback: mkdtemp } = forms.mkdtemp;
export const { sync: openSync, callback: open } = forms.open;
export const { sync: opendirSync, callback: opendir } = forms.opendir;
export const read = forms.read.callback;
export const readSync = (...args: Parameters<typeof forms.read.sync>): number => forms.read.sync(...args).bytesRead;
export const readdirSync = forms.readdir.sync as types.ReadDirSync;
export const readdir = forms.readdir.callback as types.ReadDirCallback;
export const readFile = forms.readFile.callback as types.ReadFileCallback;
export const { sync: readlinkSync, callback: readlink } = forms.readlink;
export const readv = forms.readv.callback;
export const readvSync = (...args: Parameters<typeof forms.readv.sync>): number => forms.readv.sync(...args).bytesRead;
export const { sync: renameSync, callback: rename } = forms.rename;
export const { sync: rmSync, callback: rm } = forms.rm;
export const { sync: rmdirSync, callback: rmdir } = forms.rmdir;
export const statSync = forms.stat.sync as types.StatSync;
export const stat = forms.stat.callback as types.StatCallback;
export const statfsSync = forms.statfs.sync as types.StatFsSync;
export const statfs = forms.statfs.callback as types.StatFsCallback;
export const { sync: symlinkSync, callback: symlink } = forms.symlink;
export const { sync: truncateSync, callback: truncate } = forms.truncate;
export const { sync: unlinkSync, callback: unlink } = forms.unlink;
export const { sync: utimesSync, callback: utimes } = forms.utimes;
export const write = forms.write.callback;
export const writeSync = (...args: Parameters<typeof forms.write.sync>): number =>
  forms.write.sync(...args).bytesWritten;
export const { sync: writeFileSync, callback: writeFile } = forms.writeFile;
export const writev = forms.writev.callback;
export const writevSync = (...args: Parameters<typeof forms.writev.sync>): number =>
  forms.writev.sync(...args).bytesWritten;
export const { sync: existsSync } = forms.exists;

/** Text in UTF-8 is read at once. */
export const readFileSync = ((path: PathLike | number, options?: Encoding | ReadOptions) => {
  const { encoding, flag } = optionsOf<ReadOptions>(options);
  if ((encoding === "utf8" || encoding === "utf-8") && flag === undefined && typeof path !== "number") {
    return core.ops.op_lumi_file_read_text(pathOf(path));
  }
  return forms.readFile.sync(path, options);
}) as types.ReadFileSync;

/** Calls back with whether there is something; without an error. */
export function exists(path: PathLike, callback: (exists: boolean) => void): void {
  if (typeof callback !== "function") throw invalidArgType("cb", "of type function", callback);
  forms.exists.promise(path).then(callback, () => callback(false));
}
Object.defineProperty(exists, Symbol.for("nodejs.util.promisify.custom"), { value: forms.exists.promise });

/** The path for the forms of Node's own, which take `.` and `..` out as text first, and names that path in errors. */
const resolvedPath = (path: PathLike): string => resolve(shownPath(pathOf(path)));

/** As Node's own, which looks at each part of the path. */
const withResolvedPath = (error: unknown): unknown =>
  renamedCall(error, (error as { code?: string }).code === "ELOOP" ? "stat" : "lstat");

export const realpathSync = Object.assign(
  named("realpathSync", (path: PathLike, options?: Encoding | { encoding?: Encoding }): string => {
    const resolved = resolvedPath(path);
    try {
      return forms.realpath.sync(resolved, options);
    } catch (error) {
      throw withResolvedPath(error);
    }
  }),
  { native: forms.realpath.sync },
);

type PathCallback = (error: Error | null, path?: string) => void;

export const realpath = Object.assign(
  named("realpath",
    (path: PathLike, options: Encoding | { encoding?: Encoding } | PathCallback, then?: PathCallback) => {
      const callback = typeof options === "function" ? options : then;
      if (typeof callback !== "function") throw invalidArgType("cb", "of type function", callback);
      const called = (error: Error | null, path?: string) =>
        error === null ? callback(null, path) : callback(withResolvedPath(error) as Error);
      forms.realpath.callback(resolvedPath(path), typeof options === "function" ? undefined : options, called);
    }),
  { native: forms.realpath.callback },
);

export const { F_OK, R_OK, W_OK, X_OK } = constants;

/** A file as a Blob, which has the content that it has now. */
export async function openAsBlob(path: PathLike, options: { type?: string } = {}): Promise<Blob> {
  const bytes = await forms.readFile.promise(path) as Uint8Array<ArrayBuffer>;
  return new Blob([bytes], { type: options.type ?? "" });
}

export {
  constants,
  createReadStream,
  createWriteStream,
  Dir,
  Dirent,
  promises,
  ReadStream,
  ReadStream as FileReadStream,
  Stats,
  timeOf as _toUnixTimestamp,
  unwatchFile,
  watch,
  watchFile,
  WriteStream,
  WriteStream as FileWriteStream,
};

export default {
  _toUnixTimestamp: timeOf,
  access,
  accessSync,
  appendFile,
  appendFileSync,
  chmod,
  chmodSync,
  chown,
  chownSync,
  close,
  closeSync,
  constants,
  copyFile,
  copyFileSync,
  createReadStream,
  createWriteStream,
  cp,
  cpSync,
  Dir,
  Dirent,
  exists,
  existsSync,
  F_OK,
  FileReadStream: ReadStream,
  FileWriteStream: WriteStream,
  fchmod,
  fchmodSync,
  fchown,
  fchownSync,
  fdatasync,
  fdatasyncSync,
  fstat,
  fstatSync,
  fsync,
  fsyncSync,
  ftruncate,
  ftruncateSync,
  futimes,
  futimesSync,
  lchown,
  lchownSync,
  link,
  linkSync,
  lstat,
  lstatSync,
  lutimes,
  lutimesSync,
  mkdir,
  mkdirSync,
  mkdtemp,
  mkdtempSync,
  open,
  openAsBlob,
  opendir,
  opendirSync,
  openSync,
  promises,
  R_OK,
  read,
  readdir,
  readdirSync,
  readFile,
  readFileSync,
  readlink,
  readlinkSync,
  ReadStream,
  readSync,
  readv,
  readvSync,
  realpath,
  realpathSync,
  rename,
  renameSync,
  rm,
  rmdir,
  rmdirSync,
  rmSync,
  stat,
  statfs,
  statfsSync,
  Stats,
  statSync,
  symlink,
  symlinkSync,
  truncate,
  truncateSync,
  unlink,
  unlinkSync,
  unwatchFile,
  utimes,
  utimesSync,
  W_OK,
  watch,
  watchFile,
  write,
  writeFile,
  writeFileSync,
  WriteStream,
  writeSync,
  writev,
  writevSync,
  X_OK,
};
