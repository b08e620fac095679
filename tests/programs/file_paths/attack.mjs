// Makes links wherever it may, and tries to reach what is outside of the project through all functions.
import fs from "node:fs";

const links = [
  ["sub/a", ".."], ["sub/b", "../.."], ["sub/c", "../../outside"], ["sub/d", "../../outside/secret"], ["sub/e", "../../outside/missing"],
  ["sub/f", "a/../outside"], ["sub/g", "../out/../outside/secret"], ["sub/h", "."], ["sub/i", "h/../../outside/folder/inner"], ["sub/j", "j"],
  ["sub/k", "../.lumi"], ["sub/l", "../.lumi/key"], ["sub/m", "missing/../../../outside/secret"], ["sub/n", "/"],
  ["sub/o", "../own.txt"],
];
for (const [path, target] of links) {
  try {
    fs.symlinkSync(target, path);
  } catch {
    // Without a permission there are those of the test alone.
  }
}

const starts = ["sub", "out", "out_file", "sub/out", "sub/up", ...links.map(([path]) => path), "sub/h/h", "."];
const ends = [
  "", "/", "/.", "/..", "/../..", "/secret", "/secret/", "/folder", "/folder/inner", "/missing", "/../outside/secret", "/../../outside/secret",
  "/outside/secret", "/outside/folder", "/../own.txt", "/key", "/.lumi/key", "/../.lumi/key", "/missing/../secret", "/x/../../../outside/secret",
];
const calls = [
  ["readFile", (path) => fs.readFileSync(path, "utf8")], ["stat", (path) => fs.statSync(path).size], ["lstat", (path) => fs.lstatSync(path).size > -1],
  ["exists", fs.existsSync], ["access", fs.accessSync], ["readdir", (path) => fs.readdirSync(path).filter((it) => it !== "attack.mjs").join()],
  ["readlink", fs.readlinkSync], ["native", fs.realpathSync.native], ["realpath", fs.realpathSync], ["open", (path) => fs.closeSync(fs.openSync(path))],
  ["opendir", (path) => fs.opendirSync(path).closeSync()], ["statfs", (path) => typeof fs.statfsSync(path)],
  ["mkdir", (path) => fs.mkdirSync(`${path}/made`)], ["mkdirs", (path) => fs.mkdirSync(`${path}/deep/made`, { recursive: true })],
  ["mkdirs of it", (path) => fs.mkdirSync(path, { recursive: true })],
];
const changes = [
  ["write", (path) => fs.writeFileSync(path, "changed")], ["append", (path) => fs.appendFileSync(path, "changed")], ["chmod", (path) => fs.chmodSync(path, 0o700)],
  ["utimes", (path) => fs.utimesSync(path, 5, 5)], ["truncate", (path) => fs.truncateSync(path)], ["link", (path) => fs.linkSync(path, "sub/linked")],
  ["link to", (path) => fs.linkSync("sub/file", path)], ["copy", (path) => fs.copyFileSync(path, "sub/copied")],
  ["copy to", (path) => fs.copyFileSync("sub/file", path)], ["cp", (path) => fs.cpSync(path, "sub/copies", { recursive: true, dereference: true })],
  ["rename to", (path) => fs.renameSync("sub/file", path)], ["rmdir", (path) => fs.rmdirSync(path)],
];
const removals = [
  ["unlink", fs.unlinkSync], ["rename", (path) => fs.renameSync(path, "sub/moved")], ["rm", (path) => fs.rmSync(path, { recursive: true, force: true })],
];

let tried = 0;
/** Whether a path is one of the program's own that it may remove, on which later paths depend. */
const isOwn = (path) => /^(sub|\.)(\/[^/]*)?(\/+\.?)*$/.test(path) || /^sub\/h/.test(path);
for (const [name, call] of [...calls, ...changes, ...removals]) {
  for (const start of starts) for (const end of ends) {
    const path = start + end;
    if ((changes.some(([it]) => it === name) || removals.some(([it]) => it === name)) && isOwn(path)) continue;
    let outcome;
    try {
      outcome = String(call(path));
    } catch (error) {
      outcome = error.code ?? String(error);
    }
    // What is in the folder of the project changes with the calls before.
    console.log(name, JSON.stringify(path), outcome);
    tried++;
  }
}
console.log("tried", tried);
