// Runs every program in Node and in Lumi and compares what they print. Writes the table of docs/npm.md
// with --write. Usage: node run.mjs LUMI [--write] [NAME ...]
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Servers } from "./servers.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const page = join(here, "../../docs/npm.md");
/** The package of a program whose name is not that of its package. */
const PACKAGES = {
  "apollo-client": "@apollo/client",
  "aws-dynamodb": "@aws-sdk/client-dynamodb",
  "aws-lambda": "@aws-sdk/client-lambda",
  "aws-s3": "@aws-sdk/client-s3",
  "aws-sqs": "@aws-sdk/client-sqs",
  "azure-storage-blob": "@azure/storage-blob",
  "google-cloud-storage": "@google-cloud/storage",
  kubernetes: "@kubernetes/client-node",
  prisma: "@prisma/client-runtime-utils",
  trpc: "@trpc/server",
};
/** Milliseconds: a program that takes longer has failed. */
const LIMIT = 120_000;

function version(name) {
  return JSON.parse(readFileSync(join(here, "node_modules", name, "package.json"), "utf8")).version;
}

function run(command, args, environment) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: here, env: environment, stdio: ["ignore", "pipe", "pipe"], detached: true });
    const parts = { stdout: [], stderr: [] };
    for (const name of ["stdout", "stderr"]) child[name].on("data", (chunk) => parts[name].push(chunk));
    const timer = setTimeout(() => process.kill(-child.pid, "SIGKILL"), LIMIT);
    child.on("error", (error) => resolve({ code: String(error), stdout: "", stderr: "" }));
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      resolve({ code: code ?? signal, stdout: Buffer.concat(parts.stdout).toString(), stderr: Buffer.concat(parts.stderr).toString() });
    });
  });
}

/** What differs, as the first line that does. */
function difference(expected, found) {
  const [left, right] = [expected.split("\n"), found.split("\n")];
  const at = left.findIndex((line, index) => line !== right[index]);
  const index = at < 0 ? left.length - 1 : at;
  return `line ${index + 1}: Node \`${left[index] ?? ""}\`, Lumi \`${right[index] ?? ""}\``.slice(0, 400);
}

async function judge(program, lumi, environment) {
  const file = join(here, "programs", `${program}.mjs`);
  const node = await run(process.execPath, [file], environment);
  if (node.code !== 0) return { state: "broken", note: `Node ends with ${node.code}: ${node.stderr.slice(-400)}` };
  // Standard output belongs to the plan, so the console of a program is standard error.
  const found = await run(lumi, ["run", "-A", file], environment);
  if (found.code === 0 && found.stderr === node.stdout) return { state: "equal", note: "" };
  return { state: "different", note: `${found.code === 0 ? "" : `exit ${found.code}; `}${difference(node.stdout, found.stderr)}` };
}

const [lumi, ...rest] = process.argv.slice(2);
const names = rest.filter((it) => !it.startsWith("--"));
const programs = readdirSync(join(here, "programs")).map((it) => it.replace(".mjs", "")).filter((it) => names.length === 0 || names.includes(it)).sort();
const servers = await new Servers().start();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
process.on("exit", () => servers.stop());
const environment = { PATH: process.env.PATH, HOME: "/nonexistent", TMPDIR: process.env.TMPDIR ?? "/tmp", LUMI_CACHE: "", NO_COLOR: "1", ...servers.environment };
for (const [name, value] of Object.entries(environment)) if (value === undefined) delete environment[name];
for (const [name, why] of Object.entries(servers.missing)) console.error(`the server of ${name} ${why}`);

const rows = [];
let failed = 0;
for (const program of programs) {
  const { state, note } = await judge(program, lumi, environment);
  const name = PACKAGES[program] ?? program;
  if (state !== "equal") failed += 1;
  console.log(`${state.padEnd(9)} ${name} ${version(name)}${note && `\n          ${note}`}`);
  rows.push(`| \`${name}\` | ${version(name)} | ${state === "equal" ? "prints the same" : note.replaceAll("|", "\\|").replaceAll("\n", " ")} |`);
}
console.log(`${programs.length - failed} passed, ${failed} failed`);
if (rest.includes("--write")) {
  const text = readFileSync(page, "utf8");
  const table = `<!-- table -->\n| package | version | in Lumi, against Node ${process.version} |\n|---|---|---|\n${rows.join("\n")}\n<!-- end -->`;
  writeFileSync(page, text.replace(/<!-- table -->[^]*<!-- end -->/, () => table));
}
process.exit(failed === 0 ? 0 : 1);
