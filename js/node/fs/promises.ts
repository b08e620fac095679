// node:fs/promises. Operations run on other threads; the sandbox is asked before.

import { argumentTypeError, type Data, type Encoding, type PathLike } from "./arguments.ts";
import { constants } from "./constants.ts";
import { FileHandle, openHandle } from "./file_handle.ts";
import * as forms from "./forms.ts";
import type { ReadOptions, WriteOptions } from "./paths.ts";
import { changes } from "./watch.ts";
import type { ReadDir, ReadFile, StatFsPromise, StatPromise } from "./types.ts";

export type { FileHandle };
export type { ReadDir, ReadFile };

/** A path: a number is not a file for promises, which take a FileHandle. */
function pathAlone<P>(path: P): P {
  if (typeof path === "number") throw argumentTypeError("path", "of type string or an instance of Buffer or URL", path);
  return path;
}

type WriteFile = (path: PathLike | FileHandle, data: Data, options?: Encoding | WriteOptions) => Promise<void>;

export const access = forms.access.promise;
export const appendFile: WriteFile = async (path, data, options) => {
  await (path instanceof FileHandle
    ? path.appendFile(data, options)
    : forms.appendFile.promise(pathAlone(path), data, options));
};
export const chmod = forms.chmod.promise;
export const chown = forms.chown.promise;
export const copyFile = forms.copyFile.promise;
export const cp = forms.cp.promise;
export const lchown = forms.lchown.promise;
export const link = forms.link.promise;
export const lstat = forms.lstat.promise as StatPromise;
export const lutimes = forms.lutimes.promise;
export const mkdir = forms.mkdir.promise;
export const mkdtemp = forms.mkdtemp.promise;
export const open = openHandle;
export const opendir = forms.opendir.promise;
export const readdir = forms.readdir.promise as ReadDir;
export const readFile =
  (async (path: PathLike | FileHandle, options?: ReadOptions) =>
    await (path instanceof FileHandle
      ? path.readFile(options as string)
      : forms.readFile.promise(pathAlone(path), options))) as ReadFile;
export const readlink = forms.readlink.promise;
export const realpath = forms.realpath.promise;
export const rename = forms.rename.promise;
export const rm = forms.rm.promise;
export const rmdir = forms.rmdir.promise;
export const stat = forms.stat.promise as StatPromise;
export const statfs = forms.statfs.promise as StatFsPromise;
export const symlink = forms.symlink.promise;
export const truncate = forms.truncate.promise;
export const unlink = forms.unlink.promise;
export const utimes = forms.utimes.promise;
export const watch = changes;
export const writeFile: WriteFile = async (path, data, options) => {
  await (path instanceof FileHandle
    ? path.writeFile(data, options)
    : forms.writeFile.promise(pathAlone(path), data, options));
};
export { constants };

export default {
  access,
  appendFile,
  chmod,
  chown,
  constants,
  copyFile,
  cp,
  lchown,
  link,
  lstat,
  lutimes,
  mkdir,
  mkdtemp,
  open,
  opendir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  symlink,
  truncate,
  unlink,
  utimes,
  watch,
  writeFile,
};
