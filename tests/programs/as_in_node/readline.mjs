// node:readline

import { EventEmitter } from "node:events";
import { PassThrough, Readable } from "node:stream";
import * as readline from "node:readline";
import * as promises from "node:readline/promises";

const log = (...args) => console.log(args.map((it) => typeof it === "string" ? it : JSON.stringify(it)).join(" "));

const lines = [];
for await (const line of readline.createInterface({ input: Readable.from(["a\nb", "c\r", "\nd\n\ne"]), crlfDelay: Infinity })) {
  lines.push(line);
}
log(lines);

const input = new PassThrough();
const output = new PassThrough();
const written = [];
output.on("data", (it) => written.push(String(it)));
const face = readline.createInterface({ input, output, prompt: "? ", terminal: false });
const events = [];
for (const name of ["line", "close", "pause", "resume"]) face.on(name, (it) => events.push(it === undefined ? name : `${name} ${it}`));
log(face.getPrompt(), face.terminal, face instanceof readline.Interface, face instanceof EventEmitter);
face.prompt();
const answer = new Promise((resolve) => face.question("name? ", resolve));
input.write("Ada\nnext\n");
log(await answer);
face.pause();
face.resume();
input.end("last");
await new Promise((resolve) => face.once("close", resolve));
log(events, written.join(""));
try {
  face.question("x", () => {});
} catch (error) {
  log(error.code, error.message);
}

const asked = promises.createInterface({ input: Readable.from(["blue\n"]) });
log(await asked.question("colour? "));
asked.close();

const codes = [];
const stream = { write: (text, callback) => (codes.push(text), callback?.(), true) };
readline.clearLine(stream, 0);
readline.clearLine(stream, -1);
readline.clearScreenDown(stream);
readline.cursorTo(stream, 1);
readline.cursorTo(stream, 1, 2);
readline.moveCursor(stream, -1, 2);
const sink = new PassThrough();
await new promises.Readline(sink).clearLine(1).cursorTo(3).commit();
log(codes, String(sink.read()));
