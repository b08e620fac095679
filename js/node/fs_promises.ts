// node:fs/promises. Operations run on other threads; the sandbox is asked before.

import type { Data, Encoding, PathLike } from "./fs/arguments.ts";
import { constants } from "./fs/constants.ts";
import { FileHandle, openHandle } from "./fs/file_handle.ts";
import * as forms from "./fs/forms.ts";
import type { ReadOptions, WriteOptions } from "./fs/paths.ts";
import { changes } from "./fs/watch.ts";
import type { Look, ReadFile, ReadFolder, SystemLook } from "./fs/types.ts";

export type { FileHandle };
export type { ReadFile, ReadFolder };

type WriteFile = (path: PathLike | FileHandle, data: Data, options?: Encoding | WriteOptions) => Promise<void>;

export const access = forms.access.later;
export const appendFile: WriteFile = async (path, data, options) => {
  await (path instanceof FileHandle ? path.appendFile(data, options) : forms.appendFile.later(path, data, options));
};
export const chmod = forms.chmod.later;
export const chown = forms.chown.later;
export const copyFile = forms.copyFile.later;
export const cp = forms.cp.later;
export const lchown = forms.lchown.later;
export const link = forms.link.later;
export const lstat = forms.lstat.later as Look;
export const lutimes = forms.lutimes.later;
export const mkdir = forms.mkdir.later;
export const mkdtemp = forms.mkdtemp.later;
export const open = openHandle;
export const opendir = forms.opendir.later;
export const readdir = forms.readdir.later as ReadFolder;
export const readFile =
  (async (path: PathLike | FileHandle, options?: ReadOptions) =>
    await (path instanceof FileHandle
      ? path.readFile(options as string)
      : forms.readFile.later(path, options))) as ReadFile;
export const readlink = forms.readlink.later;
export const realpath = forms.realpath.later;
export const rename = forms.rename.later;
export const rm = forms.rm.later;
export const rmdir = forms.rmdir.later;
export const stat = forms.stat.later as Look;
export const statfs = forms.statfs.later as SystemLook;
export const symlink = forms.symlink.later;
export const truncate = forms.truncate.later;
export const unlink = forms.unlink.later;
export const utimes = forms.utimes.later;
export const watch = changes;
export const writeFile: WriteFile = async (path, data, options) => {
  await (path instanceof FileHandle ? path.writeFile(data, options) : forms.writeFile.later(path, data, options));
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
