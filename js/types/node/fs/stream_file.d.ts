import { type PathLike } from "./arguments.js";
import { FileHandle } from "./file_handle.js";
type Opened = (error: Error | null, fd?: number) => void;
type Transferred = (error: Error | null, bytes?: number) => void;
type Closed = (error?: Error | null) => void;
/** Functions with the arguments of those of node:fs. */
export interface FileFunctions {
    open(path: PathLike, flags: unknown, mode: unknown, callback: Opened): void;
    read(fd: number, buffer: Uint8Array, offset: number, length: number, position: number | null, callback: Transferred): void;
    write(fd: number, buffer: Uint8Array, offset: number, length: number, position: number | null, callback: Transferred): void;
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
export declare const isFile: (fd: unknown) => boolean;
export declare function positionIn(value: number | undefined, name: string): number | undefined;
/** The file of a stream, and the options as an object. */
export declare function fileOf<T extends FileStreamOptions>(given: string | T | undefined, names: (keyof FileFunctions)[]): {
    file: File;
    options: T;
};
export {};
