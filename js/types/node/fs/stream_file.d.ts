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
export declare function openFor(stream: Opening, file: File, callback: Closed): void;
/** Makes a function the class `name` of file streams: it inherits from `parent` and has the methods. */
export declare function defineStreamClass(made: {
    prototype: object;
}, parent: {
    prototype: object;
}, name: string, methods: Record<string, Member>): void;
/** The path of a stream, which a stream of an open file does not have. */
export declare function pathFor(fd: number | null, path: PathLike): PathLike | undefined;
export declare const isFile: (fd: unknown) => boolean;
export declare function positionIn(value: number | undefined, name: string): number | undefined;
/** The file of a stream, and the options as an object. */
export declare function fileOf<T extends FileStreamOptions>(given: string | T | undefined, names: (keyof FileFunctions)[]): {
    file: File;
    options: T;
};
export {};
