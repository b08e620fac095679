// `process` and processes in the sandbox.

import { execFileSync, execSync, spawnSync } from "node:child_process";
import { homedir, platform } from "node:os";
import nodeProcess, { env } from "node:process";
import { inspect } from "node:util";
import { assert, assertEquals, assertThrows, test } from "lumi/testing";

test("process tells about the run", () => {
  assert(nodeProcess === process);
  assertEquals(process.argv[0], process.execPath);
  assertEquals(process.platform, platform());
  assert(process.hrtime.bigint() >= 0n);
  assertEquals(typeof process.versions.lumi, "string");
  assertEquals(process.version, `v${process.versions.node}`);
  assert(process.stdout.write(""));
  assertThrows(() => process.exit(), Error, "throw an error to fail");
});

test("no variable is shown without permission", () => {
  assertThrows(() => env.HOME, Error, "--allow-env=HOME");
  assertThrows(() => "HOME" in env, Error, "--allow-env=HOME");
  assertThrows(() => homedir(), Error, "--allow-env=HOME");
});

test("a list of all variables has those that may be read", async () => {
  assertEquals(Object.keys(env), []);
  assertEquals(JSON.stringify(env), "{}");
  assertEquals(await Promise.resolve(env), env);
  env.LUMI_TEST = "1";
  assertEquals({ ...env }, { LUMI_TEST: "1" });
  assertEquals(JSON.stringify({ env }), '{"env":{"LUMI_TEST":"1"}}');
  assertEquals(inspect(env), inspect({ ...env }));
  delete env.LUMI_TEST;
});

test("what the program sets is its own", () => {
  env.LUMI_TEST = "1";
  assertEquals(process.env.LUMI_TEST, "1");
  assert("LUMI_TEST" in env);
  delete env.LUMI_TEST;
  assertEquals(env.LUMI_TEST, undefined);
  env.LUMI_TEST = 5 as never;
  assertEquals(env.LUMI_TEST, "5");
  assertEquals(String(env), "[object Object]");
});

test("nextTick runs before timers", async () => {
  const order: string[] = [];
  setTimeout(() => order.push("timer"), 0);
  process.nextTick((name: string) => order.push(name), "tick");
  await new Promise((resolve) => setTimeout(resolve, 5));
  assertEquals(order, ["tick", "timer"]);
});

test("nothing is run without permission", () => {
  assertThrows(() => execFileSync("git", ["status"]), Error, "--allow-run=git");
  assertThrows(() => spawnSync("/bin/sh"), Error, "--allow-run=/bin/sh");
  assertThrows(() => execSync("true"), Error, "--allow-run=sh");
});
