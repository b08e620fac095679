// Streams that write files: fs.createWriteStream.

import { Writable, type WritableOptions } from "../stream/stream.ts";
import type { PathLike } from "./arguments.ts";
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

export interface WriteStreamOptions extends FileStreamOptions {
  /** Whether what was written is on the disk before the file is closed. */
  flush?: boolean;
}

type Done = (error?: Error | null) => void;

export interface WriteStream extends Writable {
  fd: number | null;
  path: PathLike | undefined;
  flags: unknown;
  mode: unknown;
  start: number | undefined;
  pos: number | undefined;
  bytesWritten: number;
  autoClose: boolean;
  readonly pending: boolean;
  close(callback?: Done): void;
  destroySoon(): void;
}

/** The parts of a stream that programs do not see. */
interface State {
  file: File;
  /** Whether a write is under way, which a stream that is destroyed waits for. */
  isBusy: boolean;
  flush: boolean;
}

const states = new WeakMap<WriteStream, State>();
const idle = Symbol("the write has ended");

interface WriteStreamConstructor {
  new (path: PathLike, options?: string | WriteStreamOptions): WriteStream;
  (path: PathLike, options?: string | WriteStreamOptions): WriteStream;
  prototype: WriteStream;
}

/** A function, not a class: older packages call it on an object of theirs. */
export const WriteStream = function (this: WriteStream, path: PathLike, given?: string | WriteStreamOptions) {
  if (!(this instanceof WriteStream)) return new WriteStream(path, given);
  const { file, options } = fileOf(given, ["open", "write", "writev", "close", "fsync"]);
  const start = positionIn(options.start, "start");
  const { fd, flags, mode, autoClose = true, emitClose = true, encoding, flush = false } = options;
  states.set(this, { file, isBusy: false, flush });
  this.fd = isFile(fd) ? file.number : null;
  this.path = pathFor(this.fd, path);
  Object.assign(this, { flags: flags ?? "w", mode: mode ?? 0o666, start, pos: start, bytesWritten: 0, autoClose });
  const { highWaterMark, signal } = options;
  const settings: WritableOptions = {
    autoDestroy: autoClose,
    emitClose,
    decodeStrings: true,
    ...(highWaterMark !== undefined && { highWaterMark }),
    ...(signal && { signal }),
  };
  Reflect.apply(Writable as unknown as () => void, this, [settings]);
  file.onClose(() => this.close());
  if (encoding) this.setDefaultEncoding(encoding);
} as unknown as WriteStreamConstructor;

const methods = {
  _construct(this: WriteStream, callback: Done): void {
    openFor(this, states.get(this)!.file, callback);
  },

  _write(this: WriteStream, data: Uint8Array, _encoding: string, callback: Done): void {
    writeAll(this, data, callback);
  },

  _writev(this: WriteStream, chunks: { chunk: Uint8Array }[], callback: Done): void {
    writeTogether(this, chunks.map((it) => it.chunk), callback);
  },

  _destroy(this: WriteStream, error: Error | null, callback: Done): void {
    if (!states.get(this)!.isBusy) return close(this, error, callback);
    this.once(idle, (failure: Error | null) => close(this, error ?? failure, callback));
  },

  close(this: WriteStream, callback?: Done): void {
    if (callback) {
      if (this.closed) return void queueMicrotask(callback);
      this.once("close", callback);
    }
    // Without autoClose, the end of the stream does not close the file.
    if (!this.autoClose) this.once("finish", () => this.destroy());
    this.end();
  },

  destroySoon(this: WriteStream): void {
    this.end();
  },
};

/** Counts what was written, and ends the call when the stream was destroyed meanwhile. */
function written(stream: WriteStream, error: Error | null, bytes: number, callback: Done): boolean {
  states.get(stream)!.isBusy = false;
  if (!error) {
    stream.bytesWritten += bytes;
    if (stream.pos !== undefined) stream.pos += bytes;
  }
  if (stream.destroyed) {
    callback(error);
    stream.emit(idle, error);
    return false;
  }
  if (error) callback(error);
  return !error;
}

/** One call may write less than all. */
function writeAll(stream: WriteStream, data: Uint8Array, callback: Done): void {
  const state = states.get(stream)!;
  state.isBusy = true;
  state.file.write(stream.fd!, data, 0, data.length, stream.pos ?? null, (error, bytes = 0) => {
    if (!written(stream, error, bytes, callback)) return;
    if (bytes < data.length) writeAll(stream, data.subarray(bytes), callback);
    else callback();
  });
}

function writeTogether(stream: WriteStream, chunks: Uint8Array[], callback: Done): void {
  const state = states.get(stream)!;
  state.isBusy = true;
  state.file.writev(stream.fd!, chunks, stream.pos ?? null, (error, bytes = 0) => {
    if (!written(stream, error, bytes, callback)) return;
    const rest = after(chunks, bytes);
    if (rest.length > 0) writeTogether(stream, rest, callback);
    else callback();
  });
}

/** The rest of chunks after their first bytes. */
function after(chunks: Uint8Array[], bytes: number): Uint8Array[] {
  let skip = bytes;
  const rest: Uint8Array[] = [];
  for (const chunk of chunks) {
    if (skip < chunk.length) rest.push(chunk.subarray(skip));
    skip = Math.max(0, skip - chunk.length);
  }
  return rest;
}

function close(stream: WriteStream, error: Error | null, callback: Done): void {
  const { file, flush } = states.get(stream)!;
  const { fd } = stream;
  stream.fd = null;
  if (fd === null) return callback(error);
  const end = (failure?: Error | null) => file.close(fd, (problem) => callback(error ?? failure ?? problem));
  if (flush && !error) file.fsync(fd, end);
  else end();
}

defineStreamClass(WriteStream, Writable, "WriteStream", methods);
