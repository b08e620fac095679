import type { Encoding, PathLike } from "./arguments.js";
import type { FileHandle } from "./file_handle.js";
import type { ReadStream as Reading, ReadStreamOptions } from "./read_stream.js";
import type { WriteStream as Writing, WriteStreamOptions } from "./write_stream.js";
export type { ReadStreamOptions, WriteStreamOptions };
export type ReadStream = Reading;
export type WriteStream = Writing;
export interface StreamClass<S, O> {
    new (path: PathLike, options?: string | O): S;
    (path: PathLike, options?: string | O): S;
    prototype: S;
}
export declare const ReadStream: StreamClass<Reading, ReadStreamOptions>;
export declare const WriteStream: StreamClass<Writing, WriteStreamOptions>;
export declare function createReadStream(path: PathLike, options?: Encoding | ReadStreamOptions): Reading;
export declare function createWriteStream(path: PathLike, options?: Encoding | WriteStreamOptions): Writing;
/** A stream of an open file: there is no path. */
export declare const readingOf: (fd: FileHandle, options?: ReadStreamOptions) => Reading;
export declare const writingOf: (fd: FileHandle, options?: WriteStreamOptions) => Writing;
