// node:fs/promises. The files of a program are small: what is promised is done at once.

import * as files from "./fs.ts";

type Promised<F extends (...args: never[]) => unknown> = (...args: Parameters<F>) => Promise<ReturnType<F>>;

/** Looked up when called: fs.ts imports this module, too. */
function promised<F extends (...args: never[]) => unknown>(find: () => F): Promised<F> {
  return async (...args) => find()(...args) as ReturnType<F>;
}

export const access = promised(() => files.accessSync);
export const appendFile = promised(() => files.appendFileSync);
export const copyFile = promised(() => files.copyFileSync);
export const lstat = promised(() => files.lstatSync);
export const mkdir = promised(() => files.mkdirSync);
export const mkdtemp = promised(() => files.mkdtempSync);
export const readdir = promised(() => files.readdirSync);
export const readFile = promised(() => files.readFileSync as (...args: unknown[]) => unknown);
export const realpath = promised(() => files.realpathSync);
export const rename = promised(() => files.renameSync);
export const rm = promised(() => files.rmSync);
export const rmdir = promised(() => files.rmdirSync);
export const stat = promised(() => files.statSync);
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
