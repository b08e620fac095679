// All operations of node:fs in their three forms.

import { cp as copyTree } from "./copy_tree.ts";
import * as files from "./descriptors.ts";
import { opendir as openFolder } from "./dir.ts";
import * as paths from "./paths.ts";
import { formsOf } from "./request.ts";

export const access = formsOf("access", paths.access);
export const appendFile = formsOf("appendFile", paths.appendFile);
export const chmod = formsOf("chmod", paths.chmod);
export const chown = formsOf("chown", paths.chown);
export const close = formsOf("close", files.close);
export const copyFile = formsOf("copyFile", paths.copyFile);
export const cp = formsOf("cp", copyTree);
export const exists = formsOf("exists", paths.exists);
export const fchmod = formsOf("fchmod", files.fchmod);
export const fchown = formsOf("fchown", files.fchown);
export const fdatasync = formsOf("fdatasync", files.fdatasync);
export const fstat = formsOf("fstat", files.fstat);
export const fsync = formsOf("fsync", files.fsync);
export const ftruncate = formsOf("ftruncate", files.ftruncate);
export const futimes = formsOf("futimes", files.futimes);
export const lchown = formsOf("lchown", paths.lchown);
export const link = formsOf("link", paths.link);
export const lstat = formsOf("lstat", paths.lstat);
export const lutimes = formsOf("lutimes", paths.lutimes);
export const mkdir = formsOf("mkdir", paths.mkdir);
export const mkdtemp = formsOf("mkdtemp", paths.mkdtemp);
export const open = formsOf("open", files.open);
export const opendir = formsOf("opendir", openFolder);
export const read = formsOf("read", files.read, (it) => [it.bytesRead, it.buffer] as [number, ArrayBufferView]);
export const readdir = formsOf("readdir", paths.readdir);
export const readFile = formsOf("readFile", paths.readFile);
export const readlink = formsOf("readlink", paths.readlink);
export const readv = formsOf(
  "readv",
  files.readv,
  (it) => [it.bytesRead, it.buffers] as [number, readonly ArrayBufferView[]],
);
export const realpath = formsOf("realpath", paths.realpath);
export const rename = formsOf("rename", paths.rename);
export const rm = formsOf("rm", paths.rm);
export const rmdir = formsOf("rmdir", paths.rmdir);
export const stat = formsOf("stat", paths.stat);
export const statfs = formsOf("statfs", paths.statfs);
export const symlink = formsOf("symlink", paths.symlink);
export const truncate = formsOf("truncate", paths.truncate);
export const unlink = formsOf("unlink", paths.unlink);
export const utimes = formsOf("utimes", paths.utimes);
export const write = formsOf(
  "write",
  files.write,
  (it) => [it.bytesWritten, it.buffer] as [number, ArrayBufferView | string],
);
export const writeFile = formsOf("writeFile", paths.writeFile);
export const writev = formsOf(
  "writev",
  files.writev,
  (it) => [it.bytesWritten, it.buffers] as [number, readonly ArrayBufferView[]],
);
