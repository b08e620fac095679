// The streams of node:fs, which are evaluated when first used.

import type { Encoding, PathLike } from "./arguments.ts";
import type { FileHandle } from "./file_handle.ts";
import { lateClass } from "./late_class.ts";
import type { ReadStream as Reading, ReadStreamOptions } from "./read_stream.ts";
import type { WriteStream as Writing, WriteStreamOptions } from "./write_stream.ts";

export type { ReadStreamOptions, WriteStreamOptions };
export type ReadStream = Reading;
export type WriteStream = Writing;

export interface StreamClass<S, O> {
  new (path: PathLike, options?: string | O): S;
  (path: PathLike, options?: string | O): S;
  prototype: S;
}

export const ReadStream = lateClass<StreamClass<Reading, ReadStreamOptions>>(
  "lumi:/node/fs/read_stream.ts",
  "ReadStream",
);
export const WriteStream = lateClass<StreamClass<Writing, WriteStreamOptions>>(
  "lumi:/node/fs/write_stream.ts",
  "WriteStream",
);

export function createReadStream(path: PathLike, options?: Encoding | ReadStreamOptions): Reading {
  return new ReadStream(path, options ?? undefined);
}

export function createWriteStream(path: PathLike, options?: Encoding | WriteStreamOptions): Writing {
  return new WriteStream(path, options ?? undefined);
}

/** A stream of an open file: there is no path. */
export const readingOf = (fd: FileHandle, options?: ReadStreamOptions): Reading =>
  new ReadStream(undefined as unknown as PathLike, { ...options, fd });

export const writingOf = (fd: FileHandle, options?: WriteStreamOptions): Writing =>
  new WriteStream(undefined as unknown as PathLike, { ...options, fd });
