import { Readable } from "../stream/stream.js";
import { type PathLike } from "./arguments.js";
import { type FileStreamOptions } from "./stream_file.js";
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
interface ReadStreamConstructor {
    new (path: PathLike, options?: string | ReadStreamOptions): ReadStream;
    (path: PathLike, options?: string | ReadStreamOptions): ReadStream;
    prototype: ReadStream;
}
/** A function, not a class: older packages call it on an object of theirs. */
export declare const ReadStream: ReadStreamConstructor;
export {};
