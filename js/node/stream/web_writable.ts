// Writable streams of Node and of the web, each made of the other.

import Stream, { type Writable, type WritableOptions } from "../../npm/readable-stream.js";
import { abortError } from "../node_errors.ts";

type Done = (error?: Error | null) => void;

/** Writes to a stream of the web; the lock is held until either one ends. */
export function writableFromWeb(stream: WritableStream, options: WritableOptions = {}): Writable {
  const writer = stream.getWriter();
  let isOver = false;
  const writable = new Stream.Writable({
    ...options,
    write(chunk, _encoding, callback) {
      callBack(writer.ready.then(() => writer.write(chunk)), callback);
    },
    final(callback) {
      isOver = true;
      callBack(writer.close(), callback);
    },
    destroy(error, callback) {
      if (isOver) return callback(error);
      isOver = true;
      const answer = () => callback(error);
      (error === null ? writer.close() : writer.abort(error)).then(answer, answer);
    },
  });
  writer.closed.then(() => isOver = true, (error) => {
    isOver = true;
    writable.destroy(error);
  });
  return writable;
}

function callBack(work: Promise<unknown>, callback: Done): void {
  work.then(() => callback(), (error) => callback(error));
}

/** The stream of the web that writes to `writable`, at its pace. */
export function writableToWeb(writable: Writable): WritableStream {
  let drained: (() => void) | undefined;
  let isClosing = false;
  const { writableHighWaterMark: highWaterMark } = writable;
  const strategy = writable.writableObjectMode
    ? new CountQueuingStrategy({ highWaterMark })
    : { highWaterMark, size: (chunk: Uint8Array | string | undefined) => chunk?.length ?? 1 };
  return new WritableStream({
    start(controller) {
      writable.on("drain", () => drained?.());
      Stream.finished(writable, (error) => {
        drained?.();
        if (error) controller.error(error);
        else if (!isClosing) controller.error(abortError());
      });
    },
    write(chunk) {
      if (!writable.writableNeedDrain && writable.write(chunk)) return;
      return new Promise<void>((resolve) => drained = resolve);
    },
    close() {
      isClosing = true;
      return new Promise<void>((resolve, reject) => {
        Stream.finished(writable, (error) => error ? reject(error) : resolve());
        writable.end();
      });
    },
    abort(reason) {
      writable.on("error", () => {});
      writable.destroy(reason);
    },
  }, strategy);
}
