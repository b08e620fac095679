import { show } from "../show.mjs";
import { execa, execaSync, $ } from "execa";

show((await execa("echo", ["a b"])).stdout);
show((await execa({ input: "from stdin" })`cat`).stdout);
show((await $`echo ${"it's"} ${["x", "y"]}`).stdout);
const failure = await execa("sh", ["-c", "echo out; echo err >&2; exit 3"]).catch((error) => error);
show(failure.exitCode, failure.stdout, failure.stderr, failure.shortMessage);
const missing = await execa("no-such-command-here").catch((error) => error);
show(missing.code, missing.exitCode);
const late = await execa("sleep", ["10"], { timeout: 50 }).catch((error) => error);
show(late.timedOut, late.signal);
show(execaSync("printf", ["%s", "sync"]).stdout);
show((await execa("printf", ["b\na\n"]).pipe("sort")).stdout);
for await (const line of execa("printf", ["1\n2\n3\n"])) show("line", line);
show((await execa({ lines: true })`printf ${"x\ny"}`).stdout);
