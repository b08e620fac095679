// The module `os`: paths as texts, and nothing that reads.

import { define } from "../calls.ts";
import { concat, Property } from "lumi";
import { PyTypeError, ValueError } from "../errors.ts";
import { kindOf } from "../hashing.ts";
import { listOf } from "../operators.ts";
import { text } from "../text.ts";
import { isObject, Tuple } from "../values.ts";

/** The text of a path. */
function pathOf(value: any): string {
  if (typeof value === "string") return value;
  if (isObject(value) && typeof value.__fspath__ === "function") return value.__fspath__();
  if (isObject(value) && value.$class.$name.endsWith("Path")) return text(value);
  throw new PyTypeError(`expected str, bytes or os.PathLike object, not ${kindOf(value)}`);
}

function join(first: any, others: any): any {
  const all = [first, ...others.items];
  if (all.some((it) => Property.isInstance(it))) {
    return concat(...all.flatMap((it, at) => at === 0 ? [it] : ["/", it]));
  }
  let path = pathOf(first);
  for (const it of others.items.map(pathOf)) {
    if (it.startsWith("/")) path = it;
    else path = path === "" || path.endsWith("/") ? path + it : `${path}/${it}`;
  }
  return path;
}

function split(value: any): [string, string] {
  const path = pathOf(value);
  const at = path.lastIndexOf("/") + 1;
  const head = path.slice(0, at);
  return [/^\/+$/.test(head) ? head : head.replace(/\/+$/, ""), path.slice(at)];
}

function splitext(value: any): [string, string] {
  const path = pathOf(value);
  const slash = path.lastIndexOf("/");
  const point = path.lastIndexOf(".");
  const isName = point > slash && /[^.]/.test(path.slice(slash + 1, point));
  return isName ? [path.slice(0, point), path.slice(point)] : [path, ""];
}

function normpath(value: any): string {
  const path = pathOf(value);
  if (path === "") return ".";
  const start = path.startsWith("//") && !path.startsWith("///") ? "//" : path.startsWith("/") ? "/" : "";
  const found: string[] = [];
  for (const it of path.split("/")) {
    if (it === "" || it === ".") continue;
    const isUp = it === ".." && (found.length > 0 ? found[found.length - 1] !== ".." : start !== "");
    if (isUp) found.pop();
    else found.push(it);
  }
  return start + found.join("/") || ".";
}

function parts(path: string): string[] {
  const plain = normpath(path);
  return plain === "." || plain === "/" ? [] : plain.replace(/^\//, "").split("/");
}

/** Both paths are relative to the project folder, or both absolute. */
function relpath(value: any, start: any = "."): string {
  const [path, base] = [pathOf(value), pathOf(start)];
  if (path === "") throw new ValueError("no path specified");
  if (path.startsWith("/") !== base.startsWith("/")) {
    throw new ValueError("LumiPy has no working directory: give two relative or two absolute paths");
  }
  const [to, from] = [parts(path), parts(base)];
  let same = 0;
  while (same < Math.min(to.length, from.length) && to[same] === from[same]) same += 1;
  return [...from.slice(same).map(() => ".."), ...to.slice(same)].join("/") || ".";
}

function commonprefix(values: any): string {
  const all: string[] = listOf(values).map(pathOf);
  const [first = ""] = all;
  let size = first.length;
  while (!all.every((it) => it.startsWith(first.slice(0, size)))) size -= 1;
  return first.slice(0, size);
}

function commonpath(values: any): string {
  const all: string[] = listOf(values).map(pathOf);
  if (all.length === 0) throw new ValueError("commonpath() arg is an empty sequence");
  const isAbsolute = all.map((it) => it.startsWith("/"));
  if (new Set(isAbsolute).size > 1) throw new ValueError("Can't mix absolute and relative paths");
  const lists = all.map((it) => it.split("/").filter((part) => part !== "" && part !== "."));
  const [first = []] = lists;
  let size = first.length;
  while (!lists.every((it) => first.slice(0, size).every((part, at) => it[at] === part))) size -= 1;
  return (isAbsolute[0] === true ? "/" : "") + first.slice(0, size).join("/");
}

const path = {
  $name: "posixpath",
  basename: define("basename", "p, /", (it: any) => split(it)[1]),
  commonpath: define("commonpath", "paths, /", commonpath),
  commonprefix: define("commonprefix", "m, /", commonprefix),
  dirname: define("dirname", "p, /", (it: any) => split(it)[0]),
  isabs: define("isabs", "s, /", (it: any) => pathOf(it).startsWith("/")),
  join: define("join", "a, /, *p", join),
  normpath: define("normpath", "path, /", normpath),
  relpath: define("relpath", "path, start=", relpath),
  sep: "/",
  split: define("split", "p, /", (it: any) => new Tuple(split(it))),
  splitext: define("splitext", "p, /", (it: any) => new Tuple(splitext(it))),
};

export const os = {
  $name: "os",
  curdir: ".",
  extsep: ".",
  fspath: define("fspath", "path, /", pathOf),
  linesep: "\n",
  name: "posix",
  path,
  pathsep: ":",
  sep: "/",
};
