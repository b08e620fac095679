import { show } from "../show.mjs";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create, extract, list } from "tar";

const folder = mkdtempSync(join(tmpdir(), "tar-"));
mkdirSync(join(folder, "in/deep"), { recursive: true });
writeFileSync(join(folder, "in/deep/a.txt"), "a".repeat(100_000), { mode: 0o640 });
symlinkSync("a.txt", join(folder, "in/deep/link"));
await create({ gzip: true, file: join(folder, "x.tgz"), cwd: folder, portable: true, mtime: new Date(0) }, ["in"]);
const entries = [];
await list({ file: join(folder, "x.tgz"), onReadEntry: (entry) => entries.push([entry.path, entry.type, entry.size]) });
show(entries);
mkdirSync(join(folder, "out"));
await extract({ file: join(folder, "x.tgz"), cwd: join(folder, "out"), strip: 1 });
show(readFileSync(join(folder, "out/deep/link"), "utf8").length, statSync(join(folder, "out/deep/a.txt")).size);
rmSync(folder, { recursive: true });
