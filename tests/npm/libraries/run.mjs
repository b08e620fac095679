// Makes a library of each package of package.json, with the lumi that the first argument names. With --write, docs/npm.md
// gets the table.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BEGIN = "<!-- libraries -->\n";
const END = "<!-- end of libraries -->\n";

const [lumi, option] = process.argv.slice(2);
const here = import.meta.dirname;
const { dependencies } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
const out = mkdtempSync(join(tmpdir(), "libraries-"));

/** The first error of lumi with its place below node_modules, and how many there are. */
function reason(messages) {
  const errors = messages.split("\n").filter((it) => it.startsWith("error: "));
  const place = /--> (?:.*?node_modules\/)?(\S+)/.exec(messages)?.[1];
  const places = errors.length > 2 ? `, and ${errors.length - 2} more` : "";
  const first = errors[0].slice("error: ".length).replaceAll("|", "\\|").replaceAll(/(?:\S*\/)?node_modules\//g, "");
  return `${first}${place === undefined ? "" : ` (${place}${places})`}`;
}

const rows = Object.entries(dependencies).map(([name, version]) => {
  const args = ["pack", "build", `npm:${name}`, "-o", join(out, "package.lumipack")];
  const { status, stderr } = spawnSync(lumi, args, { cwd: here, encoding: "utf8" });
  return { name, version, result: status === 0 ? "a library" : reason(stderr) };
});
rmSync(out, { recursive: true });

const made = rows.filter((it) => it.result === "a library");
const refused = rows.filter((it) => it.result !== "a library");
const table = [
  `${made.length} of ${rows.length} packages without effects become libraries:`,
  `${made.map((it) => `\`${it.name}\``).join(", ")}.`,
  "",
  "| package | version | what keeps it from being a library |",
  "|---|---|---|",
  ...refused.map((it) => `| \`${it.name}\` | ${it.version} | ${it.result} |`),
].join("\n");

if (option === "--write") {
  const page = join(here, "../../../docs/npm.md");
  const text = readFileSync(page, "utf8");
  const [before, rest] = text.split(BEGIN);
  writeFileSync(page, `${before}${BEGIN}${table}\n${END}${rest.split(END)[1]}`);
} else {
  console.log(table);
}
