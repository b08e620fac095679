import { mkdirSync, mkdtempSync, renameSync, rmSync, unwatchFile, utimesSync, watch, watchFile, writeFileSync } from "node:fs";
import { watch as changes } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "watch-"));
const show = (...values) => console.log(...values.map((it) => JSON.stringify(it)?.replaceAll(folder, "FOLDER")));

/** The next event that is about the name. */
const about = (watcher, name) =>
  new Promise((resolve) => {
    const heard = (type, file) => {
      if (String(file) !== name) return;
      watcher.off("change", heard);
      resolve([type, String(file)]);
    };
    watcher.on("change", heard);
  });

const watcher = watch(folder);
let event = about(watcher, "a.txt");
writeFileSync(join(folder, "a.txt"), "1");
show(await event);
event = about(watcher, "b.txt");
renameSync(join(folder, "a.txt"), join(folder, "b.txt"));
show(await event);
event = about(watcher, "b.txt");
rmSync(join(folder, "b.txt"));
show((await event)[1]);
watcher.close();
await once(watcher, "close");

mkdirSync(join(folder, "deep"));
writeFileSync(join(folder, "deep/c.txt"), "1");
const one = watch(join(folder, "deep/c.txt"), { encoding: "buffer" });
const seen = once(one, "change");
writeFileSync(join(folder, "deep/c.txt"), "2");
const [type, name] = await seen;
show(type, Buffer.isBuffer(name), String(name));
one.close();

// A name that is not UTF-8.
const odd = Buffer.concat([Buffer.from(`${folder}/deep/`), Buffer.from([0x61, 0xff])]);
for (const encoding of ["buffer", "latin1", "utf8"]) {
  const named = watch(join(folder, "deep"), { encoding });
  const heard = once(named, "change");
  writeFileSync(odd, encoding);
  show(Buffer.from((await heard)[1], encoding === "latin1" ? "latin1" : "utf8").toString("hex"));
  named.close();
}

const abort = new AbortController();
const found = [];
try {
  const iterator = changes(folder, { signal: abort.signal });
  setTimeout(() => writeFileSync(join(folder, "d.txt"), "1"), 20);
  for await (const { eventType, filename } of iterator) {
    found.push([eventType, filename]);
    abort.abort();
  }
} catch (error) {
  show(error.name, error.code, found[0]);
}

try {
  watch(join(folder, "none"));
} catch (error) {
  show(error.code, error.syscall, error.path, error.message);
}
try {
  watch(1);
} catch (error) {
  show(error.code);
}

const file = join(folder, "d.txt");
const [now, before] = await new Promise((resolve) => {
  watchFile(file, { interval: 20 }, (...stats) => resolve(stats));
  setTimeout(() => utimesSync(file, 1, 2), 200);
});
show(now.mtimeMs, before.mtimeMs > 2000);
unwatchFile(file);
const missing = await new Promise((resolve) => watchFile(join(folder, "none"), { interval: 20 }, (...stats) => resolve(stats)));
show(missing.map((it) => [it.size, it.mtimeMs, it.isFile()]));
unwatchFile(join(folder, "none"));

// These do not keep the program alive.
watch(folder, { persistent: false });
watch(folder).unref();
watchFile(file, { persistent: false }, () => {});
process.on("exit", () => rmSync(folder, { recursive: true }));
