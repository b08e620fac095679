// Copies the declarations that programs can reach to `js/types/lumi`, and leaves the others.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [from, to] = process.argv.slice(2);
const entries = ["index", "testing"];
const specifier = /((?:from|import\()\s*")\.\/(\w+)\.ts"/g;

rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
const names = new Set(entries);
for (const name of names) {
  const text = readFileSync(join(from, `${name}.d.ts`), "utf8");
  const declarations = text.replace(specifier, (_, before, imported) => {
    names.add(imported);
    return `${before}./${imported}.js"`;
  });
  writeFileSync(join(to, `${name}.d.ts`), declarations);
}
console.log(`${names.size} declaration files in ${to}`);
