import { Writable } from "../stream/stream.js";
import type { PathLike } from "./arguments.js";
import { type FileStreamOptions } from "./stream_file.js";
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
interface WriteStreamConstructor {
    new (path: PathLike, options?: string | WriteStreamOptions): WriteStream;
    (path: PathLike, options?: string | WriteStreamOptions): WriteStream;
    prototype: WriteStream;
}
/** A function, not a class: older packages call it on an object of theirs. */
export declare const WriteStream: WriteStreamConstructor;
export {};
