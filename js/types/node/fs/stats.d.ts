declare abstract class FileKind {
    isFile(): boolean;
    isDirectory(): boolean;
    isSymbolicLink(): boolean;
    isBlockDevice(): boolean;
    isCharacterDevice(): boolean;
    isFIFO(): boolean;
    isSocket(): boolean;
}
export declare class Dirent extends FileKind {
    readonly name: string;
    readonly parentPath: string;
    /** An older name of `parentPath`. */
    readonly path: string;
}
/** Facts of a file in the order of the host (src/node/files/file_actions.rs). */
export type FileFacts = number[];
interface Facts<N> {
    readonly dev: N;
    readonly mode: N;
    readonly nlink: N;
    readonly uid: N;
    readonly gid: N;
    readonly rdev: N;
    readonly blksize: N;
    readonly ino: N;
    readonly size: N;
    readonly blocks: N;
    readonly atimeMs: N;
    readonly mtimeMs: N;
    readonly ctimeMs: N;
    readonly birthtimeMs: N;
    readonly atime: Date;
    readonly mtime: Date;
    readonly ctime: Date;
    readonly birthtime: Date;
}
export declare class Stats extends FileKind {
}
export interface Stats extends Facts<number> {
}
export declare class BigIntStats extends FileKind {
}
export interface BigIntStats extends Facts<bigint> {
    readonly atimeNs: bigint;
    readonly mtimeNs: bigint;
    readonly ctimeNs: bigint;
    readonly birthtimeNs: bigint;
}
export interface StatOptions {
    bigint?: boolean;
    throwIfNoEntry?: boolean;
}
export declare const statsOf: (facts: FileFacts, options?: StatOptions | null) => Stats | BigIntStats;
/** Facts of a file system. */
export declare class StatFs<N extends number | bigint = number> {
    readonly type: N;
    readonly bsize: N;
    readonly blocks: N;
    readonly bfree: N;
    readonly bavail: N;
    readonly files: N;
    readonly ffree: N;
}
/** The facts that fs.watchFile reports about a missing file. */
export declare function missingStats(bigint: boolean): Stats | BigIntStats;
export {};
