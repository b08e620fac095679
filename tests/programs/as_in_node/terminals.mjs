// The classes of node:tty where there is no terminal.
import tty, { ReadStream, WriteStream } from "node:tty";

console.log(tty.isatty(99), tty.isatty("x"), tty.ReadStream === ReadStream, tty.WriteStream === WriteStream);
const names = ["clearLine", "clearScreenDown", "cursorTo", "getColorDepth", "getWindowSize", "hasColors", "moveCursor"];
console.log(names.map((name) => typeof WriteStream.prototype[name]).join(), WriteStream.prototype.isTTY);
console.log(typeof ReadStream.prototype.setRawMode, "getColorDepth" in tty.WriteStream.prototype);
for (const make of [() => new WriteStream(-1), () => new ReadStream(1.5), () => WriteStream("a"), () => new ReadStream(99)]) {
  try {
    make();
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
console.log(WriteStream.prototype.getColorDepth({ TERM: "dumb" }), WriteStream.prototype.hasColors(256, { TERM: "dumb" }));
console.log(WriteStream.prototype.getColorDepth({ FORCE_COLOR: "3" }), WriteStream.prototype.getColorDepth({ COLORTERM: "truecolor" }));
console.log(WriteStream.prototype.getColorDepth({ NO_COLOR: "1", TERM: "xterm-256color" }), WriteStream.prototype.getColorDepth({ TERM: "xterm-256color" }));
