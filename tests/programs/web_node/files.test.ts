// node:fs in the sandbox: below the project everything can be read, nothing can be written.

import * as fs from "node:fs";
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from "fs";
import { readFile } from "node:fs/promises";
import { assert, assertEquals, assertRejects, assertStringIncludes, assertThrows, test } from "lumi/testing";

interface NodeError extends Error {
  code: string;
  errno: number;
  syscall: string;
  path: string;
}

function caught(action: () => unknown): NodeError {
  try {
    action();
  } catch (error) {
    return error as NodeError;
  }
  throw new Error("nothing was thrown");
}

test("reads text and bytes", async () => {
  const text = readFileSync("greeting.txt", "utf8");
  assertEquals(text, "hello world\n");
  assertEquals(readFileSync(`${import.meta.dirname}/greeting.txt`, { encoding: "utf-8" }), text);
  assertEquals(readFileSync(new URL("greeting.txt", import.meta.url)).toString(), text);
  assertEquals(readFileSync("greeting.txt", "base64"), btoa(text));
  assertEquals(await readFile("greeting.txt", "utf8"), text);
  assertEquals(await fs.promises.readFile("greeting.txt", "utf8"), text);
});

test("looks at files and folders", () => {
  assert(existsSync("greeting.txt") && !existsSync("missing") && !existsSync("greeting.txt/x"));
  const stat = statSync("greeting.txt")!;
  assert(stat.isFile() && !stat.isDirectory() && stat.mtime instanceof Date);
  assertEquals(stat.size, 12);
  assert(lstatSync(".")!.isDirectory());
  assertEquals(statSync("missing", { throwIfNoEntry: false }), undefined);
  const names = readdirSync(".") as string[];
  assertEquals(names, [...names].sort());
  assert(names.includes("greeting.txt"));
  const entry = (readdirSync(".", { withFileTypes: true }) as fs.Dirent[]).find((it) => it.name === "greeting.txt")!;
  assert(entry.isFile());
});

test("errors are those of Node", () => {
  const error = caught(() => readFileSync("missing.txt"));
  assertEquals(error.message, "ENOENT: no such file or directory, open 'missing.txt'");
  assertEquals([error.code, error.errno, error.syscall, error.path], ["ENOENT", -2, "open", "missing.txt"]);
  assertEquals(caught(() => readFileSync(".")).code, "EISDIR");
  assertEquals(caught(() => readdirSync("greeting.txt")).code, "ENOTDIR");
  assertThrows(() => readFileSync({} as never), TypeError, 'The "path" argument must be');
  assertThrows(() => readFileSync("greeting.txt", "rot13"), TypeError, "is invalid encoding");
});

test("nothing outside the project is read, by no way", () => {
  for (const path of ["/etc/passwd", "../sdk_config/config.test.ts", "./../sdk_config", "/nowhere"]) {
    const error = caught(() => readFileSync(path));
    assertEquals(error.code, "ERR_ACCESS_DENIED");
    assertStringIncludes(error.message, "--allow-read=");
    assert(!existsSync(path));
    assertEquals(caught(() => statSync(path, { throwIfNoEntry: false })).code, "ERR_ACCESS_DENIED");
    assertEquals(caught(() => readdirSync(path)).code, "ERR_ACCESS_DENIED");
    assertEquals(caught(() => fs.realpathSync(path)).code, "ERR_ACCESS_DENIED");
  }
});

test("nothing is written", async () => {
  const actions: (() => unknown)[] = [
    () => fs.writeFileSync("new.txt", "x"),
    () => fs.appendFileSync("greeting.txt", "x"),
    () => fs.mkdirSync("new"),
    () => fs.rmSync("greeting.txt"),
    () => fs.rmSync("missing", { force: true }),
    () => fs.unlinkSync("greeting.txt"),
    () => fs.renameSync("greeting.txt", "other.txt"),
    () => fs.copyFileSync("greeting.txt", "other.txt"),
    () => fs.mkdtempSync("new-"),
  ];
  for (const action of actions) {
    const error = caught(action);
    assertEquals(error.code, "ERR_ACCESS_DENIED");
    assertStringIncludes(error.message, "--allow-write=");
  }
  await assertRejects(() => fs.promises.writeFile("new.txt", "x"), Error, "--allow-write=");
  assertEquals(readFileSync("greeting.txt", "utf8"), "hello world\n");
});
