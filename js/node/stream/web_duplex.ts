// Duplex streams of Node and pairs of streams of the web, each made of the other.

import Stream, { type Duplex, type DuplexOptions, type Readable, type Writable } from "../../npm/readable-stream.js";
import { readableFromWeb, readableToWeb } from "./web_readable.ts";
import { writableFromWeb, writableToWeb } from "./web_writable.ts";

export interface WebPair {
  readable: ReadableStream;
  writable: WritableStream;
}

/** A duplex stream over both streams of a pair. */
export function duplexFromWeb(pair: WebPair, options: DuplexOptions = {}): Duplex {
  const { highWaterMark, objectMode } = options;
  const limits = { ...(highWaterMark && { highWaterMark }), ...(objectMode && { objectMode }) };
  const input: Readable = readableFromWeb(pair.readable, limits);
  const output: Writable = writableFromWeb(pair.writable, limits);
  const duplex = new Stream.Duplex({
    ...options,
    read: () => void input.resume(),
    write(chunk, encoding, callback) {
      output.write(chunk, encoding, callback);
    },
    final(callback) {
      output.end(callback);
    },
    destroy(error, callback) {
      input.destroy(error ?? undefined);
      if (error !== null || !output.writableEnded) output.destroy(error ?? undefined);
      callback(error);
    },
  });
  input.on("data", (chunk) => {
    if (!duplex.push(chunk)) input.pause();
  });
  input.on("end", () => duplex.push(null));
  const fail = (error: Error) => duplex.destroy(error);
  input.on("error", fail);
  output.on("error", fail);
  return duplex;
}

export function duplexToWeb(duplex: Duplex): WebPair {
  return { readable: readableToWeb(duplex), writable: writableToWeb(duplex) };
}
