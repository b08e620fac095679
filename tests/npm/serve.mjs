// Serves the function of a bundle on the platform of this machine, calls it, and answers what it printed.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The lines of the function's console in what the platform writes: those have its name, the platform's have the time alone. */
const consoleOf = (log) =>
  log.split("\n").map((line) => /^(?:\d\d:\d\d:\d\d\.\d+ )?\[main\] (.*)$/.exec(line)).filter((it) => it !== null).map((it) => `${it[1]}\n`).join("");

export async function serve(lumi, folder, environment) {
  const parent = join(folder, "..");
  const { HOME, TMPDIR, LUMI_CACHE, ...env } = environment;
  const settings = { name: "main", entry: "index.mjs", env, triggers: [{ type: "invoke" }] };
  writeFileSync(join(folder, "function.json"), JSON.stringify(settings));
  const child = spawn(lumi, ["closure", "serve", "-A", parent, "--port", "0", "--timeout", "100s"], { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  child.stderr.on("data", (data) => (log += data));
  try {
    const first = await new Promise((resolve, reject) => {
      child.stdout.once("data", (data) => resolve(String(data)));
      child.once("close", () => reject(new Error(log)));
    });
    const address = /http:\S+/.exec(first)[0];
    const authorization = `Bearer ${readFileSync(join(parent, ".data/token"), "utf8").trim()}`;
    const answer = await fetch(`${address}/_lumi/functions/main`, { method: "POST", headers: { authorization }, body: "[]" });
    const text = await answer.text();
    const hasEnded = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGINT");
    await hasEnded;
    return { code: answer.ok ? 0 : answer.status, printed: consoleOf(log) + (answer.ok ? "" : text) };
  } catch (error) {
    return { code: "no answer", printed: String(error.message) };
  } finally {
    child.kill("SIGKILL");
  }
}
