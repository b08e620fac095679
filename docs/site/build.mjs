// Builds the site into target/docs: copies the pages, makes the reference of the declarations, and runs VitePress, which
// refuses links that lead nowhere.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

const here = import.meta.dirname;
const root = resolve(here, "../..");
const pages = resolve(here, "build/pages");
const bin = (name) => resolve(here, "node_modules/.bin", name);

rmSync(resolve(here, "build"), { recursive: true, force: true });
mkdirSync(pages, { recursive: true });

/** Links from docs/ to other files of the repository are left as text: the site has no such pages. */
function withoutForeignLinks(text) {
  return text.replace(/\[([^\]]*)\]\((?:\.\.\/|[A-Z]+\.md)[^)]*\)/g, "$1");
}

/** Placeholders such as `<stack>` outside of code are text, not tags. */
function escaped(text) {
  return text
    .split(/(```[\s\S]*?\n```|`[^`\n]*`)/)
    .map((part, at) => (at % 2 ? part : part.replaceAll("{{", "&#123;&#123;").replace(/<(?=[a-zA-Z/])/g, "&lt;")))
    .join("");
}

for (const name of readdirSync(resolve(root, "docs"))) {
  if (!name.endsWith(".md") || name === "STYLE.md") continue;
  const text = readFileSync(resolve(root, "docs", name), "utf8");
  writeFileSync(resolve(pages, name), escaped(withoutForeignLinks(text)));
}
cpSync(resolve(root, "docs/pictures"), resolve(pages, "public/pictures"), { recursive: true });
for (const name of ["lumiil.schema.json", "lumipack.schema.json"]) {
  cpSync(resolve(root, "docs", name), resolve(pages, "public", name));
}
writeFileSync(
  resolve(pages, "index.md"),
  `---
layout: home
hero:
  name: Lumi
  text: Infrastructure programs in TypeScript
  tagline: One binary with V8 inside. No Node, no compiler, no second process.
  image: { src: /pictures/graph.svg, alt: the graph of an example }
  actions:
    - { theme: brand, text: Tutorial, link: /tutorial }
    - { theme: alt, text: Concepts, link: /concepts }
features:
  - { title: Crash-safe, details: A journal records every operation before and after it., link: /state }
  - { title: Sandboxed, details: A program reads its own folder and nothing else., link: /security }
  - { title: Functions as values, details: A function becomes code that runs elsewhere., link: /closures }
---
`,
);

// The names of the entry points are those that programs import.
const modules = {
  lumi: "index",
  "lumi/cloud": "cloud",
  "lumi/std": "std",
  "lumi/dynamic": "dynamic",
  "lumi/testing": "testing",
};
const entries = Object.entries(modules).map(([name, file]) => {
  const entry = resolve(here, "build/entries", `${name}.ts`);
  mkdirSync(dirname(entry), { recursive: true });
  writeFileSync(entry, `export * from "${resolve(root, "js/types/lumi", file)}.js";\n`);
  return entry;
});
execFileSync(
  bin("typedoc"),
  ["--options", resolve(here, "typedoc.json"), "--out", resolve(pages, "reference"), ...entries],
  { cwd: here, stdio: "inherit" },
);
execFileSync(bin("vitepress"), ["build", "."], { cwd: here, stdio: "inherit" });
