// The overloads of node:fs whose results depend on their options, in the three forms.

import type { Buffer } from "../buffer.ts";
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

export interface ReadFileNow {
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

export interface ReadFolderNow {
  (path: PathLike, options: EntryOptions): Dirent[];
  (path: PathLike, options?: NameOptions): string[];
  (path: PathLike, options?: Encoding | ListOptions): string[] | Dirent[];
}
export interface ReadFolder {
  (path: PathLike, options: EntryOptions): Promise<Dirent[]>;
  (path: PathLike, options?: NameOptions): Promise<string[]>;
  (path: PathLike, options?: Encoding | ListOptions): Promise<string[] | Dirent[]>;
}
export interface ReadFolderCallback {
  (path: PathLike, callback: Callback<string[]>): void;
  (path: PathLike, options: EntryOptions, callback: Callback<Dirent[]>): void;
  (path: PathLike, options: NameOptions, callback: Callback<string[]>): void;
}

interface Big {
  bigint: true;
}
interface Small {
  bigint?: false;
}

export interface LookNow {
  (path: PathLike, options?: (Small & { throwIfNoEntry?: true }) | null): Stats;
  (path: PathLike, options: Big & { throwIfNoEntry?: true }): BigIntStats;
  (path: PathLike, options: Small & { throwIfNoEntry?: boolean }): Stats | undefined;
  (path: PathLike, options: Big & { throwIfNoEntry?: boolean }): BigIntStats | undefined;
}
export interface Look {
  (path: PathLike, options?: Small | null): Promise<Stats>;
  (path: PathLike, options: Big): Promise<BigIntStats>;
}
export interface LookCallback {
  (path: PathLike, callback: Callback<Stats>): void;
  (path: PathLike, options: Small | undefined, callback: Callback<Stats>): void;
  (path: PathLike, options: Big, callback: Callback<BigIntStats>): void;
}

export interface FileLookNow {
  (fd: number, options?: Small): Stats;
  (fd: number, options: Big): BigIntStats;
}
export interface FileLookCallback {
  (fd: number, callback: Callback<Stats>): void;
  (fd: number, options: Small | undefined, callback: Callback<Stats>): void;
  (fd: number, options: Big, callback: Callback<BigIntStats>): void;
}

export interface SystemLookNow {
  (path: PathLike, options?: Small): StatFs<number>;
  (path: PathLike, options: Big): StatFs<bigint>;
}
export interface SystemLook {
  (path: PathLike, options?: Small): Promise<StatFs<number>>;
  (path: PathLike, options: Big): Promise<StatFs<bigint>>;
}
export interface SystemLookCallback {
  (path: PathLike, callback: Callback<StatFs<number>>): void;
  (path: PathLike, options: Small | undefined, callback: Callback<StatFs<number>>): void;
  (path: PathLike, options: Big, callback: Callback<StatFs<bigint>>): void;
}
