// fs.cp: copies files, folders and links.

import { coded } from "../node_errors.ts";
import { dirname, isAbsolute, join, resolve, sep } from "../path/path.ts";
import { argumentTypeError, integer, type PathLike, pathOf } from "./arguments.ts";
import { inFolder, isBytes } from "./path_text.ts";
import { mkdir } from "./paths.ts";
import type { Steps } from "./request.ts";
import { Stats } from "./stats.ts";

export interface CopyOptions {
  dereference?: boolean;
  errorOnExist?: boolean;
  /** Whether an entry is copied. The synchronous form takes the answer as it is. */
  filter?: (source: string, destination: string) => boolean | Promise<boolean>;
  force?: boolean;
  mode?: number;
  preserveTimestamps?: boolean;
  recursive?: boolean;
  verbatimSymlinks?: boolean;
}

/** The path of an entry, as text without dots where it is text. */
const below = (folder: string, name: string): string =>
  isBytes(folder) || isBytes(name) ? inFolder(folder, name) : join(folder, name);

function problem(code: string, message: string, path: string): Error {
  const error = coded(Error, code, message);
  error.name = "SystemError";
  return Object.assign(error, { syscall: "cp", path });
}

function* look(path: string, entry: boolean): Steps<Stats | undefined> {
  try {
    return new Stats(yield { stat: { path, entry } });
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return undefined;
    throw error;
  }
}

export function cp(source: PathLike, destination: PathLike, options: CopyOptions = {}): Steps<void> {
  if (typeof options !== "object" || options === null) throw argumentTypeError("options", "of type object", options);
  const [from, to] = [pathOf(source, "src"), pathOf(destination, "dest")];
  integer(options.mode ?? 0, "mode", 0, 7);
  return steps();
  function* steps(): Steps<void> {
    if (options.filter !== undefined && !(yield { ask: () => options.filter!(from, to) })) return;
    const found: Stats = new Stats(yield { stat: { path: from, entry: options.dereference !== true } });
    yield check(from, to, found, options);
    yield mkdir(dirname(to), { recursive: true });
    yield entry(from, to, found, options);
  }
}

function* check(from: string, to: string, source: Stats, options: CopyOptions): Steps<void> {
  const target: Stats | undefined = yield look(to, options.dereference !== true);
  const isFolder = source.isDirectory();
  if (target !== undefined) {
    if (target.ino === source.ino && target.dev === source.dev) {
      throw problem("ERR_FS_CP_EINVAL", "Invalid src or dest: cp returned EINVAL (src and dest cannot be the same) " +
        to, to);
    }
    if (isFolder && !target.isDirectory()) {
      throw problem("ERR_FS_CP_DIR_TO_NON_DIR", "Cannot overwrite non-directory with directory: cp returned EISDIR " +
        `(cannot overwrite non-directory ${to} with directory ${from}) ${to}`, to);
    }
    if (!isFolder && target.isDirectory()) {
      throw problem("ERR_FS_CP_NON_DIR_TO_DIR", "Cannot overwrite directory with non-directory: cp returned ENOTDIR " +
        `(cannot overwrite directory ${to} with non-directory ${from}) ${to}`, to);
    }
  }
  if (isFolder && `${resolve(to)}${sep}`.startsWith(`${resolve(from)}${sep}`)) {
    throw problem("ERR_FS_CP_EINVAL", `Invalid src or dest: cp returned EINVAL (cannot copy ${from} to a ` +
      `subdirectory of self ${to}) ${to}`, to);
  }
}

function* entry(from: string, to: string, source: Stats, options: CopyOptions): Steps<void> {
  const target: Stats | undefined = yield look(to, options.dereference !== true);
  if (source.isDirectory()) {
    if (!options.recursive) {
      throw problem("ERR_FS_EISDIR", "Recursive option not enabled, cannot copy a directory: cp returned EISDIR " +
        `(${from} is a directory (not copied)) ${from}`, from);
    }
    yield folder(from, to, source, target, options);
  } else if (source.isSymbolicLink()) yield link(from, to, target, options);
  else if (source.isFile()) yield file(from, to, source, target, options);
  else {
    const kind = source.isSocket() ? "SOCKET" : source.isFIFO() ? "FIFO_PIPE" : "UNKNOWN";
    throw problem(`ERR_FS_CP_${kind}`, `Cannot copy a special file: cp returned EINVAL (cannot copy ${from}) ${to}`,
      to);
  }
}

function* folder(
  from: string,
  to: string,
  source: Stats,
  target: Stats | undefined,
  options: CopyOptions,
): Steps<void> {
  if (target === undefined) yield mkdir(to);
  const entries: string[] = yield { list: { path: from } };
  for (const each of entries) {
    const name = each.slice(1);
    const [inner, outer] = [below(from, name), below(to, name)];
    if (options.filter !== undefined && !(yield { ask: () => options.filter!(inner, outer) })) continue;
    const found = new Stats(yield { stat: { path: inner, entry: options.dereference !== true } });
    yield check(inner, outer, found, options);
    yield entry(inner, outer, found, options);
  }
  if (target === undefined) yield { chmod: { path: to, mode: source.mode & 0o7777 } };
}

/** Whether an existing file is replaced. */
function replaces(to: string, options: CopyOptions): boolean {
  if (options.force !== false) return true;
  if (!options.errorOnExist) return false;
  throw problem("ERR_FS_CP_EEXIST", `Target already exists: cp returned EEXIST (${to} already exists) ${to}`, to);
}

function* file(from: string, to: string, source: Stats, target: Stats | undefined, options: CopyOptions): Steps<void> {
  if (target !== undefined) {
    if (!replaces(to, options)) return;
    yield { remove: { path: to, what: "file" } };
  }
  yield { copy: { path: from, to, mode: options.mode ?? 0 } };
  if (options.preserveTimestamps) {
    const [accessed, modified] = [source.atimeMs / 1000, source.mtimeMs / 1000];
    yield { times: { path: to, accessed, modified, entry: false } };
  }
}

function* link(from: string, to: string, target: Stats | undefined, options: CopyOptions): Steps<void> {
  let leads: string = yield { readLink: { path: from } };
  if (!options.verbatimSymlinks && !isAbsolute(leads)) leads = resolve(dirname(from), leads);
  // Another link is replaced; a file, which may be what the link leads to, is in the way.
  if (target?.isSymbolicLink()) yield { remove: { path: to, what: "file" } };
  yield { symlink: { path: to, target: leads } };
}
