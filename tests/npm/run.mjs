// Runs every program in Node and in Lumi, and as the function of a bundle in both and on the platform, and
// compares what they print. Writes the table of docs/npm.md with --write. Usage: node run.mjs LUMI [--write] [NAME ...]
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.mjs";
import { serve } from "./serve.mjs";
import { Servers } from "./servers.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const page = join(here, "../../docs/npm.md");
/** The packages of a program whose name is not that of its package. */
const PACKAGES = {
  "apollo-client": "@apollo/client",
  "aws-dynamodb": "@aws-sdk/client-dynamodb",
  "aws-lambda": "@aws-sdk/client-lambda",
  "aws-s3": "@aws-sdk/client-s3",
  "aws-sqs": "@aws-sdk/client-sqs",
  "azure-storage-blob": "@azure/storage-blob",
  "google-cloud-storage": "@google-cloud/storage",
  "grpc-js": "@grpc/grpc-js",
  kubernetes: "@kubernetes/client-node",
  prisma: "@prisma/client-runtime-utils",
  together: "axios, @aws-sdk/client-s3, pg",
  trpc: "@trpc/server",
};
/** Milliseconds: a program that takes longer has failed. */
const LIMIT = 120_000;

/** The versions of packages, whose names stand between commas. */
function version(names) {
  const one = (name) => JSON.parse(readFileSync(join(here, "node_modules", name, "package.json"), "utf8")).version;
  return names.split(", ").map(one).join(", ");
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

/** The difference, as the first line that differs. */
function difference(expected, found) {
  const [left, right] = [expected.split("\n"), found.split("\n")];
  const at = left.findIndex((line, index) => line !== right[index]);
  const index = at < 0 ? left.length - 1 : at;
  return `line ${index + 1}: Node \`${left[index] ?? ""}\`, Lumi \`${right[index] ?? ""}\``.slice(0, 400);
}

/** How what was printed differs from what Node prints; empty if it does not. */
const compared = (node, { code, printed }) =>
  code === 0 && printed === node ? "" : `${code === 0 ? "" : `exit ${code}; `}${difference(node, printed)}`;

/** Standard output belongs to the plan, or to a result, so the console of Lumi is standard error. */
async function inLumi(args, environment) {
  const { code, stderr } = await run(lumi, args, environment);
  return { code, printed: stderr };
}

async function inNode(file, environment) {
  const { code, stdout, stderr } = await run(process.execPath, [file], environment);
  return code === 0 ? { code, printed: stdout } : { code, printed: stdout + stderr };
}

/** The differences of a program; all are empty if it prints the same everywhere. */
async function judge(program, environment) {
  const file = join(here, "programs", `${program}.mjs`);
  const node = await run(process.execPath, [file], environment);
  if (node.code !== 0) return [`Node ends with ${node.code}: ${node.stderr.slice(-400)}`, ""];
  const asProgram = compared(node.stdout, await inLumi(["run", "-A", file], environment));
  const made = await bundle(lumi, program, file, run, environment);
  if (made.problem) return [asProgram, made.problem];
  const asFunction = compared(node.stdout, await inLumi(["closure", "run", "-A", made.folder], environment));
  const served = compared(node.stdout, await serve(lumi, made.folder, environment));
  const elsewhere = compared(node.stdout, await inNode(made.main, environment));
  const problems = { run: asFunction, served, "in Node": elsewhere };
  const found = Object.entries(problems).filter(([, problem]) => problem !== "");
  return [asProgram, found.map(([how, problem]) => `${how}: ${problem}`).join("; ")];
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
const cell = (problem) => problem === "" ? "prints the same" : problem.replaceAll("|", "\\|").replaceAll("\n", " ");
let failed = 0;
for (const program of programs) {
  const [asProgram, asFunction] = await judge(program, environment);
  const name = PACKAGES[program] ?? program;
  const problems = [asProgram && `program: ${asProgram}`, asFunction && `function: ${asFunction}`].filter(Boolean);
  if (problems.length > 0) failed += 1;
  console.log([`${problems.length === 0 ? "equal" : "different"} ${name} ${version(name)}`, ...problems].join("\n          "));
  rows.push(`| \`${name.replaceAll(", ", "`, `")}\` | ${version(name)} | ${cell(asProgram)} | ${cell(asFunction)} |`);
}
console.log(`${programs.length - failed} passed, ${failed} failed`);
if (rest.includes("--write")) {
  const text = readFileSync(page, "utf8");
  const head = `| package | version | program in Lumi, against Node ${process.version} | function of a bundle, run, served, and in Node |\n|---|---|---|---|`;
  writeFileSync(page, text.replace(/<!-- table -->[^]*<!-- end -->/, () => `<!-- table -->\n${head}\n${rows.join("\n")}\n<!-- end -->`));
}
process.exit(failed === 0 ? 0 : 1);
