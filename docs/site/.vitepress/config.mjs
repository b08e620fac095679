// The site of `make docs`: the pages of docs/ as they are, the reference made of the declarations, and a search.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { defineConfig } from "vitepress";

const docs = resolve(import.meta.dirname, "../..");

const groups = [
  ["Begin", ["tutorial", "concepts", "language", "deploy", "commands"]],
  ["Objects and state", ["objects", "state", "security", "reconcile", "snapshot"]],
  ["Providers and packages", ["providers", "pulumi", "migrating", "libraries", "hub"]],
  ["Functions", ["cloud", "targets", "platform", "observability", "closures"]],
  ["Languages and formats", ["lumijs", "lumipy", "lumigo", "other_languages", "sdks", "lumigl", "lumiil", "lumipack",
    "inference"]],
  ["Reference", ["node", "npm", "performance", "promises", "glossary"]],
];

const title = (page) => /^# (.*)$/m.exec(readFileSync(`${docs}/${page}.md`, "utf8"))?.[1] ?? page;

export default defineConfig({
  title: "Lumi",
  description: "Infrastructure programs in TypeScript, run in one process",
  srcDir: "build/pages",
  outDir: "../../target/docs",
  cacheDir: "build/cache",
  cleanUrls: false,
  markdown: { languageAlias: { console: "shellsession" } },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Tutorial", link: "/tutorial" },
      { text: "Reference", link: "/reference/" },
    ],
    sidebar: [
      ...groups.map(([text, pages]) => ({
        text,
        items: pages.map((page) => ({ text: title(page), link: `/${page}` })),
      })),
      { text: "SDK", items: [{ text: "lumi, lumi/std and others", link: "/reference/" }] },
    ],
  },
});
