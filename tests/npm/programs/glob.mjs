import { show } from "../show.mjs";
import { glob, globIterate, globSync } from "glob";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const cwd = mkdtempSync(join(tmpdir(), "glob-"));
for (const name of ["a/x.ts", "a/y.js", "b/c/z.ts", ".hidden/h.ts"]) {
  mkdirSync(join(cwd, name, ".."), { recursive: true });
  writeFileSync(join(cwd, name), "");
}
symlinkSync(join(cwd, "b"), join(cwd, "link"));
show((await glob("**/*.ts", { cwd })).sort());
show(globSync("{a,b}/**", { cwd, ignore: "**/*.js" }).sort(), globSync("**/*.ts", { cwd, dot: true, follow: true }).sort());
const found = [];
for await (const path of globIterate("*/", { cwd })) found.push(path);
show(found.sort());
show((await glob("a/*", { cwd, withFileTypes: true, stat: true })).map((it) => [it.name, it.size]).sort());
rmSync(cwd, { recursive: true });
