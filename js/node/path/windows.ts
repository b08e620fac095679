// The paths of Windows, as `path.win32` of node:path has them on every system.

import { invalidArgType } from "../node_errors.ts";
import type { ParsedPath } from "./path.ts";
import { matchesGlob as matches } from "./glob.ts";
import { currentFolder } from "../process/working_folder.ts";

export const sep = "\\";
export const delimiter = ";";

function check(value: unknown, name: string): asserts value is string {
  if (typeof value !== "string") throw invalidArgType(name, "of type string", value);
}

const isSeparator = (character: string | undefined) => character === "\\" || character === "/";

/** The root of a path: `C:` or `\\server\share`, and whether the rest is absolute. */
interface Root {
  device: string;
  isAbsolute: boolean;
  isShare: boolean;
  /** The length of the root in the text, with the separator after the device. */
  length: number;
}

const share = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)([\\/]*)/;

function rootOf(path: string): Root {
  const found = share.exec(path);
  if (found !== null) {
    const [all, server, name, end] = found as unknown as [string, string, string, string];
    const length = all.length - Math.max(end.length - 1, 0);
    return { device: `\\\\${server}\\${name}`, isAbsolute: true, isShare: true, length };
  }
  if (isSeparator(path[0])) return { device: "", isAbsolute: true, isShare: false, length: 1 };
  if (!/^[A-Za-z]:/.test(path)) return { device: "", isAbsolute: false, isShare: false, length: 0 };
  const isAbsolute = isSeparator(path[2]);
  return { device: path.slice(0, 2), isAbsolute, isShare: false, length: isAbsolute ? 3 : 2 };
}

function resolveDots(path: string, isAbsolute: boolean): string {
  const parts: string[] = [];
  for (const part of path.split(/[\\/]/)) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (!isAbsolute) parts.push("..");
  }
  return parts.join("\\");
}

export function isAbsolute(path: string): boolean {
  check(path, "path");
  return rootOf(path).isAbsolute;
}

export function normalize(path: string): string {
  check(path, "path");
  if (path === "") return ".";
  const { device, isAbsolute, isShare, length } = rootOf(path);
  if (isShare && length >= path.length) return `${device}\\`;
  let rest = resolveDots(path.slice(length), isAbsolute);
  if (rest === "" && !isAbsolute) rest = ".";
  if (rest !== "" && isSeparator(path.at(-1))) rest += "\\";
  // A relative path must not become one of a drive when segments are removed.
  if (!isAbsolute && device === "" && path.includes(":") && /^[A-Za-z]:|:[\\/]?$|:[\\/]/.test(rest)) {
    return `.\\${rest}`;
  }
  return device + (isAbsolute ? "\\" : "") + rest;
}

export function join(...paths: string[]): string {
  for (const path of paths) check(path, "path");
  const parts = paths.filter((path) => path !== "");
  if (parts.length === 0) return ".";
  const joined = parts.join("\\");
  // Two separators begin the name of a server only if the first part has exactly these.
  const isServer = /^[\\/]{2}[^\\/]/.test(parts[0]!);
  return normalize(isServer ? joined : joined.replace(/^[\\/]{2,}/, "\\"));
}

/** Relative paths are relative to the project folder, whose path has no drive. */
export function resolve(...paths: string[]): string {
  let device = "";
  let rest = "";
  let isRooted = false;
  for (const path of [currentFolder(), ...paths].toReversed()) {
    check(path, "path");
    if (path === "") continue;
    const root = rootOf(path);
    if (root.device !== "" && device !== "" && root.device.toLowerCase() !== device.toLowerCase()) continue;
    if (device === "") device = root.device;
    if (!isRooted) {
      rest = `${path.slice(root.length)}\\${rest}`;
      isRooted = root.isAbsolute;
    }
    if (isRooted && device !== "") break;
  }
  return `${device}${isRooted ? "\\" : ""}${resolveDots(rest, isRooted)}` || ".";
}

export function relative(from: string, to: string): string {
  check(from, "from");
  check(to, "to");
  const [start, end] = [resolve(from), resolve(to)];
  const [begin, target] = [start, end].map((path) => path.split("\\").filter(Boolean)) as [string[], string[]];
  let shared = 0;
  while (shared < begin.length && begin[shared]!.toLowerCase() === target[shared]?.toLowerCase()) shared++;
  if (shared === 0 && begin.length > 0 && start !== end) return end;
  return [...begin.slice(shared).map(() => ".."), ...target.slice(shared)].join("\\");
}

/** The range of the last segment of a path, without separators after it. */
function lastSegment(path: string, from: number): [start: number, end: number] {
  let end = path.length;
  while (end > from && isSeparator(path[end - 1])) end--;
  let start = end;
  while (start > from && !isSeparator(path[start - 1])) start--;
  return [start, end];
}

export function dirname(path: string): string {
  check(path, "path");
  if (path === "") return ".";
  const { isShare, length } = rootOf(path);
  if (isShare && length >= path.length) return path;
  const [start] = lastSegment(path, length);
  return path.slice(0, Math.max(start - 1, length)) || ".";
}

const driveLength = (path: string): number => (/^[A-Za-z]:/.test(path) ? 2 : 0);

export function basename(path: string, suffix?: string): string {
  if (suffix !== undefined) check(suffix, "suffix");
  check(path, "path");
  const [start, end] = lastSegment(path, driveLength(path));
  const base = path.slice(start, end);
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
  check(path, "path");
  const { length } = rootOf(path);
  const root = path.slice(0, length);
  const [start, end] = lastSegment(path, length);
  const base = path.slice(start, end);
  const at = base.lastIndexOf(".");
  const ext = at <= 0 || base === ".." ? "" : base.slice(at);
  const dir = start > length ? path.slice(0, start - 1) : root;
  return { root, dir, base, ext, name: base.slice(0, base.length - ext.length) };
}

export function format(parts: Partial<ParsedPath>): string {
  if (typeof parts !== "object" || parts === null) throw invalidArgType("pathObject", "of type object", parts);
  const dot = parts.ext && !parts.ext.startsWith(".") ? "." : "";
  const base = parts.base || `${parts.name ?? ""}${dot}${parts.ext ?? ""}`;
  const folder = parts.dir || parts.root;
  if (!folder) return base;
  return folder === parts.root ? `${folder}${base}` : `${folder}\\${base}`;
}

export const matchesGlob = (path: string, pattern: string): boolean => matches(path, pattern, true);

/** The form of a path that Windows takes as it is, of any length. */
export function toNamespacedPath(path: string): string {
  if (typeof path !== "string" || path === "") return path;
  const resolved = resolve(path);
  if (resolved.length <= 2) return path;
  if (/^\\\\[^?.]/.test(resolved)) return `\\\\?\\UNC\\${resolved.slice(2)}`;
  return /^[A-Za-z]:\\/.test(resolved) ? `\\\\?\\${resolved}` : resolved;
}
