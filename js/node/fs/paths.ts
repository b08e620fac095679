// Operations of node:fs on names.

import { permuted } from "../../web/hash_order.ts";
import { fillRandom } from "../../web/random.ts";
import { Buffer } from "../buffer/buffer.ts";
import { join } from "../path/path.ts";
import {
  argumentTypeError,
  bytesOf,
  checkEncoding,
  checkSignal,
  type Data,
  decoded,
  descriptor,
  type Encoding,
  type Flag,
  flagsOf,
  integer,
  type Mode,
  modeOf,
  nameAs,
  optionsOf,
  type PathLike,
  pathOf,
  type Time,
  timeOf,
  userOrGroup,
} from "./arguments.ts";
import { inFolder, isBytes, joined, shownPath } from "./path_text.ts";
import type { Steps } from "./request.ts";
import { type BigIntStats, Dirent, StatFs, type StatOptions, Stats, statsOf } from "./stats.ts";

export interface ReadOptions {
  encoding?: Encoding;
  flag?: Flag;
  signal?: AbortSignal;
}

export interface WriteOptions {
  encoding?: Encoding;
  flag?: Flag;
  mode?: Mode;
  flush?: boolean;
  signal?: AbortSignal;
}

export interface ListOptions {
  encoding?: Encoding;
  withFileTypes?: boolean;
  recursive?: boolean;
}

export interface RemoveOptions {
  recursive?: boolean;
  force?: boolean;
  maxRetries?: number;
  retryDelay?: number;
}

const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;

/** Number of bytes that are read of an open file at a time. */
const CHUNK = 512 * 1024;

/** Reads an open file from its position to its end. */
export function* readRest(file: number, signal?: AbortSignal): Steps<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (;;) {
    checkSignal(signal);
    const bytes: Uint8Array = yield { read: { file, length: CHUNK, position: -1 } };
    if (bytes.length === 0) return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    parts.push(bytes);
  }
}

export function readFile(path: PathLike | number, given?: unknown): Steps<string | Buffer> {
  const options = optionsOf<ReadOptions>(given);
  const file = typeof path === "number" ? descriptor(path) : undefined;
  const name = file === undefined ? pathOf(path) : "";
  const flags = flagsOf(options.flag, "r", "options.flag");
  return steps();
  function* steps(): Steps<string | Buffer> {
    checkSignal(options.signal);
    const request = { readFile: { path: name, flags } };
    const bytes: Uint8Array = yield file === undefined ? request : readRest(file, options.signal);
    checkSignal(options.signal);
    return decoded(bytes, options.encoding);
  }
}

/** Writes all bytes to an open file, at a position or at its own (-1). */
export function* writeAll(file: number, bytes: Uint8Array, position = -1): Steps<void> {
  for (let at = 0; at < bytes.length;) {
    const data = bytes.subarray(at);
    at += yield { request: { write: { file, position: position < 0 ? -1 : position + at } }, data };
  }
}

function writing(path: PathLike | number, data: Data, given: unknown, fallback: string): Steps<void> {
  const options = optionsOf<WriteOptions>(given);
  const flags = flagsOf(options.flag, fallback, "options.flag");
  const mode = modeOf(options.mode, 0o666);
  const bytes = bytesOf(data, options.encoding);
  const file = typeof path === "number" ? descriptor(path) : undefined;
  const name = file === undefined ? pathOf(path) : "";
  return steps();
  function* steps(): Steps<void> {
    checkSignal(options.signal);
    yield file === undefined
      ? { request: { writeFile: { path: name, flags, mode } }, data: bytes }
      : writeAll(file, bytes);
  }
}

export const writeFile = (path: PathLike | number, data: Data, options?: Encoding | WriteOptions) =>
  writing(path, data, options, "w");

export const appendFile = (path: PathLike | number, data: Data, options?: Encoding | WriteOptions) =>
  writing(path, data, options, "a");

export function* access(path: PathLike, mode: number = 0): Steps<void> {
  yield { access: { path: pathOf(path), mode: integer(mode, "mode", 0, 7) } };
}

export function* exists(path: PathLike): Steps<boolean> {
  try {
    yield { access: { path: pathOf(path), mode: 0 } };
    return true;
  } catch {
    return false;
  }
}

function statRequest(path: PathLike, options: StatOptions | undefined | null, entry: boolean) {
  const name = pathOf(path);
  return steps();
  function* steps(): Steps<Stats | BigIntStats | undefined> {
    try {
      return statsOf(yield { stat: { path: name, entry } }, options);
    } catch (error) {
      if (options?.throwIfNoEntry === false && codeOf(error) === "ENOENT") return undefined;
      throw error;
    }
  }
}

export const stat = (path: PathLike, options?: StatOptions | null) => statRequest(path, options, false);
export const lstat = (path: PathLike, options?: StatOptions | null) => statRequest(path, options, true);

export function statfs(path: PathLike, options?: { bigint?: boolean }): Steps<StatFs<number> | StatFs<bigint>> {
  const name = pathOf(path);
  return steps();
  function* steps(): Steps<StatFs<number> | StatFs<bigint>> {
    const facts: number[] = yield { statFs: { path: name } };
    return options?.bigint ? new StatFs(facts.map((it) => BigInt(it))) : new StatFs(facts);
  }
}

export const readdir = (path: PathLike, given?: unknown): Steps<(string | Dirent)[]> =>
  listing(pathOf(path), optionsOf<ListOptions>(given));

/** The entries of a folder whose path is for the host. */
export function* listing(root: string, options: ListOptions): Steps<(string | Dirent)[]> {
  const { encoding, withFileTypes = false, recursive = false } = options;
  const found: (string | Dirent)[] = [];
  const folders = [""];
  for (const folder of folders) {
    const path = folder === "" ? root : inFolder(root, folder);
    const shown = folder === "" ? shownPath(root) : join(shownPath(root), shownPath(folder));
    const entries: string[] = yield { list: { path } };
    for (const entry of permuted(entries)) {
      const [kind, name] = [entry[0]!, entry.slice(1)];
      const inner = folder === "" ? name : inFolder(folder, name);
      found.push(withFileTypes ? new Dirent(nameAs(name, encoding), shown, kind) : nameAs(inner, encoding));
      // Lumi's own folder is listed only under its own path, if that is permitted.
      if (recursive && kind === "d" && name !== ".lumi") folders.push(inner);
    }
  }
  return found;
}

export interface FolderOptions {
  recursive?: boolean;
  mode?: Mode;
}

export function mkdir(path: PathLike, given?: Mode | FolderOptions): Steps<string | undefined> {
  const options: FolderOptions = typeof given === "object" && given !== null ? given : { mode: given as Mode };
  const { recursive = false } = options;
  if (typeof recursive !== "boolean") throw argumentTypeError("options.recursive", "of type boolean", recursive);
  const mode = modeOf(options.mode, 0o777);
  const name = pathOf(path);
  return recursive ? makeAll(name, mode) : steps();
  function* steps(): Steps<undefined> {
    yield { mkdir: { path: name, mode, syscall: "mkdir", onTheWayTo: null } };
  }
}

/** Makes a folder, and before those around it that are missing. Answers the first that was made. */
function* makeAll(end: string, mode: number): Steps<string | undefined> {
  const wanted = [end];
  let [first, tried]: (string | undefined)[] = [];
  for (let path = wanted.pop(); path !== undefined; path = wanted.pop()) {
    try {
      const isMade: boolean = yield { mkdir: { path, mode, syscall: "mkdir", onTheWayTo: end } };
      if (isMade) first ??= shownPath(path);
    } catch (error) {
      const code = codeOf(error);
      const around = path.slice(0, Math.max(path.lastIndexOf("/"), 0));
      const isBelow = around !== "" && !(isBytes(path) && around === "\0");
      // A folder around it that was just made, or a link to nowhere, does not help.
      if (code === "ENOENT" && isBelow && around !== tried) {
        tried = around;
        wanted.push(path, around);
      } else if (code === "EEXIST" && wanted.length > 0) throw recoded(error, "ENOTDIR", "not a directory", -20);
      else throw error;
    }
  }
  return first;
}

/** An error of the system with another code. */
function recoded(error: unknown, code: string, text: string, errno: number): unknown {
  const failure = error as { message: string };
  failure.message = failure.message.replace(/^[A-Z]+: [^,]*/, `${code}: ${text}`);
  return Object.assign(failure, { code, errno });
}

/** Number of names that are tried. */
const MAX_ATTEMPTS = 100;

export function mkdtemp(prefix: PathLike, given?: unknown): Steps<string> {
  const { encoding } = optionsOf<{ encoding?: Encoding }>(given);
  const start = pathOf(prefix, "prefix");
  return steps();
  function* steps(): Steps<string> {
    for (let attempt = 1;; attempt++) {
      const random = new Uint8Array(6);
      fillRandom(random);
      const name = Buffer.from(random).toString("base64url").replace(/[-_]/g, "x").slice(0, 6);
      try {
        const path = joined(start, name);
        yield { mkdir: { path, mode: 0o700, syscall: "mkdtemp", onTheWayTo: null } };
        return nameAs(path, encoding);
      } catch (error) {
        const failure = error as { code: string; message: string; path: string };
        if (failure.code !== "EEXIST" || attempt === MAX_ATTEMPTS) {
          if (failure.path !== undefined) {
            const pattern = shownPath(joined(start, "XXXXXX"));
            failure.message = failure.message.replace(`'${failure.path}'`, `'${pattern}'`);
            failure.path = pattern;
          }
          throw error;
        }
      }
    }
  }
}

/** The error of node for a folder that is removed as if it were a file. */
function isFolderError(path: string): Error {
  const problem = `Path is a directory: rm returned EISDIR (is a directory) ${path}`;
  const error = Object.assign(new Error(problem), { code: "ERR_FS_EISDIR", errno: 21, syscall: "rm", path });
  error.name = "SystemError";
  return error;
}

/** The facts of an entry; undefined if it may not be read. What may be removed need not be readable. */
function* entryToRemove(path: string): Steps<Stats | undefined> {
  try {
    return new Stats(yield { stat: { path, entry: true } });
  } catch (error) {
    if (codeOf(error) !== "ERR_ACCESS_DENIED") throw error;
    return undefined;
  }
}

/** Removes a folder and all in it. The system says first whether the path names a folder that can be removed. */
function* removeFolder(path: string): Steps<void> {
  try {
    yield { remove: { path, what: "emptyFolder" } };
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST", "EPERM"].includes(codeOf(error) ?? "")) throw error;
    yield { remove: { path, what: "everything" } };
  }
}

export function rm(path: PathLike, options: RemoveOptions = {}): Steps<void> {
  const name = pathOf(path);
  return steps();
  function* steps(): Steps<void> {
    try {
      const found: Stats | undefined = yield entryToRemove(name);
      if (found?.isDirectory()) {
        if (!options.recursive) throw isFolderError(shownPath(name));
        yield removeFolder(name);
      } else yield { remove: { path: name, what: found || !options.recursive ? "file" : "everything" } };
    } catch (error) {
      if (!options.force || codeOf(error) !== "ENOENT") throw error;
      yield permissionToRemove(name);
    }
  }
}

/** Removing what is missing needs the permission as well. */
function* permissionToRemove(path: string): Steps<void> {
  try {
    yield { remove: { path, what: "file" } };
  } catch (error) {
    if (codeOf(error) === "ERR_ACCESS_DENIED") throw error;
  }
}

export function* unlink(path: PathLike): Steps<void> {
  yield { remove: { path: pathOf(path), what: "file" } };
}

export function rmdir(path: PathLike, options?: RemoveOptions): Steps<void> {
  const name = pathOf(path);
  return steps();
  function* steps(): Steps<void> {
    if (options?.recursive) {
      yield entryToRemove(name);
      yield removeFolder(name);
    } else yield { remove: { path: name, what: "emptyFolder" } };
  }
}

export function* rename(from: PathLike, to: PathLike): Steps<void> {
  yield { rename: { path: pathOf(from, "oldPath"), to: pathOf(to, "newPath") } };
}

export function* copyFile(from: PathLike, to: PathLike, mode: number = 0): Steps<void> {
  yield { copy: { path: pathOf(from, "src"), to: pathOf(to, "dest"), mode: integer(mode, "mode", 0, 7) } };
}

export function* link(existing: PathLike, path: PathLike): Steps<void> {
  yield { link: { path: pathOf(existing, "existingPath"), to: pathOf(path, "newPath") } };
}

/** The type is for Windows. */
export function* symlink(target: PathLike, path: PathLike, _type?: string | null): Steps<void> {
  yield { symlink: { target: pathOf(target, "target"), path: pathOf(path) } };
}

export function readlink(path: PathLike, given?: unknown): Steps<string> {
  const { encoding } = optionsOf<{ encoding?: Encoding }>(given);
  const name = pathOf(path);
  return steps();
  function* steps(): Steps<string> {
    return nameAs(yield { readLink: { path: name } }, encoding);
  }
}

export function realpath(path: PathLike, given?: unknown): Steps<string> {
  const { encoding } = optionsOf<{ encoding?: Encoding }>(given);
  checkEncoding(encoding);
  const name = pathOf(path);
  return steps();
  function* steps(): Steps<string> {
    return nameAs(yield { realPath: { path: name } }, encoding);
  }
}

export function* chmod(path: PathLike, mode: Mode): Steps<void> {
  yield { chmod: { path: pathOf(path), mode: modeOf(mode) } };
}

function* chownRequest(path: PathLike, user: number, group: number, entry: boolean): Steps<void> {
  const [uid, gid] = [userOrGroup(user, "uid"), userOrGroup(group, "gid")];
  yield { chown: { path: pathOf(path), user: uid, group: gid, entry } };
}

export const chown = (path: PathLike, uid: number, gid: number) => chownRequest(path, uid, gid, false);
export const lchown = (path: PathLike, uid: number, gid: number) => chownRequest(path, uid, gid, true);

function* utimesRequest(path: PathLike, atime: Time, mtime: Time, entry: boolean): Steps<void> {
  const [accessed, modified] = [timeOf(atime), timeOf(mtime)];
  yield { times: { path: pathOf(path), accessed, modified, entry } };
}

export const utimes = (path: PathLike, atime: Time, mtime: Time) => utimesRequest(path, atime, mtime, false);
export const lutimes = (path: PathLike, atime: Time, mtime: Time) => utimesRequest(path, atime, mtime, true);

export function truncate(path: PathLike, length: number = 0): Steps<void> {
  const name = pathOf(path);
  const size = Math.max(0, integer(length, "len"));
  return steps();
  function* steps(): Steps<void> {
    const file: number = yield { open: { path: name, flags: 2, mode: 0o666 } };
    try {
      yield { fileTruncate: { file, length: size } };
    } finally {
      yield { close: { file } };
    }
  }
}
