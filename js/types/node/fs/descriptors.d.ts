import { type Flag, type Mode, type PathLike, type Time } from "./arguments.js";
import type { Steps } from "./request.js";
import { type BigIntStats, type StatOptions, type Stats } from "./stats.js";
export type Position = number | bigint | null | undefined;
export interface ReadSettings {
    buffer?: ArrayBufferView;
    offset?: number;
    length?: number;
    position?: Position;
}
export declare function open(path: PathLike, flags?: Flag | null, mode?: Mode): Steps<number>;
export declare function close(fd: number): Steps<void>;
/** Reads into a buffer; the arguments after the file may be one object. */
export declare function read(fd: number, buffer?: ArrayBufferView | ReadSettings | null, offset?: number | null | ReadSettings, length?: number | null, position?: Position): Steps<{
    bytesRead: number;
    buffer: ArrayBufferView;
}>;
/** Writes bytes or text; the arguments after bytes may be one object. */
export declare function write(fd: number, data: ArrayBufferView | string, offset?: number | null | ReadSettings, length?: number | string | null, position?: Position): Steps<{
    bytesWritten: number;
    buffer: ArrayBufferView | string;
}>;
export declare function readv(fd: number, buffers: readonly ArrayBufferView[], position?: Position): Steps<{
    bytesRead: number;
    buffers: readonly ArrayBufferView[];
}>;
export declare function writev(fd: number, buffers: readonly ArrayBufferView[], position?: Position): Steps<{
    bytesWritten: number;
    buffers: readonly ArrayBufferView[];
}>;
export declare function fsync(fd: number): Steps<void>;
export declare function fdatasync(fd: number): Steps<void>;
export declare function ftruncate(fd: number, length?: number): Steps<void>;
export declare function fstat(fd: number, options?: StatOptions): Steps<Stats | BigIntStats>;
export declare function fchmod(fd: number, mode: Mode): Steps<void>;
export declare function fchown(fd: number, uid: number, gid: number): Steps<void>;
export declare function futimes(fd: number, atime: Time, mtime: Time): Steps<void>;
