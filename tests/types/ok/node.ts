// Uses of Node's modules in programs, and of globals without an import.

import { execFileSync, spawnSync } from "node:child_process";
import { createHash, randomUUID, webcrypto } from "node:crypto";
import * as fs from "node:fs";
import { type Dirent, promises, readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import path, { join } from "node:path";
import { sep } from "node:path/posix";
import { argv, env } from "node:process";
import { fileURLToPath, URL as NodeURL } from "node:url";
import { Blob as NodeBlob, Buffer as NodeBuffer, File as NodeFile } from "node:buffer";
import bare from "fs";
import { extname } from "path";
import { FileAsset } from "lumi";
import schema from "./schema.sql" with { type: "text" };

const text: string = readFileSync("a.txt", "utf8");
const bytes: Buffer = readFileSync(new URL("a.txt", import.meta.url));
const names: string[] = readdirSync(".", { recursive: true });
const entries: Dirent[] = fs.readdirSync(".", { withFileTypes: true });
const stats: Stats = statSync("a.txt");
const maybe: Stats | undefined = statSync("a.txt", { throwIfNoEntry: false });
const later: Promise<string> = readFile("a.txt", "utf8");
const raw: Promise<Buffer> = promises.readFile("a.txt");
const listed: Promise<string[]> = readdir(".");
const size: Promise<number> = stat("a.txt").then((found) => found.size);
const hash: string = createHash("sha256").update(text).digest("hex");
const printed: string = execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).trim();
const status: number | null = spawnSync("true").status;
const file: Blob = new NodeFile([new NodeBlob(["x"])], "x.txt");
const encoded: string = NodeBuffer.from("x").toString("base64");
const same: Uint8Array = Buffer.concat([bytes, Buffer.alloc(1)]);
const variable: string | undefined = process.env["HOME"] ?? env["HOME"];
const here: string = import.meta.dirname + import.meta.filename;
const url: NodeURL = new NodeURL(import.meta.resolve("./x.ts"));
setImmediate(() => process.stdout.write("done"));

export const asset = new FileAsset(join(path.dirname(fileURLToPath(url)), extname(here), sep));
export default [
  names,
  entries,
  stats,
  maybe,
  later,
  raw,
  listed,
  size,
  hash,
  printed,
  status,
  encoded,
  file,
  same,
  variable,
  argv,
  homedir(),
  randomUUID(),
  webcrypto.randomUUID(),
  bare.existsSync("x"),
  schema.length,
];
