// Streams that read files: fs.createReadStream.

import { Buffer } from "../buffer/buffer.ts";
import { Readable, type ReadableOptions } from "../stream/stream.ts";
import { type PathLike, rangeError } from "./arguments.ts";
import {
  defineStreamClass,
  type File,
  fileOf,
  type FileStreamOptions,
  isFile,
  openFor,
  pathFor,
  positionIn,
} from "./stream_file.ts";

export interface ReadStreamOptions extends FileStreamOptions {
  /** Position of the last byte. */
  end?: number;
}

type Done = (error?: Error | null) => void;

export interface ReadStream extends Readable {
  fd: number | null;
  path: PathLike | undefined;
  flags: unknown;
  mode: unknown;
  start: number | undefined;
  end: number;
  pos: number | undefined;
  bytesRead: number;
  autoClose: boolean;
  readonly pending: boolean;
  close(callback?: Done): void;
}

/** The parts of a stream that programs do not see. */
interface State {
  file: File;
  /** Whether a read is under way, which a stream that is destroyed waits for. */
  isBusy: boolean;
}

const states = new WeakMap<ReadStream, State>();
const idle = Symbol("the read has ended");

interface ReadStreamConstructor {
  new (path: PathLike, options?: string | ReadStreamOptions): ReadStream;
  (path: PathLike, options?: string | ReadStreamOptions): ReadStream;
  prototype: ReadStream;
}

/** A function, not a class: older packages call it on an object of theirs. */
export const ReadStream = function (this: ReadStream, path: PathLike, given?: string | ReadStreamOptions) {
  if (!(this instanceof ReadStream)) return new ReadStream(path, given);
  const { file, options } = fileOf(given, ["open", "read", "close"]);
  const start = positionIn(options.start, "start");
  const { end: last = Infinity } = options;
  const end = last === Infinity ? Infinity : positionIn(last, "end")!;
  if (start !== undefined && start > end) throw rangeError("start", `<= "end" (here: ${end})`, start);
  states.set(this, { file, isBusy: false });
  const { fd, flags, mode, autoClose = true, emitClose = true, encoding } = options;
  this.fd = isFile(fd) ? file.number : null;
  this.path = pathFor(this.fd, path);
  Object.assign(this, { flags: flags ?? "r", mode: mode ?? 0o666, start, end, pos: start, bytesRead: 0, autoClose });
  const { highWaterMark = 64 * 1024, signal } = options;
  const settings: ReadableOptions = { highWaterMark, autoDestroy: autoClose, emitClose, ...(signal && { signal }) };
  Reflect.apply(Readable as unknown as () => void, this, [settings]);
  file.onClose(() => this.close());
  if (encoding) this.setEncoding(encoding);
} as unknown as ReadStreamConstructor;

const methods = {
  _construct(this: ReadStream, callback: Done): void {
    openFor(this, states.get(this)!.file, callback);
  },

  _read(this: ReadStream, size: number): void {
    const state = states.get(this)!;
    const from = this.pos ?? this.bytesRead;
    const length = Math.min(this.end - from + 1, size);
    if (length <= 0) return void this.push(null);
    const buffer = Buffer.allocUnsafeSlow(length);
    state.isBusy = true;
    state.file.read(this.fd!, buffer, 0, length, this.pos ?? null, (error, bytesRead) => {
      state.isBusy = false;
      // The file is closed after the read.
      if (this.destroyed) return void this.emit(idle, error);
      if (error) return void this.destroy(error);
      if (bytesRead === 0) return void this.push(null);
      if (this.pos !== undefined) this.pos += bytesRead!;
      this.bytesRead += bytesRead!;
      this.push(bytesRead === length ? buffer : Buffer.from(buffer.subarray(0, bytesRead)));
    });
  },

  _destroy(this: ReadStream, error: Error | null, callback: Done): void {
    const state = states.get(this)!;
    if (!state.isBusy) return close(this, error, callback);
    this.once(idle, (failure: Error | null) => close(this, error ?? failure, callback));
  },

  close(this: ReadStream, callback?: Done): void {
    if (callback) {
      if (this.closed) queueMicrotask(callback);
      else this.once("close", callback);
    }
    this.destroy();
  },
};

function close(stream: ReadStream, error: Error | null, callback: Done): void {
  const { fd } = stream;
  stream.fd = null;
  if (fd === null) return callback(error);
  states.get(stream)!.file.close(fd, (failure) => callback(error ?? failure));
}

defineStreamClass(ReadStream, Readable, "ReadStream", methods);
