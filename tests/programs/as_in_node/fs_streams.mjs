import fs, { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { format } from "node:util";

const show = (...values) => console.log(format(...values).replaceAll(folder, "FOLDER"));
const folder = mkdtempSync(join(tmpdir(), "streams-"));
const file = join(folder, "a.txt");
const events = (stream, names) => {
  const seen = [];
  for (const name of names) stream.on(name, () => seen.push(name));
  return seen;
};

const writer = createWriteStream(file);
const written = events(writer, ["open", "ready", "finish", "close", "drain"]);
show(writer.pending, writer.fd, writer.path, writer.flags, writer.bytesWritten);
writer.write("one ");
writer.write(Buffer.from("two "));
writer.cork();
for (let count = 0; count < 5; count += 1) writer.write(`${count} `);
writer.uncork();
writer.end("end");
await once(writer, "close");
show(written, writer.bytesWritten, writer.closed, writer.fd, readFileSync(file, "utf8"));

for (const options of [{}, { start: 4 }, { start: 4, end: 6 }, { end: 2, encoding: "utf8" }, "utf8", { highWaterMark: 5, encoding: "hex" }, { start: 100 }]) {
  const reader = createReadStream(file, options);
  const seen = events(reader, ["open", "ready", "end", "close"]);
  const chunks = [];
  for await (const chunk of reader) chunks.push(typeof chunk === "string" ? chunk : chunk.toString("latin1"));
  if (!reader.closed) await once(reader, "close");
  show(options, chunks, seen, reader.bytesRead, reader.pending);
}

// Parts of a file that is there.
const patch = createWriteStream(file, { flags: "r+", start: 4 });
patch.end("TWO");
await once(patch, "finish");
show(readFileSync(file, "utf8"));
const more = createWriteStream(file, { flags: "a", mode: 0o600 });
more.end(" more");
await once(more, "close");
show(statSync(file).size);

// Errors come as events, and wrong options are thrown.
for (const make of [() => createReadStream(join(folder, "none")), () => createWriteStream(join(folder, "none/x")), () => createReadStream(folder)]) {
  const stream = make();
  stream.resume?.();
  const [error] = await once(stream, "error");
  show(error.code, error.syscall, error.message, stream.destroyed);
}
for (const args of [[1], [file, { start: -1 }], [file, { start: "x" }], [file, { start: 5, end: 4 }], [file, { fd: -1 }], [file, { encoding: "none" }], [file, { fs: { open: 1 } }], [null]]) {
  try {
    createReadStream(...args);
    show("made", args);
  } catch (error) {
    show(error.name, error.code, error.message);
  }
}

// A big file in pieces, through a pipeline.
const big = join(folder, "big");
writeFileSync(big, Buffer.alloc(3_000_000, "0123456789"));
await pipeline(createReadStream(big), createWriteStream(join(folder, "copy")));
show(readFileSync(join(folder, "copy")).equals(readFileSync(big)));
const sizes = [];
for await (const chunk of createReadStream(big, { highWaterMark: 1_000_000 })) sizes.push(chunk.length);
show(sizes);

// Destroying, aborting, closing.
const half = createReadStream(big);
half.once("data", () => half.destroy(new Error("enough")));
show((await once(half, "error"))[0].message);
const abort = new AbortController();
const aborted = createReadStream(big, { signal: abort.signal });
abort.abort();
show((await once(aborted, "error"))[0].name);
await new Promise((resolve) => createReadStream(big).close(resolve));
const kept = createReadStream(file, { autoClose: false });
kept.resume();
await once(kept, "end");
show(kept.destroyed, typeof kept.fd);
kept.destroy();

// Descriptors, handles and functions of the program.
const fd = fs.openSync(file, "r");
const offd = createReadStream(null, { fd, encoding: "utf8", start: 0, end: 2 });
show(await offd.toArray(), offd.path);
const handle = await open(file, "r+");
show((await handle.createReadStream({ encoding: "utf8", start: 0, autoClose: false }).toArray()).join(""));
const lines = await open(file);
const found = [];
for await (const line of lines.readLines()) found.push(line);
show(found);
const closed = once(handle, "close");
await handle.close();
await closed;
const calls = [];
const own = {
  open: (...args) => (calls.push("open"), fs.open(...args)),
  read: (...args) => (calls.push("read"), fs.read(...args)),
  close: (...args) => (calls.push("close"), fs.close(...args)),
};
show((await createReadStream(file, { fs: own, encoding: "utf8" }).toArray()).join("").length, calls);

// Classes, as packages use them.
class Counting extends fs.ReadStream {
  count = 0;
  push(chunk, ...rest) {
    this.count += 1;
    return super.push(chunk, ...rest);
  }
}
const counting = new Counting(file);
counting.resume();
await once(counting, "close");
show(counting.count, counting instanceof fs.ReadStream, counting.constructor.name, fs.ReadStream.name);
function Old(path) {
  fs.ReadStream.call(this, path);
}
Old.prototype = Object.create(fs.ReadStream.prototype);
const old = new Old(file);
old.resume();
await once(old, "end");
const early = [fs.createReadStream(file).destroy(), fs.WriteStream(file, { flags: "a" }).destroy()];
show(old.bytesRead, early[0] instanceof fs.ReadStream, early[1] instanceof fs.WriteStream);
await Promise.all(early.map((it) => once(it, "close")));
const web = await open(file);
let length = 0;
for await (const chunk of web.readableWebStream()) length += chunk.byteLength;
await web.close();
show(length, await (await fs.openAsBlob(file)).text() === (await readFile(file, "utf8")));
rmSync(folder, { recursive: true });
