import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const before = process.cwd();
const folder = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), "chdir-")));
fs.mkdirSync(path.join(folder, "inner"));
process.chdir(folder);
console.log(process.cwd() === folder, path.resolve("a") === path.join(folder, "a"));
fs.writeFileSync("a", "text");
fs.symlinkSync("a", "link");
console.log(fs.readFileSync("link", "utf8"), fs.readlinkSync("link"), fs.readdirSync(".").join());
process.chdir("inner");
console.log(fs.existsSync("a"), fs.readFileSync("../a", "utf8"));
console.log(execFileSync("/bin/pwd", { encoding: "utf8" }).trim() === path.join(folder, "inner"));
for (const name of ["missing", "../a", 1, ""]) {
  try {
    process.chdir(name);
  } catch (error) {
    console.log(error.code, error.syscall, error.dest, error.message.replaceAll(folder, ""));
  }
}
process.chdir(before);
console.log(process.cwd() === before);
fs.rmSync(folder, { recursive: true });
