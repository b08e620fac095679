// Checks the format and the lints of TypeScript, or mends the format with `--fix`. The rules are in
// dprint.json and biome.json at the root; the lists of files are here alone.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { Biome } from "@biomejs/js-api/nodejs";
import { createContext } from "@dprint/formatter";
import { getPath } from "@dprint/typescript";

const included = ["js/**.ts", "examples/**.ts", "tests/**.ts", "tools/**.ts", "tools/**.mjs", "benches/**.ts",
  "sdk/**.ts", "sdk/**.mjs", "examples/**.js", "tests/programs/provider_sdks/**.js", "docs/site/**.mjs",
  "src/lumipy/library/**.ts"];
// Generated declarations, and programs whose exact text is what their tests are about.
const excluded = ["js/types", "tests/programs/bad", "tests/programs/closures", "tests/programs/packs",
  "tests/programs/patched", "tests/stacks"];

const fix = process.argv.includes("--fix");
const specs = [...included, ...excluded.map((folder) => `:!${folder}`)];
const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", ...specs]);
const files = listed.toString().split("\0").filter((file) => file !== "");

const { typescript, ...common } = JSON.parse(readFileSync("dprint.json", "utf8"));
const formatter = createContext(common);
formatter.addPlugin(readFileSync(getPath()), typescript);

const biome = new Biome();
const { projectKey } = biome.openProject(process.cwd());
biome.applyConfiguration(projectKey, JSON.parse(readFileSync("biome.json", "utf8")));

let failures = 0;
for (const file of files) {
  let text;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") continue; // Removed, but not committed yet.
    throw error;
  }
  const formatted = formatter.formatText({ filePath: file, fileText: text });
  if (formatted !== text && fix) writeFileSync(file, formatted);
  if (formatted !== text && !fix) {
    failures++;
    console.error(`${file} is not formatted: tools/typescript/lint --fix does it`);
  }
  const { diagnostics } = biome.lintContent(projectKey, formatted, { filePath: file });
  const serious = diagnostics.filter(({ severity }) => severity !== "information" && severity !== "hint");
  for (const { category, description, location } of serious) {
    failures++;
    const before = formatted.slice(0, location?.span?.[0] ?? 0);
    console.error(`${file}:${before.split("\n").length}: ${category}: ${description}`);
  }
}
console.error(`${files.length} files of TypeScript checked`);
process.exitCode = failures > 0 ? 1 : 0;
