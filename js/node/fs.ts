// node:fs: the synchronous functions that infrastructure programs use, through the sandbox.
// Relative paths are relative to the project folder.

import { core } from "../web/ops.ts";
import { permuted } from "../web/hash_order.ts";
import { fillRandom } from "../web/random.ts";
import { Buffer } from "./buffer.ts";
import { type PathLike, pathOf } from "./file_path.ts";
import { Dirent, Stats } from "./file_stats.ts";
import promises from "./fs_promises.ts";

type Encoding = string | null | undefined;

export interface WriteOptions {
  encoding?: Encoding;
  flag?: string;
  mode?: number;
}

export interface ListOptions {
  withFileTypes?: boolean;
  recursive?: boolean;
}

export const constants = { F_OK: 0, X_OK: 1, W_OK: 2, R_OK: 4, COPYFILE_EXCL: 1 };

function encodingOf(options: Encoding | { encoding?: Encoding }): Encoding {
  return typeof options === "object" && options !== null ? options.encoding : options;
}

const isMissing = (error: unknown) => ["ENOENT", "ENOTDIR"].includes((error as { code?: string }).code ?? "");

/** Returns undefined if `action` finds no file. */
function unlessMissing<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export function readFileSync(path: PathLike, options?: null | { encoding?: null }): Buffer;
export function readFileSync(path: PathLike, options: string | { encoding: string }): string;
export function readFileSync(path: PathLike, options?: Encoding | { encoding?: Encoding }): string | Buffer {
  const encoding = encodingOf(options);
  if (encoding === "utf8" || encoding === "utf-8") return core.ops.op_lumi_file_read_text(pathOf(path));
  const bytes = Buffer.over(core.ops.op_lumi_file_read(pathOf(path)));
  return encoding ? bytes.toString(encoding) : bytes;
}

function write(path: PathLike, data: unknown, options: Encoding | WriteOptions, flag: string): void {
  const settings: WriteOptions = typeof options === "object" && options !== null ? options : { encoding: options };
  core.ops.op_lumi_file_write(pathOf(path), contentOf(data, settings.encoding), settings.flag ?? flag,
    settings.mode ?? 0o666);
}

function contentOf(data: unknown, encoding: Encoding): Uint8Array {
  if (typeof data === "string") return Buffer.from(data, encoding ?? "utf8");
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw new TypeError("what is written to a file must be a string or a typed array; use JSON.stringify for objects");
}

export function writeFileSync(path: PathLike, data: string | ArrayBufferView, options?: Encoding | WriteOptions): void {
  write(path, data, options, "w");
}

export function appendFileSync(
  path: PathLike,
  data: string | ArrayBufferView,
  options?: Encoding | WriteOptions,
): void {
  write(path, data, options, "a");
}

export function existsSync(path: PathLike): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

export function statSync(path: PathLike, options?: { throwIfNoEntry?: true }): Stats;
export function statSync(path: PathLike, options: { throwIfNoEntry?: boolean }): Stats | undefined;
export function statSync(path: PathLike, options?: { throwIfNoEntry?: boolean }): Stats | undefined {
  const read = () => new Stats(core.ops.op_lumi_file_stat(pathOf(path), true));
  return options?.throwIfNoEntry === false ? unlessMissing(read) : read();
}

export function lstatSync(path: PathLike, options?: { throwIfNoEntry?: true }): Stats;
export function lstatSync(path: PathLike, options: { throwIfNoEntry?: boolean }): Stats | undefined;
export function lstatSync(path: PathLike, options?: { throwIfNoEntry?: boolean }): Stats | undefined {
  const read = () => new Stats(core.ops.op_lumi_file_stat(pathOf(path), false));
  return options?.throwIfNoEntry === false ? unlessMissing(read) : read();
}

/** Throws unless the file can be inspected; write permission shows only when writing. */
export function accessSync(path: PathLike, _mode?: number): void {
  core.ops.op_lumi_file_stat(pathOf(path), true);
}

export function readdirSync(path: PathLike, options: ListOptions & { withFileTypes: true }): Dirent[];
export function readdirSync(path: PathLike, options?: Encoding | (ListOptions & { withFileTypes?: false })): string[];
export function readdirSync(path: PathLike, options?: Encoding | ListOptions): (string | Dirent)[] {
  const { withFileTypes = false, recursive = false } = typeof options === "object" && options !== null ? options : {};
  const root = pathOf(path);
  const found: (string | Dirent)[] = [];
  const folders = [""];
  for (const folder of folders) {
    const parent = folder === "" ? root : `${root}/${folder}`;
    for (const entry of permuted(core.ops.op_lumi_file_list(parent))) {
      const [kind, name] = [entry[0]!, entry.slice(1)];
      const inner = folder === "" ? name : `${folder}/${name}`;
      found.push(withFileTypes ? new Dirent(name, parent, kind) : inner);
      // Lumi's own folder is listed only under its own path, if that is permitted.
      if (recursive && kind === "d" && name !== ".lumi") folders.push(inner);
    }
  }
  return found;
}

export function mkdirSync(path: PathLike, options?: number | { recursive?: boolean }): void {
  const recursive = typeof options === "object" && options?.recursive === true;
  core.ops.op_lumi_file_mkdir(pathOf(path), recursive);
}

export function rmSync(path: PathLike, options: { recursive?: boolean; force?: boolean } = {}): void {
  const remove = () => core.ops.op_lumi_file_remove(pathOf(path), options.recursive ? 2 : 0);
  if (options.force) unlessMissing(remove);
  else remove();
}

export function unlinkSync(path: PathLike): void {
  core.ops.op_lumi_file_remove(pathOf(path), 0);
}

export function rmdirSync(path: PathLike): void {
  core.ops.op_lumi_file_remove(pathOf(path), 1);
}

export function renameSync(from: PathLike, to: PathLike): void {
  core.ops.op_lumi_file_rename(pathOf(from), pathOf(to));
}

export function copyFileSync(from: PathLike, to: PathLike, mode = 0): void {
  const isExclusive = (mode & constants.COPYFILE_EXCL) !== 0;
  core.ops.op_lumi_file_copy(pathOf(from), pathOf(to), isExclusive);
}

export function realpathSync(path: PathLike): string {
  return core.ops.op_lumi_file_realpath(pathOf(path));
}

/** Creates a folder with a unique name, and returns its path. */
export function mkdtempSync(prefix: string): string {
  const random = new Uint8Array(6);
  fillRandom(random);
  const path = prefix + Buffer.from(random).toString("base64url").replace(/[-_]/g, "x").slice(0, 6);
  core.ops.op_lumi_file_mkdir(path, false);
  return path;
}

export { Dirent, Stats };

export { promises };
export default {
  accessSync,
  appendFileSync,
  constants,
  copyFileSync,
  Dirent,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  // A getter, because of a circular import with node:fs/promises.
  get promises() {
    return promises;
  },
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  Stats,
  unlinkSync,
  writeFileSync,
};
