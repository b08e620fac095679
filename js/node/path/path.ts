// node:path, with the semantics of POSIX, and as `win32` those of Windows.

import { invalidArgType } from "../node_errors.ts";
import { matchesGlob as matches } from "./glob.ts";
import * as windows from "./windows.ts";
import { currentFolder } from "../process/working_folder.ts";

export const sep = "/";
export const delimiter = ":";

export interface ParsedPath {
  root: string;
  dir: string;
  base: string;
  ext: string;
  name: string;
}

function check(value: unknown, name: string): asserts value is string {
  if (typeof value !== "string") throw invalidArgType(name, "of type string", value);
}

/** The segments of a path without "." and, where a segment can be removed, "..". */
function resolveDots(path: string, isAbsolute: boolean): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (!isAbsolute) parts.push("..");
  }
  return parts.join("/");
}

export function isAbsolute(path: string): boolean {
  check(path, "path");
  return path.startsWith("/");
}

export function normalize(path: string): string {
  check(path, "path");
  if (path === "") return ".";
  const isRooted = path.startsWith("/");
  let result = resolveDots(path, isRooted);
  if (result === "" && !isRooted) result = ".";
  if (result !== "" && path.endsWith("/")) result += "/";
  return isRooted ? `/${result}` : result;
}

export function join(...paths: string[]): string {
  for (const path of paths) check(path, "path");
  const joined = paths.filter((path) => path !== "").join("/");
  return joined === "" ? "." : normalize(joined);
}

/** Relative paths are relative to the project folder. */
export function resolve(...paths: string[]): string {
  let resolved = "";
  for (const path of paths.toReversed()) {
    check(path, "path");
    if (path === "") continue;
    resolved = resolved === "" ? path : `${path}/${resolved}`;
    if (path.startsWith("/")) return `/${resolveDots(resolved, true)}`;
  }
  const folder = currentFolder();
  if (!folder.startsWith("/")) return resolveDots(`${folder}/${resolved}`, false) || ".";
  return `/${resolveDots(`${folder}/${resolved}`, true)}`;
}

export function relative(from: string, to: string): string {
  check(from, "from");
  check(to, "to");
  const start = resolve(from).split("/").filter(Boolean);
  const end = resolve(to).split("/").filter(Boolean);
  let shared = 0;
  while (shared < start.length && start[shared] === end[shared]) shared++;
  return [...start.slice(shared).map(() => ".."), ...end.slice(shared)].join("/");
}

export function dirname(path: string): string {
  check(path, "path");
  if (/^\/\/[^/]+\/*$/.test(path)) return "//";
  const trimmed = trimEnd(path);
  const at = trimmed.lastIndexOf("/");
  if (at < 0) return ".";
  if (trimmed === "/") return "/";
  return trimmed.slice(0, at) || "/";
}

export function basename(path: string, suffix?: string): string {
  if (suffix !== undefined) check(suffix, "suffix");
  check(path, "path");
  const trimmed = trimEnd(path);
  const base = trimmed === "/" ? "" : trimmed.slice(trimmed.lastIndexOf("/") + 1);
  if (suffix === undefined || suffix === "") return base;
  if (suffix === path) return "";
  return base !== suffix && base.endsWith(suffix) ? base.slice(0, base.length - suffix.length) : base;
}

export function extname(path: string): string {
  const base = basename(path);
  const at = base.lastIndexOf(".");
  return at <= 0 || base === ".." ? "" : base.slice(at);
}

export function parse(path: string): ParsedPath {
  const base = basename(path);
  const ext = extname(path);
  const root = path.startsWith("/") ? "/" : "";
  const hasFolder = trimEnd(path).includes("/");
  return { root, dir: hasFolder ? dirname(path) : root, base, ext, name: base.slice(0, base.length - ext.length) };
}

export function format(parts: Partial<ParsedPath>): string {
  if (typeof parts !== "object" || parts === null) throw invalidArgType("pathObject", "of type object", parts);
  const dot = parts.ext && !parts.ext.startsWith(".") ? "." : "";
  const base = parts.base || `${parts.name ?? ""}${dot}${parts.ext ?? ""}`;
  const folder = parts.dir || parts.root;
  if (!folder) return base;
  return folder === parts.root ? `${folder}${base}` : `${folder}/${base}`;
}

export const matchesGlob = (path: string, pattern: string): boolean => matches(path, pattern, false);

export const toNamespacedPath = (path: string) => path;

/** Removes trailing slashes, except for the root. */
function trimEnd(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end--;
  return path.slice(0, end);
}

const members = {
  basename,
  delimiter,
  dirname,
  extname,
  format,
  isAbsolute,
  join,
  matchesGlob,
  normalize,
  parse,
  relative,
  resolve,
  sep,
  toNamespacedPath,
};

/** Each has both. */
type Paths = typeof members & { posix: Paths; win32: Paths };

export const posix = { ...members } as Paths;
export const win32 = { ...windows } as unknown as Paths;
for (const paths of [posix, win32]) {
  paths.posix = posix;
  paths.win32 = win32;
}

export default posix;
