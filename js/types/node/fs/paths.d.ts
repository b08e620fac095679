import { Buffer } from "../buffer/buffer.js";
import { type Data, type Encoding, type Flag, type Mode, type PathLike, type Time } from "./arguments.js";
import type { Steps } from "./request.js";
import { type BigIntStats, Dirent, StatFs, type StatOptions, Stats } from "./stats.js";
export interface ReadOptions {
    encoding?: Encoding;
    flag?: Flag;
    signal?: AbortSignal;
}
export interface WriteOptions {
    encoding?: Encoding;
    flag?: Flag;
    mode?: Mode;
    flush?: boolean;
    signal?: AbortSignal;
}
export interface ListOptions {
    encoding?: Encoding;
    withFileTypes?: boolean;
    recursive?: boolean;
}
export interface RemoveOptions {
    recursive?: boolean;
    force?: boolean;
    maxRetries?: number;
    retryDelay?: number;
}
/** Reads an open file from its position to its end. */
export declare function readRest(file: number, signal?: AbortSignal): Steps<Uint8Array>;
export declare function readFile(path: PathLike | number, given?: unknown): Steps<string | Buffer>;
/** Writes all bytes to an open file, at a position or at its own (-1). */
export declare function writeAll(file: number, bytes: Uint8Array, position?: number): Steps<void>;
export declare const writeFile: (path: PathLike | number, data: Data, options?: Encoding | WriteOptions) => Steps<void>;
export declare const appendFile: (path: PathLike | number, data: Data, options?: Encoding | WriteOptions) => Steps<void>;
export declare function access(path: PathLike, mode?: number): Steps<void>;
export declare function exists(path: PathLike): Steps<boolean>;
export declare const stat: (path: PathLike, options?: StatOptions | null) => Steps<BigIntStats | Stats | undefined>;
export declare const lstat: (path: PathLike, options?: StatOptions | null) => Steps<BigIntStats | Stats | undefined>;
export declare function statfs(path: PathLike, options?: {
    bigint?: boolean;
}): Steps<StatFs<number> | StatFs<bigint>>;
export declare const readdir: (path: PathLike, given?: unknown) => Steps<(string | Dirent)[]>;
/** The entries of a folder whose path is for the host. */
export declare function listing(root: string, options: ListOptions): Steps<(string | Dirent)[]>;
export interface FolderOptions {
    recursive?: boolean;
    mode?: Mode;
}
export declare function mkdir(path: PathLike, given?: Mode | FolderOptions): Steps<string | undefined>;
export declare function mkdtemp(prefix: PathLike, given?: unknown): Steps<string>;
export declare function rm(path: PathLike, options?: RemoveOptions): Steps<void>;
export declare function unlink(path: PathLike): Steps<void>;
export declare function rmdir(path: PathLike, options?: RemoveOptions): Steps<void>;
export declare function rename(from: PathLike, to: PathLike): Steps<void>;
export declare function copyFile(from: PathLike, to: PathLike, mode?: number): Steps<void>;
export declare function link(existing: PathLike, path: PathLike): Steps<void>;
/** The type is for Windows. */
export declare function symlink(target: PathLike, path: PathLike, _type?: string | null): Steps<void>;
export declare function readlink(path: PathLike, given?: unknown): Steps<string>;
export declare function realpath(path: PathLike, given?: unknown): Steps<string>;
export declare function chmod(path: PathLike, mode: Mode): Steps<void>;
export declare const chown: (path: PathLike, uid: number, gid: number) => Steps<void>;
export declare const lchown: (path: PathLike, uid: number, gid: number) => Steps<void>;
export declare const utimes: (path: PathLike, atime: Time, mtime: Time) => Steps<void>;
export declare const lutimes: (path: PathLike, atime: Time, mtime: Time) => Steps<void>;
export declare function truncate(path: PathLike, length?: number): Steps<void>;
