// The effects of permission flags. Run with --allow-write=out --allow-env=LUMI_*,HOME --allow-run=sh,cat,false and the
// variable LUMI_GIVEN=yes, from this folder.

import { execFileSync, execSync, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { assert, assertEquals, assertStringIncludes, assertThrows, test } from "lumi/testing";

test("files are written, changed and removed where a flag says so", () => {
  fs.rmSync("out", { recursive: true, force: true });
  fs.mkdirSync("out/a/b", { recursive: true });
  assertThrows(() => fs.mkdirSync("out"), Error, "EEXIST: file already exists, mkdir 'out'");
  fs.writeFileSync("out/a/x.txt", "one\n");
  fs.appendFileSync("out/a/x.txt", "two\n");
  assertEquals(fs.readFileSync("out/a/x.txt", "utf8"), "one\ntwo\n");
  assertThrows(() => fs.writeFileSync("out/a/x.txt", "", { flag: "wx" }), Error, "EEXIST");
  assertThrows(() => fs.writeFileSync("out/none/x", ""), Error, "ENOENT");
  fs.copyFileSync("out/a/x.txt", "out/y.txt");
  fs.renameSync("out/y.txt", "out/z.txt");
  assertEquals(fs.readdirSync("out", { recursive: true }), ["a", "z.txt", "a/b", "a/x.txt"]);
  assertThrows(() => fs.rmSync("out/a"), Error, "EISDIR");
  assertThrows(() => fs.rmdirSync("out/a"), Error, "ENOTEMPTY");
  assertThrows(() => fs.rmSync("out/none"), Error, "ENOENT");
  const made = fs.mkdtempSync("out/tmp-");
  assert(fs.statSync(made)!.isDirectory());
  fs.rmSync("out", { recursive: true });
  assert(!fs.existsSync("out"));
});

test("a copy never empties its source, and replaces no file it must not", () => {
  fs.mkdirSync("out", { recursive: true });
  fs.writeFileSync("out/a", "content");
  fs.copyFileSync("out/a", "out/a");
  fs.copyFileSync("out/a", "out/../out/a");
  assertEquals(fs.readFileSync("out/a", "utf8"), "content");
  fs.writeFileSync("out/b", "other");
  assertThrows(() => fs.copyFileSync("out/a", "out/b", fs.constants.COPYFILE_EXCL), Error, "EEXIST");
  assertEquals(fs.readFileSync("out/b", "utf8"), "other");
  fs.copyFileSync("out/a", "out/c", fs.constants.COPYFILE_EXCL);
  assertEquals(fs.readFileSync("out/c", "utf8"), "content");
  fs.rmSync("out", { recursive: true });
});

test("a change of the name is none of the content", () => {
  fs.mkdirSync("out", { recursive: true });
  fs.writeFileSync("out/a", "content");
  const before = fs.statSync("out/a")!;
  const end = performance.now() + 50;
  while (performance.now() < end);
  fs.renameSync("out/a", "out/b");
  const after = fs.statSync("out/b")!;
  assertEquals(after.mtimeMs, before.mtimeMs);
  assert(after.ctimeMs > before.ctimeMs);
  fs.rmSync("out", { recursive: true });
});

test("files are opened as the flag says", () => {
  fs.mkdirSync("out", { recursive: true });
  const write = (flag: string, text: string) => {
    fs.writeFileSync("out/a", "12345");
    fs.writeFileSync("out/a", text, { flag });
    return fs.readFileSync("out/a", "utf8");
  };
  assertEquals(["w", "w+", "r+", "a", "a+"].map((flag) => write(flag, "ab")), ["ab", "ab", "ab345", "12345ab",
    "12345ab"]);
  for (const flag of ["wx", "wx+", "ax", "ax+"]) {
    assertThrows(() => write(flag, "ab"), Error, "EEXIST");
    assertEquals(fs.readFileSync("out/a", "utf8"), "12345");
    fs.writeFileSync("out/new", "ab", { flag });
    assertEquals(fs.readFileSync("out/new", "utf8"), "ab");
    fs.rmSync("out/new");
  }
  assertThrows(() => fs.writeFileSync("out/new", "", { flag: "r+" }), Error, "ENOENT");
  assertThrows(() => write("r", "ab"), Error);
  for (const flag of ["", "x", "awx", "write"]) assertThrows(() => write(flag, "ab"), Error, "is invalid");
  assertEquals(fs.readFileSync("out/a", "utf8"), "12345");
  fs.rmSync("out", { recursive: true });
});

test("and nowhere else", () => {
  fs.mkdirSync("out", { recursive: true });
  for (const path of ["other.txt", "out/../other.txt", "/etc/lumi-test", "outside"]) {
    assertThrows(() => fs.writeFileSync(path, "x"), Error, "--allow-write=");
  }
  fs.rmdirSync("out");
  assertThrows(() => fs.writeFileSync("out/../other.txt", "x"), Error, "ENOENT");
  assertThrows(() => fs.renameSync("main.test.ts", "out/x"), Error, "--allow-write=");
});

test("variables are shown by name", () => {
  assertEquals(process.env.LUMI_GIVEN, "yes");
  assertEquals(process.env.LUMI_NOT_GIVEN, undefined);
  assert("LUMI_GIVEN" in process.env && !("LUMI_NOT_GIVEN" in process.env));
  assertThrows(() => process.env.PATH, Error, "--allow-env=PATH");
  const listed = Object.keys(process.env);
  assert(listed.includes("LUMI_GIVEN") && !listed.includes("PATH"));
});

test("programs run, and say how they ended", () => {
  assertEquals(execFileSync("cat", { input: "in", encoding: "utf8" }), "in");
  assertEquals(execSync("echo $((1 + 1)); pwd").toString(), `2\n${process.cwd()}\n`);
  const failed = spawnSync("sh", ["-c", "echo bad >&2; exit 3"], { encoding: "utf8" });
  assertEquals([failed.status, failed.stderr, failed.signal], [3, "bad\n", null]);
  const error = assertThrows(() => execSync("echo why >&2; exit 4"), Error, "Command failed: echo why") as Error & {
    status: number;
  };
  assertEquals(error.status, 4);
  assertStringIncludes(error.message, "\nwhy");
  assertThrows(() => execFileSync("false"), Error, "Command failed: false");
  assertEquals(spawnSync("sh", ["-c", "kill -9 $$"]).signal, "SIGKILL");
  const late = spawnSync("sh", ["-c", "sleep 5"], { timeout: 50 });
  assertEquals((late.error as Error & { code: string }).code, "ETIMEDOUT");
});

test("what a program has started is not waited for beyond the timeout", () => {
  const start = performance.now();
  const late = spawnSync("sh", ["-c", "echo before; sleep 8 &"], { timeout: 300, encoding: "utf8" });
  assert(performance.now() - start < 6000);
  assertEquals((late.error as Error & { code: string }).code, "ETIMEDOUT");
  assertEquals(late.stdout, "before\n");
  const busy = spawnSync("sh", ["-c", "echo printed; sleep 8; true"], { timeout: 300, encoding: "utf8" });
  assertEquals([busy.stdout, busy.signal], ["printed\n", "SIGTERM"]);
  assertEquals(execSync("(sleep 0.3; echo later) & echo now", { encoding: "utf8" }), "now\nlater\n");
});

test("a timeout beyond all time is none", () => {
  assertEquals(execFileSync("cat", { input: "in", encoding: "utf8", timeout: 1e22 }), "in");
  assertEquals(execFileSync("cat", { input: "in", encoding: "utf8", timeout: 1e300 }), "in");
});

test("a program sees the variables the process has, or those it is given", () => {
  process.env.LUMI_OWN = "mine";
  const show = { encoding: "utf8" } as const;
  assertEquals(execSync("echo $LUMI_OWN $LUMI_GIVEN", show), "mine yes\n");
  delete process.env.LUMI_GIVEN;
  assertEquals(execSync("echo $LUMI_OWN $LUMI_GIVEN", show), "mine\n");
  assertEquals(execSync("echo $LUMI_OWN $A", { ...show, env: { A: "a" } }), "a\n");
});

test("a permission for a name is not one for a file of that name", () => {
  process.env.PATH = process.cwd();
  assertEquals(execFileSync("cat", { input: "real", encoding: "utf8" }), "real");
  assertThrows(() => execFileSync("./cat"), Error, "--allow-run=./cat");
  assertThrows(() => execFileSync("git"), Error, "--allow-run=git");
  assertThrows(() => execFileSync("cat", { env: { LD_PRELOAD: "x.so" } }), Error, "--allow-run to permit");
});
