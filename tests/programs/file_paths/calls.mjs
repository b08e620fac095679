// Calls all functions of node:fs that take paths with paths of many kinds, each in a fresh copy of one tree, and writes what comes of it,
// one line for each call. The same program runs in Node and in Lumi.
import { Buffer } from "node:buffer";
import fs from "node:fs";
import process from "node:process";
import { pathToFileURL } from "node:url";

const here = process.cwd();
const OWN = new Set(["calls.mjs", "Lumi.yaml", ".lumi"]);

// The tree: `ld` leads to a folder whose parent is another one than that of the link.
const folders = ["d", "d/in", "e", "o", "o/deep", "ö ü"];
const files = ["f", "d/f", "d/in/g", "o/f", "o/deep/h", "a b", "ö ü/ß"];
const links = {
  lf: "f", ld: "o/deep", le: "e", ln: "nowhere", lnx: "nowhere/x", lns: "nowhere/", lfs: "f/", lds: "d/", lfx: "f/x", lc: "lf", lcd: "ld",
  loop: "loop", loop1: "loop2", loop2: "loop1", "d/up": "../f", "d/here": ".", lup: "o/deep/..", labs: `${here}/f`, lout: "..",
};
const bytesOf = (text) => Buffer.from(text).toString("latin1");
/** Makes the entries of the folder of the program whose names are asked for. */
function make(isWanted = () => true) {
  const wanted = (path) => isWanted(bytesOf(path.split("/")[0]));
  for (const folder of folders.filter(wanted)) fs.mkdirSync(folder);
  for (const file of files.filter(wanted)) fs.writeFileSync(file, `text of ${file}`);
  for (const [name, target] of Object.entries(links)) if (wanted(name)) fs.symlinkSync(target, name);
}

const inside = (folder, name) => Buffer.concat([folder, Buffer.from("/"), name]);
const namesIn = (folder) => fs.readdirSync(folder, { encoding: "buffer" }).sort(Buffer.compare);

function clear(isWanted = () => true) {
  const folder = Buffer.from(here);
  for (const name of namesIn(folder)) {
    const text = name.toString("latin1");
    if (!OWN.has(text) && isWanted(text)) fs.rmSync(inside(folder, name), { recursive: true, force: true });
  }
}

/** Makes the tree what it was: entries of which a line of the snapshots differs are made again. */
function mend(lines) {
  const names = new Set(lines.map((line) => line.split("\t")[1].split("/")[0]));
  clear((name) => names.has(name));
  make((name) => names.has(name));
}

const kinds = [["isFile", "f"], ["isDirectory", "d"], ["isSymbolicLink", "l"]];
const kindOf = (it) => kinds.find(([is]) => it[is]())?.[1] ?? "?";

function snapshot() {
  const found = [];
  const walk = (folder, prefix) => {
    for (const bytes of namesIn(folder)) {
      const name = prefix + bytes.toString("latin1");
      if (OWN.has(name)) continue;
      const path = inside(folder, bytes);
      const facts = fs.lstatSync(path);
      const rest = facts.isFile() ? `${facts.size}:${facts.nlink}` : facts.isSymbolicLink() ? fs.readlinkSync(path) : "";
      found.push(`${kindOf(facts)}${(facts.isSymbolicLink() ? 0 : facts.mode & 0o7777).toString(8)}\t${name}\t${rest} ${facts.mtimeMs === 5000 ? "t" : ""}`);
      if (facts.isDirectory()) walk(path, `${name}/`);
    }
  };
  walk(Buffer.from(here), "");
  return found;
}

const cut = (text) => text.length > 80 ? `${text.slice(0, 40)}…${text.length}` : text;
const around = [here, ...[1, 2, 3].map((count) => here.split("/").slice(0, -count).join("/"))];
/** A text without the folders of the run. */
const masked = (text) => around.reduce((text, folder, index) => text.replaceAll(folder, `HERE${index}`), text);
function shown(value, depth = 0) {
  if (typeof value === "string") return JSON.stringify(cut(masked(value)));
  if (Buffer.isBuffer(value)) return `bytes ${JSON.stringify(cut(value.toString("latin1")))}`;
  if (Array.isArray(value)) return `[${value.map((it) => shown(it, depth + 1)).sort().join(" ")}]`;
  if (value instanceof fs.Stats) return `${kindOf(value)} ${value.isFile() ? value.size : ""}`;
  if (value instanceof fs.Dirent) return `${kindOf(value)}:${cut(masked(value.parentPath))}:${value.name}`;
  return String(value);
}
const failure = (name, { code, syscall, path, dest }) => {
  const named = [path, dest].map((it) => it === undefined ? "-" : cut(masked(String(it))));
  // Node names no path, or one of those around it.
  if (["mkdir", "mkdtemp", "opendir", "realpath", "realpath.native"].includes(name)) return `! ${code}`;
  // Node removes in steps, and names the one that failed.
  if (name === "rm" || name === "rmdir") return `! ${code} ${named[0]}`;
  return `! ${code} ${syscall} ${named.join(" ")}`;
};

// Name, the arguments after the paths, what is taken of the result.
const one = [
  ["access", []], ["access", [fs.constants.W_OK]], ["stat", []], ["lstat", []], ["stat", [{ throwIfNoEntry: false }], "sync"], ["lstat", [{ throwIfNoEntry: false }], "sync"],
  ["exists", []], ["readFile", []], ["readFile", ["utf8"]], ["writeFile", ["new"]], ["writeFile", ["new", { flag: "wx" }]], ["writeFile", ["new", { flag: "r+" }]],
  ["appendFile", ["more"]], ["readdir", []], ["readdir", [{ recursive: true, withFileTypes: true }]], ["readdir", [{ withFileTypes: true }]],
  ["opendir", []], ["mkdir", []], ["mkdir", [{ recursive: true }]], ["mkdtemp", []],
  ["rm", []], ["rm", [{ force: true }]], ["rm", [{ recursive: true }]], ["rm", [{ recursive: true, force: true }]],
  ["rmdir", []], ["rmdir", [{ recursive: true }]], ["unlink", []], ["readlink", []], ["realpath", []], ["realpath.native", []],
  ["chmod", [0o700]], ["utimes", [5, 5]], ["lutimes", [5, 5]], ["truncate", [2]], ["statfs", []], ["chown", [-1, -1]], ["lchown", [-1, -1]],
  ...["r", "r+", "w", "wx", "a"].map((flag) => ["open", [flag]]),
  ["open", [fs.constants.O_RDONLY | fs.constants.O_DIRECTORY]], ["open", [fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW]],
  ["symlink to", []],
];
/** Functions that change nothing. */
const reads = new Set(["access", "stat", "lstat", "exists", "readFile", "readdir", "opendir", "readlink", "realpath", "realpath.native", "statfs"]);
const two = [
  ["rename", []], ["copyFile", []], ["copyFile", [1]], ["cp", []], ["cp", [{ recursive: true }]], ["cp", [{ recursive: true, dereference: true }]],
  ["cp", [{ recursive: true, force: false, errorOnExist: true }]], ["link", []], ["symlink", []],
];

function names() {
  const bases = [".", "..", "f", "d", "e", "lf", "ld", "le", "ln", "lnx", "lns", "lfs", "lds", "lfx", "lc", "lcd", "loop", "loop1", "d/f", "ld/h",
    "ld/../f", "ln/x", "f/x", "lf/x", "loop/x", "missing", "missing/x", "missing/../f", "f/../d", "d/../f", "d/in", "d/up", "d/here/here/f", "lup/f",
    "labs", "lout", "a b", "ö ü", "%66", "x"];
  const ends = ["", "/", "/.", "/.."];
  const made = ["", "./", "./f", "./d/", ".//d", "d//f", "d/./f", "./.", "././/", " ", "d/ ", "f ", "\\f", "~", "file:f", "*", "d\n"];
  const short = new Set(["lds", "lfs", "lc", "loop1", "labs", "a b", "ö ü", "%66", "d/here/here/f", "d/up", "ld/../f", "d/../f", "lnx", "le"]);
  for (const base of bases) for (const end of short.has(base) ? ["", "/"] : ends) made.push(base + end);
  made.push(here, `${here}/`, `${here}/f`, `${here}/f/`, `${here}/../`, `${here}/ln`, `${here}/f/x`);
  made.push("n".repeat(255), "n".repeat(256), `d/${"n".repeat(256)}/x`, `${"./".repeat(2100)}f`, `${"d/../".repeat(900)}f`);
  made.push("a\0b", "\0", "f\0", "\ud800", "ä".normalize("NFD"));
  made.push(Buffer.from("f"), Buffer.from(""), Buffer.from([0x66, 0xff]), Buffer.from("d/"), Buffer.from([0x66, 0]));
  made.push(pathToFileURL("f"), new URL(`${pathToFileURL("d")}/`), new URL("file:///a%00b"), new URL("http://x/f"), new URL(`${pathToFileURL(here)}/%2e%2e%2f`));
  made.push(undefined, null, true, {}, ["f"]);
  return made;
}
const sources = ["", ".", "f", "f/", "d", "d/", "e", "e/.", "lf", "lf/", "ld", "ld/", "ln", "ln/", "loop", "missing", "missing/", "d/f", "lup/f", "..", "n".repeat(256), "a\0b"];
const targets = ["", ".", "f", "f/", "d", "d/", "e", "e/", "lf", "lf/", "ld", "ld/", "ln", "lns", "loop", "new", "new/", "new/.", "missing/x", "d/in/new", "f/x", "..", "a\0b"];

const pathText = (path) => typeof path === "string" ? cut(JSON.stringify(masked(path))) : path instanceof URL ? `URL ${masked(path.href)}` : ArrayBuffer.isView(path) ? `bytes ${[...path]}` : String(JSON.stringify(path));

async function later(name, args) {
  if (name === "exists") return await new Promise((then) => fs.exists(...args, then));
  return await new Promise((then, fail) => {
    const call = name === "realpath.native" ? fs.realpath.native : fs[name];
    call(...args, (error, value) => error ? fail(error) : then(value));
  });
}
async function finished(value) {
  if (value instanceof fs.Dir) {
    const found = [];
    for await (const entry of value) found.push(entry);
    return found;
  }
  if (value !== null && typeof value === "object" && typeof value.close === "function" && "fd" in value) {
    await value.close();
    return "handle";
  }
  return value;
}
async function call(name, form, args) {
  if (name === "symlink to") return await call("symlink", form, ["f", ...args]);
  let value;
  if (form === "sync") value = name === "realpath.native" ? fs.realpathSync.native(...args) : fs[`${name}Sync`](...args);
  else if (form === "callback") value = await later(name, args);
  else value = await fs.promises[name](...args);
  if (name === "open" && typeof value === "number") {
    fs.closeSync(value);
    return "handle";
  }
  return name === "statfs" ? "facts" : await finished(value);
}

/** Whether a call removes or moves the folder of the program, or copies into those around it. */
function destroys(name, rest, paths) {
  if (!["rename", "rm", "rmdir", "cp"].includes(name)) return false;
  const around = paths.map((path) => {
    try {
      return path !== "" && `${here}/`.startsWith(`${fs.realpathSync(path)}/`) && !/^(\.\/+)*\.\/*$/.test(path) || `${path}`.startsWith("..");
    } catch {
      return false;
    }
  });
  if (name === "cp") return around[1] || paths[1] === "." || (around[0] && rest[0]?.recursive);
  if (name === "rename") return around.includes(true);
  return rest[0]?.recursive === true && around[0];
}

const wanted = process.argv.slice(2).filter((it) => !it.startsWith("--"));
process.umask?.(0o022);
clear();
make();
const fresh = snapshot();
const before = fresh.join("\n");
let tries = 0;
let number = 0;
const lines = [];
/** `--share=0/3` calls each third one. */
const [share, shares] = (process.argv.find((it) => it.startsWith("--share="))?.slice(8) ?? "0/1").split("/").map(Number);
async function tried(name, rest, form, paths) {
  if (number++ % shares !== share) return;
  if (form === "promise" && (name === "exists" || name === "realpath.native")) return;
  if (destroys(name, rest, paths)) return;
  let outcome;
  try {
    let value = await call(name, form, [...paths, ...rest]);
    // It ends in random letters.
    if (name === "mkdtemp") value = value.slice(0, -6);
    outcome = `= ${shown(value)}`;
  } catch (error) {
    outcome = failure(name, error);
  }
  const after = reads.has(name) ? fresh : snapshot();
  if (after.join("\n") !== before) {
    const changes = [...fresh.filter((it) => !after.includes(it)).map((it) => `-${cut(masked(it).replaceAll("\t", " "))}`), ...after.filter((it) => !fresh.includes(it)).map((it) => `+${cut(masked(it.replaceAll("\t", " ")))}`)];
    outcome += ` {${changes.map((it) => it.replace(/[A-Za-z0-9]{6}  /, (text) => name === "mkdtemp" ? "######" : text)).join(", ")}}`;
    const lines = [...fresh.filter((it) => !after.includes(it)), ...after.filter((it) => !fresh.includes(it))];
    mend(lines);
    if (tries++ % 50 === 0 && snapshot().join("\n") !== before) throw new Error(`the tree is not mended: ${lines}`);
  }
  lines.push(`${form} ${name}(${[...paths.map(pathText), ...rest.map((it) => JSON.stringify(it))].join(", ")})\t${outcome.replaceAll("\n", "\\n")}`);
}
const forms = ["sync", "callback", "promise"];
/** All forms for functions that change nothing; of the others, which take longer, all for each fourth pair of paths. */
const formsFor = (name, count) => reads.has(name) || count % 4 === 0 ? forms : ["sync"];
for (const [name, rest, only] of one) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  let count = 0;
  for (const path of names()) for (const form of only ? [only] : formsFor(name, count++)) await tried(name, rest, form, [path]);
}
for (const [name, rest] of two) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  let count = 0;
  // A copy of trees takes longer than other calls.
  const ends = name !== "cp" ? { from: sources, to: targets } : {
    from: ["", "f", "f/", "d", "lf", "ld", "ln", "ln/", "missing", "e/."],
    to: ["", "f", "d", "e/", "lf", "ld", "ln", "new", "new/", "missing/x", "f/x"],
  };
  for (const from of ends.from) for (const to of ends.to) for (const form of formsFor(name, count++)) await tried(name, rest, form, [from, to]);
}
process.chdir(here);
fs.writeFileSync(process.argv.find((it) => it.startsWith("--out=")).slice(6), lines.join("\n") + "\n");
