// Copies the declarations that programs can reach to a folder of `js/types`, and leaves the others.
// Arguments: from, to, and the entries as FILE or as NAME=FILE, where NAME is what a program
// imports if that differs: `fs/promises=fs_promises`.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

const [from, to, ...entries] = process.argv.slice(2);
// An import for its effect alone says nothing about types.
const effect = /^import "[^"]*";\n/gm;
const specifier = /((?:from|import\()\s*")(\.[^"]*)\.ts"/g;

function write(name, text) {
  const path = join(to, `${name}.d.ts`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

rmSync(to, { recursive: true, force: true });
const names = new Set();
for (const entry of entries) {
  const [name, file = name] = entry.split("=");
  names.add(file);
  if (file === name) continue;
  const up = "../".repeat(name.split("/").length - 1) || "./";
  write(name, `export * from "${up}${file}.js";\nexport { default } from "${up}${file}.js";\n`);
}
for (const name of names) {
  const text = readFileSync(join(from, `${name}.d.ts`), "utf8");
  const declarations = text.replace(effect, "").replace(specifier, (_, before, imported) => {
    const target = posix.join(posix.dirname(name), imported);
    if (target.startsWith("..")) throw new Error(`${name}.d.ts needs ${imported}.ts, which is not shipped`);
    names.add(target);
    return `${before}${imported}.js"`;
  });
  write(name, declarations);
}
console.log(`${names.size} declaration files in ${to}`);
