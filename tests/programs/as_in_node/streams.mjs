// Streams of Node: flow, ends, errors, operators, and adapters for streams of the web.
import stream, { Duplex, duplexPair, finished, PassThrough, pipeline, Readable, Transform, Writable } from "node:stream";
import * as consumers from "node:stream/consumers";
import promises from "node:stream/promises";
import { ReadableStream as WebReadable } from "node:stream/web";

const say = (...parts) => console.log(...parts.map((it) => typeof it === "string" ? it : JSON.stringify(it)));

say("same", stream === stream.Stream, stream.promises === promises, WebReadable === ReadableStream);
say("classes", new PassThrough() instanceof Transform, new Duplex() instanceof Readable, new Duplex() instanceof Writable);

const upper = () => new Transform({ transform: (chunk, _encoding, done) => done(null, String(chunk).toUpperCase()) });
const into = (list) => new Writable({ write: (chunk, _encoding, done) => (list.push(String(chunk)), done()) });

const seen = [];
await promises.pipeline(Readable.from(["a", "b", "c"]), upper(), into(seen));
say("pipeline", seen);
const generated = [];
await promises.pipeline(
  async function* () {
    yield* ["1", "2"];
  },
  async function* (source) {
    for await (const chunk of source) yield `${chunk}!`;
  },
  into(generated),
);
say("generators", generated);
await new Promise((resolve) => pipeline(Readable.from(["x"]), new Transform({
  transform: (_chunk, _encoding, done) => done(new Error("broken")),
}), into([]), (error) => resolve(say("pipeline fails", error.message))));

const events = [];
const readable = new Readable({ read() {} });
for (const name of ["end", "close", "pause", "resume"]) readable.on(name, () => events.push(name));
readable.on("data", (chunk) => events.push(String(chunk)));
readable.push("one");
readable.push("two");
readable.push(null);
await new Promise((resolve) => finished(readable, resolve));
await new Promise((resolve) => setTimeout(resolve, 0));
say("events", events);

const slow = new Writable({ highWaterMark: 4, write: (_chunk, _encoding, done) => setTimeout(done, 1) });
say("pressure", slow.write("ab"), slow.write("cdef"), slow.writableNeedDrain, slow.writableLength);
await new Promise((resolve) => slow.once("drain", resolve));
say("drained", slow.writableLength);
slow.end();
try {
  slow.on("error", (error) => say("after end", error.code, error.message));
  slow.write("late");
} catch (error) {
  say("thrown", error.code);
}
for (const wrong of [() => readable.push(7), () => slow.write(null), () => new Readable().read.call(null)]) {
  try {
    wrong();
  } catch (error) {
    say("wrong", error.name, error.code ?? "", error.code ? error.message : "");
  }
}
const numbers = () => Readable.from([1, 2, 3, 4, 5]);
say("operators", await numbers().filter((it) => it % 2).map((it) => it * 10).toArray(), await numbers().take(2).toArray());
say("reduce", await numbers().reduce((sum, it) => sum + it, 0), await numbers().some((it) => it > 4));
const encoded = new PassThrough().setEncoding("utf8");
encoded.write(Buffer.from([0xe2, 0x82]));
encoded.end(Buffer.from([0xac]));
say("encoding", await encoded.toArray());

say("text", await consumers.text(Readable.from([Buffer.from("gr"), Buffer.from("ün")])));
say("json", await consumers.json(Readable.from(['{"a":', "1}"])));
say("buffer", (await consumers.buffer(Readable.from([Buffer.from("hi")]))).toString("hex"));
say("arrayBuffer", (await consumers.arrayBuffer(Readable.from([Buffer.from("four")]))).byteLength);
say("blob", (await consumers.blob(Readable.from([Buffer.from("blob")]))).size);

const web = Readable.toWeb(Readable.from([Buffer.from("to"), Buffer.from("web")]));
say("toWeb", web instanceof ReadableStream, await new Response(web).text());
const response = new Response("from the web").body;
say("fromWeb", await consumers.text(Readable.fromWeb(response)));
const written = [];
const target = new WritableStream({ write: (chunk) => void written.push(String(chunk)), close: () => void written.push("closed") });
const writer = Writable.fromWeb(target, { decodeStrings: false });
writer.write("a");
await new Promise((resolve) => writer.end("b", resolve));
say("to a web stream", written);
const collected = [];
const webWriter = Writable.toWeb(into(collected)).getWriter();
await webWriter.write("p");
await webWriter.write("q");
await webWriter.close();
say("from a web stream", collected);
const { readable: left, writable: right } = Duplex.toWeb(upper());
const pushing = right.getWriter();
pushing.write("duplex");
pushing.close();
say("duplex to web", await new Response(left).text());
const failing = Readable.fromWeb(new ReadableStream({ start: (it) => it.error(new Error("web error")) }));
await consumers.text(failing).catch((error) => say("web fails", error.message));

const [one, other] = duplexPair();
other.on("data", (chunk) => other.end(`echo ${chunk}`));
one.write("ping");
say("pair", await consumers.text(one));

const controller = new AbortController();
const aborted = promises.pipeline(new Readable({ read() {} }), into([]), { signal: controller.signal });
controller.abort();
await aborted.catch((error) => say("aborted", error.name, error.code));
const destroyed = new Readable({ read() {} });
destroyed.on("error", (error) => say("destroyed", error.message, destroyed.destroyed));
destroyed.destroy(new Error("no more"));
await new Promise((resolve) => setTimeout(resolve, 0));
say("states", stream.isErrored(destroyed), stream.isDisturbed(destroyed), stream.isReadable(destroyed));
const lines = [];
for await (const line of Readable.from(["l1", "l2", "l3"])) {
  lines.push(line);
  if (line === "l2") break;
}
say("iteration", lines);
say("names", Object.keys(stream).sort());

// The streams of npm behave as those of Node.
{
  const { Duplex, Readable, Writable } = await import("node:stream");
  const views = [new Uint16Array([1]), new DataView(new ArrayBuffer(2))];
  const bytes = new Writable({ write: (chunk, encoding, done) => (console.log(chunk.length, Buffer.isBuffer(chunk), encoding), done()) });
  for (const view of views) bytes.write(view, (error) => console.log("written", error));
  bytes.end((error) => console.log("ended", error));
  await new Promise((done) => bytes.on("close", done));
  const objects = new Writable({ objectMode: true, write: (_chunk, encoding, done) => (console.log(encoding), done()) });
  objects.end({});
  for (const Class of [Readable, Writable]) {
    try {
      new Class({ defaultEncoding: "none" });
    } catch (error) {
      console.log(error.code);
    }
  }
  const duplex = new Duplex({ read() {}, write(_chunk, _encoding, done) { done(); } });
  duplex.cork();
  duplex.write("a", (error) => console.log(error.code));
  duplex.destroy();
  const open = new Writable({ write() {} });
  open.on("error", (error) => console.log(error.name));
  await open[Symbol.asyncDispose]();
  const { text } = await import("node:stream/consumers");
  const { readable } = new TransformStream();
  readable.getReader();
  console.log(await text(readable).catch((error) => error.code));
}
