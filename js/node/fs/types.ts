// The overloads of node:fs whose results depend on their options, in the three forms.

import type { Buffer } from "../buffer/buffer.ts";
import type { Encoding, PathLike } from "./arguments.ts";
import type { ListOptions, ReadOptions } from "./paths.ts";
import type { BigIntStats, Dirent, StatFs, Stats } from "./stats.ts";

type Failure = Error & { code?: string; errno?: number; syscall?: string; path?: string };
type Callback<T> = (error: Failure | null, value: T) => void;
type File = PathLike | number;
type BytesOptions = (ReadOptions & { encoding?: null }) | null;
type TextOptions = string | (ReadOptions & { encoding: string });
type EntryOptions = ListOptions & { withFileTypes: true };
type NameOptions = Encoding | (ListOptions & { withFileTypes?: false });

export interface ReadFileSync {
  (path: File, options?: BytesOptions): Buffer;
  (path: File, options: TextOptions): string;
  (path: File, options?: Encoding | ReadOptions): string | Buffer;
}
export interface ReadFile {
  (path: PathLike, options?: BytesOptions): Promise<Buffer>;
  (path: PathLike, options: TextOptions): Promise<string>;
  (path: PathLike, options?: Encoding | ReadOptions): Promise<string | Buffer>;
}
export interface ReadFileCallback {
  (path: File, callback: Callback<Buffer>): void;
  (path: File, options: BytesOptions | undefined, callback: Callback<Buffer>): void;
  (path: File, options: TextOptions, callback: Callback<string>): void;
}

export interface ReadDirSync {
  (path: PathLike, options: EntryOptions): Dirent[];
  (path: PathLike, options?: NameOptions): string[];
  (path: PathLike, options?: Encoding | ListOptions): string[] | Dirent[];
}
export interface ReadDir {
  (path: PathLike, options: EntryOptions): Promise<Dirent[]>;
  (path: PathLike, options?: NameOptions): Promise<string[]>;
  (path: PathLike, options?: Encoding | ListOptions): Promise<string[] | Dirent[]>;
}
export interface ReadDirCallback {
  (path: PathLike, callback: Callback<string[]>): void;
  (path: PathLike, options: EntryOptions, callback: Callback<Dirent[]>): void;
  (path: PathLike, options: NameOptions, callback: Callback<string[]>): void;
}

interface BigIntOptions {
  bigint: true;
}
interface NumberOptions {
  bigint?: false;
}

export interface StatSync {
  (path: PathLike, options?: (NumberOptions & { throwIfNoEntry?: true }) | null): Stats;
  (path: PathLike, options: BigIntOptions & { throwIfNoEntry?: true }): BigIntStats;
  (path: PathLike, options: NumberOptions & { throwIfNoEntry?: boolean }): Stats | undefined;
  (path: PathLike, options: BigIntOptions & { throwIfNoEntry?: boolean }): BigIntStats | undefined;
}
export interface StatPromise {
  (path: PathLike, options?: NumberOptions | null): Promise<Stats>;
  (path: PathLike, options: BigIntOptions): Promise<BigIntStats>;
}
export interface StatCallback {
  (path: PathLike, callback: Callback<Stats>): void;
  (path: PathLike, options: NumberOptions | undefined, callback: Callback<Stats>): void;
  (path: PathLike, options: BigIntOptions, callback: Callback<BigIntStats>): void;
}

export interface FstatSync {
  (fd: number, options?: NumberOptions): Stats;
  (fd: number, options: BigIntOptions): BigIntStats;
}
export interface FstatCallback {
  (fd: number, callback: Callback<Stats>): void;
  (fd: number, options: NumberOptions | undefined, callback: Callback<Stats>): void;
  (fd: number, options: BigIntOptions, callback: Callback<BigIntStats>): void;
}

export interface StatFsSync {
  (path: PathLike, options?: NumberOptions): StatFs<number>;
  (path: PathLike, options: BigIntOptions): StatFs<bigint>;
}
export interface StatFsPromise {
  (path: PathLike, options?: NumberOptions): Promise<StatFs<number>>;
  (path: PathLike, options: BigIntOptions): Promise<StatFs<bigint>>;
}
export interface StatFsCallback {
  (path: PathLike, callback: Callback<StatFs<number>>): void;
  (path: PathLike, options: NumberOptions | undefined, callback: Callback<StatFs<number>>): void;
  (path: PathLike, options: BigIntOptions, callback: Callback<StatFs<bigint>>): void;
}
