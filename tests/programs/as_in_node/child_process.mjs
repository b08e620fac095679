// node:child_process

import childProcess, { ChildProcess, exec, execFile, execFileSync, execSync, spawn, spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const log = (...args) => console.log(args.map((it) => typeof it === "string" ? it : JSON.stringify(it)).join(" "));
const failing = (body) => {
  try {
    return body();
  } catch (error) {
    return `${error.name} ${error.code ?? "-"}: ${error.message}`;
  }
};
const text = async (stream) => {
  let all = "";
  for await (const chunk of stream.setEncoding("utf8")) all += chunk;
  return all;
};
/** The events of a process in their order. */
const eventsOf = (child) =>
  new Promise((resolve) => {
    const order = [];
    child.on("spawn", () => order.push("spawn"));
    child.on("error", (error) => order.push(`error ${error.message}`));
    child.on("exit", (code, signal) => order.push(`exit ${code} ${signal}`));
    child.on("close", (code, signal) => {
      order.push(`close ${code} ${signal}`);
      resolve(order);
    });
  });
const partsOf = (error) => Object.fromEntries(Object.entries(error).filter(([, it]) => typeof it !== "function"));

log(Object.keys(childProcess).filter((it) => it !== "_forkChild").sort());

// Events and streams.
{
  const child = spawn("sh", ["-c", "echo out; echo err >&2; exit 3"]);
  log(child instanceof ChildProcess, child.spawnfile, child.spawnargs, typeof child.pid, child.exitCode, child.killed);
  log(child.stdio.length, child.stdin === child.stdio[0], child.stdout === child.stdio[1], child.connected);
  const order = eventsOf(child);
  child.stdout.on("end", () => log("stdout has ended"));
  log(await Promise.all([text(child.stdout), text(child.stderr)]), await order);
  log(child.exitCode, child.signalCode, child.kill(), child.stdin.destroyed);
}
{
  const child = spawn("cat");
  const [output, order] = [text(child.stdout), eventsOf(child)];
  child.stdin.write("one ");
  child.stdin.write(Buffer.from("two "));
  child.stdin.end("three");
  log(await output, await order);
}
// Output that is not read does not keep a process open.
log(await eventsOf(spawn("sh", ["-c", "echo unread"])));
log(await eventsOf(spawn("true", { stdio: "ignore" })));
{
  const big = spawn("sh", ["-c", "i=0; while [ $i -lt 5000 ]; do echo 0123456789012345678901234567890123456789; i=$((i+1)); done"]);
  log((await text(big.stdout)).length);
}

// Programs that cannot be started.
{
  const child = spawn("/does/not/exist", ["a", "b"]);
  child.on("error", (error) => log(error.name, error.message, partsOf(error)));
  log(child.pid === undefined, child.exitCode);
  log(await eventsOf(child));
  log(child.exitCode);
}
log(await eventsOf(spawn("true", { cwd: "/does/not/exist" })));
log(await eventsOf(spawn("/etc/passwd")));

// Signals and limits.
{
  const child = spawn("sleep", ["30"]);
  const order = eventsOf(child);
  log(child.kill(0), child.killed, child.kill(), child.killed, child.signalCode);
  log(await order, child.signalCode, child.exitCode, child.kill("SIGKILL"));
}
{
  const child = spawn("sleep", ["30"]);
  child.kill("SIGKILL");
  log(await eventsOf(child));
}
log(await eventsOf(spawn("sleep", ["30"], { timeout: 20 })));
log(await eventsOf(spawn("sleep", ["30"], { timeout: 20, killSignal: "SIGKILL" })));
{
  const control = new AbortController();
  const child = spawn("sleep", ["30"], { signal: control.signal });
  const order = eventsOf(child);
  child.on("error", (error) => log(error.name, error.code, error.cause));
  control.abort("why");
  log(await order);
}
log(await eventsOf(spawn("sleep", ["30"], { signal: AbortSignal.abort() })));

// Folder, variables, shells.
log(await text(spawn("pwd", { cwd: "/" }).stdout));
log(await text(spawn("sh", ["-c", "echo $A-$B-$HOME"], { env: { A: "a", B: undefined } }).stdout));
log(await text(spawn("echo", ["$A", "b"], { shell: true, env: { A: "shown" } }).stdout));
log(spawn("echo x", { shell: true }).spawnargs, spawn("sh", ["-c", "true"], { argv0: "own" }).spawnargs);
log(await text(spawn("sh", ["-c", "echo $0"], { argv0: "own" }).stdout));

// Files and further pipes.
{
  const folder = mkdtempSync(join(tmpdir(), "child-"));
  const file = join(folder, "out");
  const fd = openSync(file, "w");
  log(await eventsOf(spawn("sh", ["-c", "echo to a file; echo errors >&2"], { stdio: ["ignore", fd, fd] })));
  closeSync(fd);
  log(readFileSync(file, "utf8"));
  rmSync(folder, { recursive: true });
  const child = spawn("sh", ["-c", "cat <&3 >&4"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  log(child.stdout, child.stdio.map((it) => it === null));
  const output = text(child.stdio[4]);
  child.stdio[3].end("through three");
  log(await output);
}

// exec and execFile.
const collected = (call) => new Promise((resolve) => call((...args) => resolve(args)));
log(await collected((done) => exec("echo out; echo err >&2", done)));
{
  const [error, ...output] = await collected((done) => exec("echo out; echo why >&2; exit 5", done));
  log(error.message, partsOf(error), output);
}
{
  const [error, ...output] = await collected((done) => execFile("/does/not/exist", ["x"], done));
  log(error.message, partsOf(error), output);
}
{
  const [error, out] = await collected((done) => exec("echo 0123456789", { maxBuffer: 4 }, done));
  log(error.name, error.message, error.code, out);
}
{
  const [error] = await collected((done) => execFile("sleep", ["30"], { timeout: 20 }, done));
  log(error.message, partsOf(error));
}
log((await collected((done) => execFile("echo", ["bytes"], { encoding: "buffer" }, done))).map((it) => Buffer.isBuffer(it)));
{
  const running = promisify(exec)("echo promised");
  log(running.child instanceof ChildProcess, await running);
  log(await promisify(execFile)("echo", ["promised", "too"]));
  const error = await promisify(exec)("echo out; exit 2").catch((it) => it);
  log(error.code, error.stdout, error.stderr, error.cmd);
  const control = new AbortController();
  const aborted = promisify(execFile)("sleep", ["30"], { signal: control.signal });
  control.abort();
  log(await aborted.catch((it) => `${it.name} ${it.code}`));
}

// Processes that are waited for.
const shown = (result) => ({ ...result, pid: typeof result.pid, error: result.error?.message });
log(shown(spawnSync("sh", ["-c", "echo out; echo err >&2; exit 3"], { encoding: "utf8" })));
log(shown(spawnSync("cat", { input: "from the program", encoding: "utf8" })));
log(shown(spawnSync("sleep", ["30"], { timeout: 30, encoding: "utf8" })));
log(shown(spawnSync("sh", ["-c", "echo 0123456789; exec sleep 30"], { maxBuffer: 4, encoding: "utf8" })));
log(shown(spawnSync("sh", ["-c", "echo a; echo b >&2"], { stdio: ["pipe", "ignore", "pipe"], encoding: "utf8" })));
log(shown(spawnSync("sh", ["-c", "echo three >&3"], { stdio: ["ignore", "ignore", "ignore", "pipe"], encoding: "utf8" })));
{
  const { error, ...rest } = spawnSync("/does/not/exist", ["a"]);
  log(error.message, partsOf(error), rest);
}
log(execFileSync("echo", ["out"]).toString(), execSync("echo $((1 + 2))", { encoding: "utf8" }));
for (const body of [
  () => execSync("echo why >&2; exit 4", { stdio: "pipe", encoding: "utf8" }),
  () => execFileSync("false"),
  () => execFileSync("/does/not/exist"),
]) {
  try {
    body();
  } catch (error) {
    const { pid, output, stdout, stderr, error: itself, ...rest } = partsOf(error);
    log(error.message, typeof pid, rest, Array.isArray(output), String(stderr));
  }
}

// Wrong arguments.
log(failing(() => spawn(5)));
log(failing(() => spawn("")));
log(failing(() => spawn("a\0b")));
log(failing(() => spawn("true", "x")));
log(failing(() => spawn("true", ["a\0"])));
log(failing(() => spawn("true", [], 5)));
log(failing(() => spawn("true", [], { cwd: 5 })));
log(failing(() => spawn("true", [], { detached: 1 })));
log(failing(() => spawn("true", [], { argv0: 1 })));
log(failing(() => spawn("true", [], { timeout: -1 })));
log(failing(() => spawn("true", [], { killSignal: "SIGNO" })));
log(failing(() => spawn("true", [], { killSignal: {} })));
log(failing(() => spawn("true", [], { stdio: "wrong" })));
log(failing(() => spawn("true", [], { stdio: ["wrong"] })));
log(failing(() => exec(5)));
log(failing(() => execFile("true", [], {}, 5)));
log(failing(() => spawnSync("true", [], { maxBuffer: -1 })));
log(failing(() => spawn("true").kill("SIGNO")));
