// The source or target of a file stream: a path, a descriptor or a file handle, and the functions that
// work on it, which a program may replace.

import {
  argumentTypeError,
  argumentValueError,
  descriptor,
  integer,
  optionsOf,
  type PathLike,
  pathOf,
} from "./arguments.ts";
import { FileHandle } from "./file_handle.ts";
import * as forms from "./forms.ts";
import { report } from "./request.ts";

type Opened = (error: Error | null, fd?: number) => void;
type Transferred = (error: Error | null, bytes?: number) => void;
type Closed = (error?: Error | null) => void;

/** Functions with the arguments of those of node:fs. */
export interface FileFunctions {
  open(path: PathLike, flags: unknown, mode: unknown, callback: Opened): void;
  read(
    fd: number,
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number | null,
    callback: Transferred,
  ): void;
  write(
    fd: number,
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number | null,
    callback: Transferred,
  ): void;
  writev(fd: number, buffers: Uint8Array[], position: number | null, callback: Transferred): void;
  close(fd: number, callback: Closed): void;
  fsync(fd: number, callback: Closed): void;
}

export interface FileStreamOptions {
  flags?: string | number;
  encoding?: string | null;
  fd?: number | FileHandle | null;
  mode?: number;
  autoClose?: boolean;
  emitClose?: boolean;
  /** Position of the first byte. */
  start?: number;
  highWaterMark?: number;
  signal?: AbortSignal | null;
  fs?: Partial<FileFunctions> | null;
}

export interface File extends FileFunctions {
  number: number | null;
  /** Calls back when a file handle is closed. */
  onClose(callback: () => void): void;
}

const own = {
  open: forms.open.callback,
  read: forms.read.callback,
  write: forms.write.callback,
  writev: forms.writev.callback,
  close: forms.close.callback,
  fsync: forms.fsync.callback,
} as unknown as FileFunctions;

type Member = (...args: never[]) => unknown;

/** The parts of a stream of either kind that opening needs. */
interface Opening {
  fd: number | null;
  path: PathLike | undefined;
  flags: unknown;
  mode: unknown;
  emit(name: string, ...args: unknown[]): boolean;
}

/** Opens the file of a stream that was made for a path. */
export function openFor(stream: Opening, file: File, callback: Closed): void {
  if (stream.fd !== null) return callback();
  file.open(stream.path!, stream.flags, stream.mode, (error, fd) => {
    if (error) return callback(error);
    stream.fd = fd!;
    callback();
    stream.emit("open", fd);
    stream.emit("ready");
  });
}

/** Makes a function the class `name` of file streams: it inherits from `parent` and has the methods. */
export function defineStreamClass(
  made: { prototype: object },
  parent: { prototype: object },
  name: string,
  methods: Record<string, Member>,
): void {
  Object.setPrototypeOf(made.prototype, parent.prototype);
  Object.setPrototypeOf(made, parent);
  Object.defineProperty(made, "name", { value: name, configurable: true });
  for (const [key, value] of Object.entries(methods)) {
    Object.defineProperty(made.prototype, key, { value, writable: true, configurable: true });
  }
  Object.defineProperty(made.prototype, "pending", {
    get(this: { fd: number | null }) {
      return this.fd === null;
    },
    configurable: true,
  });
}

/** The path of a stream, which a stream of an open file does not have. */
export function pathFor(fd: number | null, path: PathLike): PathLike | undefined {
  if (fd !== null) return undefined;
  pathOf(path);
  return path;
}

export const isFile = (fd: unknown): boolean => fd !== undefined && fd !== null;

export function positionIn(value: number | undefined, name: string): number | undefined {
  return value === undefined ? undefined : integer(value, name, 0);
}

/** The file of a stream, and the options as an object. */
export function fileOf<T extends FileStreamOptions>(
  given: string | T | undefined,
  names: (keyof FileFunctions)[],
): { file: File; options: T } {
  const options = { ...optionsOf<T>(given) };
  const { fd } = options;
  if (fd instanceof FileHandle) {
    if (options.fs) throw argumentValueError("options.fs", options.fs, "cannot be used with a FileHandle");
    return { file: ofHandle(fd), options };
  }
  const number = isFile(fd) ? descriptor(fd) : null;
  return { file: { ...own, ...replaced(options.fs, names), number, onClose: () => {} }, options };
}

/** The functions of a program; with one of its own, it must have all that the stream needs. */
function replaced(
  fs: Partial<FileFunctions> | null | undefined,
  names: (keyof FileFunctions)[],
): Partial<FileFunctions> {
  if (fs === undefined || fs === null) return {};
  if (typeof fs !== "object") throw argumentTypeError("options.fs", "of type object", fs);
  const functions: Record<string, unknown> = {};
  for (const name of names) {
    const it = fs[name] ?? own[name];
    if (typeof it !== "function") throw argumentTypeError(`options.fs.${name}`, "of type function", it);
    functions[name] = (...args: unknown[]) => Reflect.apply(it as () => void, fs, args);
  }
  return functions;
}

/** Calls back with a number of what comes of a promise. */
function answer<T>(promise: Promise<T>, callback: Transferred, bytes: (value: T) => number | undefined): void {
  report(promise, callback as (...args: unknown[]) => void, (value) => [bytes(value)]);
}

function ofHandle(handle: FileHandle): File {
  return {
    number: handle.fd,
    onClose: (callback) => void handle.on("close", callback),
    open: own.open,
    read: (_fd, buffer, offset, length, position, callback) =>
      answer(handle.read(buffer, offset, length, position), callback, (it) => it.bytesRead),
    write: (_fd, buffer, offset, length, position, callback) =>
      answer(handle.write(buffer, offset, length, position), callback, (it) => it.bytesWritten),
    writev: (_fd, buffers, position, callback) =>
      answer(handle.writev(buffers, position), callback, (it) => it.bytesWritten),
    close: (_fd, callback) => answer(handle.close(), callback, () => undefined),
    fsync: (_fd, callback) => answer(handle.sync(), callback, () => undefined),
  };
}
