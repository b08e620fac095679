// node:fs in its three forms: results and errors.

import * as fs from "node:fs";
import * as promises from "node:fs/promises";
import { tmpdir } from "node:os";
import { promisify } from "node:util";

const root = fs.mkdtempSync(`${fs.realpathSync(tmpdir())}/files-`);
const plain = (it) => typeof it === "string" ? it.replaceAll(root, "ROOT").replaceAll(process.cwd(), "CWD") : it;
const at = (name) => `${root}/${name}`;

function failure(error) {
  const { name, code, errno, syscall, path, dest, message } = error;
  return JSON.stringify({ name, code, errno, syscall, path: plain(path), dest: plain(dest), message: plain(message) });
}

function shown(it) {
  if (it instanceof Uint8Array) return `bytes ${it.toString("hex")}`;
  return plain(JSON.stringify(it));
}

/** One call of each form; the sync form prints what it answers or throws. */
async function call(name, ...args) {
  const line = [name];
  try {
    line.push(shown(fs[`${name}Sync`](...args)));
  } catch (error) {
    line.push(failure(error));
  }
  console.log(line.join(" "));
}

async function all(name, make, ...rest) {
  const results = [];
  const run = async (form) => {
    const args = [...(typeof make === "function" ? make(form) : make), ...rest];
    try {
      if (form === "sync") results.push(shown(fs[`${name}Sync`](...args)));
      else if (form === "promise") results.push(shown(await promises[name](...args)));
      else {
        results.push(
          await new Promise((resolve) => {
            fs[name](...args, (error, ...values) => resolve(error ? failure(error) : shown(values[0])));
          }),
        );
      }
    } catch (error) {
      results.push(failure(error));
    }
  };
  for (const form of ["sync", "callback", "promise"]) await run(form);
  const same = results.every((it) => it === results[0]);
  console.log(name, same ? results[0] : results.join("\n  "));
}

// Files.
await all("writeFile", (form) => [at(form), "hello\n"]);
await all("appendFile", (form) => [at(form), Buffer.from("w\u00f6rld")]);
await all("readFile", (form) => [at(form)]);
await all("readFile", (form) => [at(form), "utf8"]);
await all("readFile", (form) => [at(form), { encoding: "hex" }]);
await all("readFile", [at("none")]);
await all("readFile", [root]);
await all("readFile", [at("none"), "utf8"]);
await all("writeFile", [at("none/x"), ""]);
await all("writeFile", (form) => [at(form), "", { flag: "wx" }]);
await all("writeFile", (form) => [at(form), "abc", { flag: "r+" }]);
await all("readFile", (form) => [at(form), "latin1"]);
await all("truncate", (form) => [at(form), 2]);
await all("readFile", (form) => [at(form), "utf8"]);
await all("truncate", [at("none")]);

// Names.
await all("access", [at("sync")]);
await all("access", [at("none"), fs.constants.R_OK]);
await all("copyFile", (form) => [at(form), at(`${form}-copy`)]);
await all("copyFile", (form) => [at(form), at(`${form}-copy`), fs.constants.COPYFILE_EXCL]);
await all("rename", (form) => [at(`${form}-copy`), at(`${form}-moved`)]);
await all("rename", [at("none"), at("other")]);
await all("link", (form) => [at(form), at(`${form}-link`)]);
await all("link", (form) => [at(form), at(`${form}-link`)]);
await all("symlink", (form) => ["sync", at(`${form}-symlink`)]);
await all("symlink", (form) => ["sync", at(`${form}-symlink`)]);
await all("readlink", (form) => [at(`${form}-symlink`)]);
await all("readlink", [at("sync")]);
await all("unlink", (form) => [at(`${form}-moved`)]);
await all("unlink", [at("none")]);
await all("unlink", [root + "/none/none"]);
await all("mkdir", (form) => [at(`${form}-folder`)]);
await all("mkdir", (form) => [at(`${form}-folder`)]);
await all("mkdir", (form) => [at(`${form}-folder/a/b`), { recursive: true }].map((it) => it));
await all("mkdir", (form) => [at(`${form}-folder/a/b`), { recursive: true }]);
await all("mkdir", [at("sync/x"), { recursive: true }]);
await all("rmdir", (form) => [at(`${form}-folder`)]);
await all("rmdir", [at("none")]);
await all("readdir", [root]);
console.log((await promises.readdir(root, { recursive: true })).sort().join());
await all("readdir", [at("none")]);
await all("readdir", [at("sync")]);
await all("rm", (form) => [at(`${form}-folder`), { recursive: true }]);
await all("rm", [at("none"), { force: true }]);
await all("chmod", (form) => [at(form), 0o640]);
await all("chmod", [at("none"), "755"]);
await all("utimes", (form) => [at(form), 1000.5, new Date(2000500)]);
await all("lutimes", (form) => [at(`${form}-symlink`), 1, 2]);
await all("chown", (form) => [at(form), process.getuid?.() ?? 0, -1].slice(0, 2).concat(-1));
await call("mkdtemp", at("none/x-"));
await promises.opendir(at("none")).catch((error) => console.log(failure(error)));
console.log(plain(fs.realpathSync.native(at("sync-symlink"))), plain(await promises.realpath(at("sync-symlink"))));
await call("realpath", at("none"));
await call("exists", at("none"));
await call("exists", at("sync"));
await new Promise((resolve) => fs.exists(at("sync"), (it) => resolve(console.log("exists", it))));
console.log(await promisify(fs.exists)(at("none")));

// Facts.
for (const form of ["sync", "callback", "promise"]) {
  const stats = fs.statSync(at(form));
  const { mode, size, nlink, mtimeMs, atimeMs } = stats;
  console.log(mode.toString(8), size, nlink, mtimeMs, atimeMs, stats.mtime.toISOString(), stats.isFile());
}
const big = fs.statSync(at("sync"), { bigint: true });
console.log(big.size, big.mtimeNs, big.mtimeMs, typeof big.ino, big.isDirectory());
console.log(Object.keys(fs.statSync(root)).join(), Object.keys(big).join());
console.log(fs.lstatSync(at("sync-symlink")).isSymbolicLink(), fs.statSync(at("sync-symlink")).isSymbolicLink());
console.log(fs.lstatSync(at("sync-symlink")).mtimeMs);
console.log(fs.statSync(at("none"), { throwIfNoEntry: false }), fs.lstatSync(at("none"), { throwIfNoEntry: false }));
await all("stat", [at("none")]);
await all("lstat", [at("sync/none")]);
console.log(Object.keys(fs.statfsSync(root)).join(), typeof (await promises.statfs(root, { bigint: true })).bsize);
await new Promise((resolve) => {
  fs.stat(root, (error, stats) => resolve(console.log("stat", error, stats.isDirectory())));
});

// Open files.
const fd = fs.openSync(at("data"), "w+", 0o600);
console.log(fs.writeSync(fd, "0123456789"), fs.writeSync(fd, Buffer.from("abc"), 1, 2, 3), fs.fstatSync(fd).size);
const buffer = Buffer.alloc(5);
console.log(fs.readSync(fd, buffer, 0, 5, 2), buffer.toString(), fs.readSync(fd, buffer, { position: 0, length: 2 }));
console.log(fs.writevSync(fd, [Buffer.from("x"), Buffer.from("yz")], 0), fs.readvSync(fd, [Buffer.alloc(2), buffer], 0));
console.log(buffer.toString());
fs.ftruncateSync(fd, 4);
fs.fsyncSync(fd);
fs.fdatasyncSync(fd);
fs.fchmodSync(fd, 0o644);
fs.futimesSync(fd, 5, 6);
console.log(fs.readFileSync(at("data"), "utf8"), fs.fstatSync(fd).mtimeMs, fs.fstatSync(fd).mode.toString(8));
const seen = await promisify(fs.read)(fd, Buffer.alloc(3), 0, 3, 0);
console.log(seen.bytesRead, seen.buffer.toString());
await new Promise((resolve) => {
  fs.read(fd, buffer, 0, 2, 1, (error, count, same) => {
    console.log(error, count, same === buffer, buffer.toString());
    resolve();
  });
});
await new Promise((resolve) => {
  fs.write(fd, "end", 4, "utf8", (error, count, text) => {
    console.log(error, count, text);
    resolve();
  });
});
fs.closeSync(fd);
await call("close", fd);
await call("fstat", fd);
await call("read", fd, buffer);
await call("open", at("none"));
await call("open", at("data"), "wx");
const appended = fs.openSync(at("data"), fs.constants.O_WRONLY | fs.constants.O_APPEND);
fs.writeFileSync(appended, "!");
fs.closeSync(appended);
console.log(fs.readFileSync(at("data"), "utf8"));

// Handles.
const handle = await promises.open(at("handle"), "w+");
console.log(typeof handle.fd, (await handle.write("first line\n")).bytesWritten);
await handle.appendFile("second");
console.log((await handle.read(Buffer.alloc(5), 0, 5, 0)).buffer.toString(), (await handle.stat()).size);
console.log((await handle.readv([Buffer.alloc(3)], 6)).bytesRead);
await handle.truncate(5);
await handle.sync();
await handle.datasync();
await handle.chmod(0o600);
await handle.utimes(1, 2);
handle.on("close", () => console.log("closed"));
await handle.close();
console.log(handle.fd, await promises.readFile(at("handle"), "utf8"));
await handle.read().catch((error) => console.log(failure(error)));
const reading = await promises.open(at("handle"));
console.log(await reading.readFile("utf8"), await reading.readFile({ encoding: "utf8" }));
await reading.close();

// Folders.
fs.mkdirSync(at("tree/a/b"), { recursive: true });
fs.writeFileSync(at("tree/a/file"), "x");
fs.symlinkSync("file", at("tree/a/link"));
for (const entry of fs.readdirSync(at("tree/a"), { withFileTypes: true })) {
  console.log(entry.name, entry.isFile(), entry.isDirectory(), entry.isSymbolicLink(), plain(entry.parentPath));
}
const names = [];
for await (const entry of await promises.opendir(at("tree/a"))) names.push(entry.name);
console.log(names.sort().join());
const dir = fs.opendirSync(at("tree"));
console.log(dir.readSync().name, dir.readSync(), plain(dir.path));
dir.closeSync();
try {
  dir.readSync();
} catch (error) {
  console.log(error.code, error.message);
}
await promises.cp(at("tree"), at("copy"), { recursive: true });
console.log(fs.readdirSync(at("copy"), { recursive: true }).sort().join(), plain(fs.readlinkSync(at("copy/a/link"))));
fs.cpSync(at("tree"), at("part"), { recursive: true, filter: (from) => !from.endsWith("file") });
console.log(fs.readdirSync(at("part"), { recursive: true }).sort().join());
for (const attempt of [
  () => fs.cpSync(at("tree"), at("other")),
  () => fs.cpSync(at("tree"), at("tree/inner"), { recursive: true }),
  () => fs.cpSync(at("tree/a/file"), at("copy/a/file"), { force: false, errorOnExist: true }),
  () => fs.rmSync(at("tree")),
]) {
  try {
    attempt();
  } catch (error) {
    console.log(error.code);
  }
}

// Wrong arguments.
for (const attempt of [
  () => fs.readFileSync(),
  () => fs.readFileSync("a\0b"),
  () => fs.openSync(at("data"), "q"),
  () => fs.closeSync("3"),
  () => fs.closeSync(-1),
  () => fs.closeSync(1.5),
  () => fs.readFile("x"),
  () => fs.stat(undefined, () => {}),
  () => fs.writeFileSync(at("data"), { a: 1 }),
  () => fs.chmodSync(at("data"), "9"),
  () => fs.mkdirSync(undefined),
  () => fs.readFileSync(at("data"), "nope"),
  () => fs.utimesSync(at("data"), {}, 1),
  () => fs.renameSync(undefined, "x"),
  () => fs.readFileSync(at("data"), 5),
]) {
  try {
    attempt();
    console.log("nothing thrown");
  } catch (error) {
    console.log(error.name, error.code, plain(error.message));
  }
}
const aborted = AbortSignal.abort();
await promises.readFile(at("data"), { signal: aborted }).catch((error) => console.log(error.name, error.code, error.message));

// Functions that are missing.
const expected = Object.keys(fs).sort();
console.log(typeof fs.promises.readFile, fs.promises.constants === fs.constants, expected.length > 90);
fs.rmSync(root, { recursive: true });
console.log(fs.existsSync(root));
