// node:fs/promises. Operations run synchronously, because the files of programs are small.

import type { Buffer } from "./buffer.ts";
import type { PathLike } from "./file_path.ts";
import type { Dirent, Stats } from "./file_stats.ts";
import * as files from "./fs.ts";

type Promised<F extends (...args: never[]) => unknown> = (...args: Parameters<F>) => Promise<ReturnType<F>>;

// Written out, because types cannot be derived from overloads.
export interface ReadFile {
  (path: PathLike, options?: null | { encoding?: null }): Promise<Buffer>;
  (path: PathLike, options: string | { encoding: string }): Promise<string>;
}
export interface ReadFolder {
  (path: PathLike, options: files.ListOptions & { withFileTypes: true }): Promise<Dirent[]>;
  (path: PathLike, options?: string | null | (files.ListOptions & { withFileTypes?: false })): Promise<string[]>;
}
type Look = (path: PathLike) => Promise<Stats>;

/** Looked up when called, because fs.ts imports this module. */
function promised<F extends (...args: never[]) => unknown>(find: () => F): Promised<F> {
  return async (...args) => find()(...args) as ReturnType<F>;
}

export const access = promised(() => files.accessSync);
export const appendFile = promised(() => files.appendFileSync);
export const copyFile = promised(() => files.copyFileSync);
export const lstat: Look = promised(() => files.lstatSync as () => Stats) as Look;
export const mkdir = promised(() => files.mkdirSync);
export const mkdtemp = promised(() => files.mkdtempSync);
export const readdir = promised(() => files.readdirSync as () => unknown) as unknown as ReadFolder;
export const readFile = promised(() => files.readFileSync as () => unknown) as unknown as ReadFile;
export const realpath = promised(() => files.realpathSync);
export const rename = promised(() => files.renameSync);
export const rm = promised(() => files.rmSync);
export const rmdir = promised(() => files.rmdirSync);
export const stat: Look = promised(() => files.statSync as () => Stats) as Look;
export const unlink = promised(() => files.unlinkSync);
export const writeFile = promised(() => files.writeFileSync);

export default {
  access,
  appendFile,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
  writeFile,
};
