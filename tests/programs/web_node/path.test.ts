// node:path, as POSIX and Node have it.

import path, {
  basename,
  dirname,
  extname,
  format,
  isAbsolute,
  join,
  normalize,
  parse,
  relative,
  resolve,
} from "node:path";
import { fileURLToPath, pathToFileURL } from "url";
import { assert, assertEquals, assertThrows, test } from "lumi/testing";

test("normalize leaves out dots and doubled slashes", () => {
  const cases: [string, string][] = [
    ["", "."],
    ["a//b/../c/.", "a/c"],
    ["/../a", "/a"],
    ["../../a/..", "../.."],
    ["a/..", "."],
    ["a/../", "./"],
    ["./a/", "a/"],
    ["/", "/"],
    ["//", "/"],
  ];
  for (const [given, expected] of cases) assertEquals(normalize(given), expected);
});

test("join, resolve and relative", () => {
  assertEquals(join("a", "", "../b", "/c"), "b/c");
  assertEquals(join(), ".");
  assertEquals(resolve("/a", "b", "../c"), "/a/c");
  assertEquals(resolve("/a", "/b/"), "/b");
  assertEquals(resolve(), process.cwd());
  assertEquals(resolve("x"), `${process.cwd()}/x`);
  assertEquals(relative("/a/b/c", "/a/d"), "../../d");
  assertEquals(relative("/a", "/a"), "");
  assertEquals(relative("/", "/a"), "a");
});

test("the parts of a path", () => {
  assertEquals(dirname("/a/b/"), "/a");
  assertEquals(dirname("/a"), "/");
  assertEquals(dirname("a"), ".");
  assertEquals(dirname("/"), "/");
  assertEquals(basename("/a/b.ts", ".ts"), "b");
  // As in Node, a path that is the suffix has no name, but a name in a folder that is the suffix stays.
  assertEquals(basename(".ts", ".ts"), "");
  assertEquals(basename("a/.ts", ".ts"), ".ts");
  assertEquals(basename("/"), "");
  assertEquals(extname("a.b.ts"), ".ts");
  assertEquals(extname(".gitignore"), "");
  assertEquals(extname("a."), ".");
  assertEquals(extname(".."), "");
  assert(isAbsolute("/a") && !isAbsolute("a"));
  assertEquals(path.posix.sep + path.delimiter, "/:");
  assertThrows(() => join(1 as never), TypeError, "must be of type string");
});

test("parse and format are inverse", () => {
  for (const it of ["/home/me/a.txt", "a.txt", "./a", "/", "/a", "a/b.tar.gz"]) {
    assertEquals(format(parse(it)), it);
  }
  assertEquals(parse("/home/me/a.txt"), { root: "/", dir: "/home/me", base: "a.txt", ext: ".txt", name: "a" });
  assertEquals(format({ name: "a", ext: "b" }), "a.b");
});

test("paths and file: URLs", () => {
  assertEquals(fileURLToPath("file:///a%20b"), "/a b");
  assertEquals(fileURLToPath(import.meta.url), import.meta.filename);
  for (const it of ["/a b", "/100%", "/a#b?c", "/\u00e9"]) assertEquals(fileURLToPath(pathToFileURL(it)), it);
  assertThrows(() => fileURLToPath("http://x/"), TypeError, "scheme file");
});
