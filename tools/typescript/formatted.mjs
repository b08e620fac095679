// Fails unless files are as the formatter of this repository leaves them. The rules are in dprint.json.
import { readFileSync } from "node:fs";
import { createContext } from "@dprint/formatter";
import { getPath } from "@dprint/typescript";

const { typescript, ...common } = JSON.parse(readFileSync("dprint.json", "utf8"));
const formatter = createContext(common);
formatter.addPlugin(readFileSync(getPath()), typescript);

for (const filePath of process.argv.slice(2)) {
  const fileText = readFileSync(filePath, "utf8");
  const formatted = formatter.formatText({ filePath, fileText });
  if (formatted === fileText) continue;
  const lines = fileText.split("\n");
  const at = formatted.split("\n").findIndex((line, index) => line !== lines[index]);
  console.error(`${filePath} is not formatted: line ${at + 1}: ${lines[at]}`);
  process.exitCode = 1;
}
