// Pages: each file of a folder, put into a layout.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StringAsset } from "lumi";

/** The pages by name. The first line of a file is the title of its page. */
export function pages(folder: string, layoutFile: string): Record<string, StringAsset> {
  const layout = readFileSync(layoutFile, "utf8");
  const page = (name: string) => {
    const [title = "", ...lines] = readFileSync(join(folder, name), "utf8").split("\n");
    const values: Record<string, string> = { title, body: lines.join("\n").trim() };
    return layout.replace(/\{\{(\w+)\}\}/g, (whole, key) => values[key] ?? whole);
  };
  return Object.fromEntries(readdirSync(folder).sort().map((name) => [name, new StringAsset(page(name))]));
}
