// Readable streams of Node and of the web, each made of the other.

import Stream, { type Readable, type ReadableOptions } from "../../npm/readable-stream.js";
import { abortError } from "../node_errors.ts";

/** Reads a stream of the web; the lock is held until either one ends. */
export function readableFromWeb(stream: ReadableStream, options: ReadableOptions = {}): Readable {
  const reader = stream.getReader();
  let isDone = false;
  const readable = new Stream.Readable({
    ...options,
    read() {
      reader.read().then(({ value, done }) => {
        isDone ||= done;
        readable.push(done ? null : value);
      }, (error) => readable.destroy(error));
    },
    destroy(error, callback) {
      if (isDone) return callback(error);
      isDone = true;
      const answer = () => callback(error);
      reader.cancel(error).then(answer, answer);
    },
  });
  reader.closed.then(() => isDone = true, (error) => {
    isDone = true;
    readable.destroy(error);
  });
  return readable;
}

/** The stream of the web that reads `readable`, at the pace of its own reader. */
export function readableToWeb(readable: Readable, options: { strategy?: QueuingStrategy } = {}): ReadableStream {
  const strategy = options.strategy ?? strategyOf(readable);
  let isOver = false;
  return new ReadableStream({
    start(controller) {
      readable.pause();
      readable.on("data", (chunk) => {
        controller.enqueue(chunk instanceof Uint8Array ? new Uint8Array(chunk) : chunk);
        if ((controller.desiredSize ?? 0) <= 0) readable.pause();
      });
      Stream.finished(readable, { writable: false }, (error) => {
        if (isOver) return;
        isOver = true;
        const isEarly = (error as { code?: string } | undefined)?.code === "ERR_STREAM_PREMATURE_CLOSE";
        if (error) controller.error(isEarly ? abortError(error) : error);
        else controller.close();
      });
    },
    pull() {
      readable.resume();
    },
    cancel(reason) {
      isOver = true;
      readable.on("error", () => {});
      readable.destroy(reason);
    },
  }, strategy);
}

function strategyOf(readable: Readable): QueuingStrategy {
  const { readableHighWaterMark: highWaterMark } = readable;
  return readable.readableObjectMode
    ? new CountQueuingStrategy({ highWaterMark })
    : new ByteLengthQueuingStrategy({ highWaterMark });
}
