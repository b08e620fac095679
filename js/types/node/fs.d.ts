import { Buffer } from "./buffer.js";
import { type PathLike } from "./file_path.js";
import { Dirent, Stats } from "./file_stats.js";
import promises from "./fs_promises.js";
type Encoding = string | null | undefined;
export interface WriteOptions {
    encoding?: Encoding;
    flag?: string;
    mode?: number;
}
export interface ListOptions {
    withFileTypes?: boolean;
    recursive?: boolean;
}
export declare const constants: {
    F_OK: number;
    X_OK: number;
    W_OK: number;
    R_OK: number;
    COPYFILE_EXCL: number;
};
export declare function readFileSync(path: PathLike, options?: null | {
    encoding?: null;
}): Buffer;
export declare function readFileSync(path: PathLike, options: string | {
    encoding: string;
}): string;
export declare function writeFileSync(path: PathLike, data: string | ArrayBufferView, options?: Encoding | WriteOptions): void;
export declare function appendFileSync(path: PathLike, data: string | ArrayBufferView, options?: Encoding | WriteOptions): void;
export declare function existsSync(path: PathLike): boolean;
export declare function statSync(path: PathLike, options?: {
    throwIfNoEntry?: true;
}): Stats;
export declare function statSync(path: PathLike, options: {
    throwIfNoEntry?: boolean;
}): Stats | undefined;
export declare function lstatSync(path: PathLike, options?: {
    throwIfNoEntry?: true;
}): Stats;
export declare function lstatSync(path: PathLike, options: {
    throwIfNoEntry?: boolean;
}): Stats | undefined;
/** Throws unless the file can be inspected; write permission shows only when writing. */
export declare function accessSync(path: PathLike, _mode?: number): void;
export declare function readdirSync(path: PathLike, options: ListOptions & {
    withFileTypes: true;
}): Dirent[];
export declare function readdirSync(path: PathLike, options?: Encoding | (ListOptions & {
    withFileTypes?: false;
})): string[];
export declare function mkdirSync(path: PathLike, options?: number | {
    recursive?: boolean;
}): void;
export declare function rmSync(path: PathLike, options?: {
    recursive?: boolean;
    force?: boolean;
}): void;
export declare function unlinkSync(path: PathLike): void;
export declare function rmdirSync(path: PathLike): void;
export declare function renameSync(from: PathLike, to: PathLike): void;
export declare function copyFileSync(from: PathLike, to: PathLike, mode?: number): void;
export declare function realpathSync(path: PathLike): string;
/** Creates a folder with a unique name, and returns its path. */
export declare function mkdtempSync(prefix: string): string;
export { Dirent, Stats };
export { promises };
declare const _default: {
    accessSync: typeof accessSync;
    appendFileSync: typeof appendFileSync;
    constants: {
        F_OK: number;
        X_OK: number;
        W_OK: number;
        R_OK: number;
        COPYFILE_EXCL: number;
    };
    copyFileSync: typeof copyFileSync;
    Dirent: typeof Dirent;
    existsSync: typeof existsSync;
    lstatSync: typeof lstatSync;
    mkdirSync: typeof mkdirSync;
    mkdtempSync: typeof mkdtempSync;
    readonly promises: {
        access: (path: PathLike, _mode?: number | undefined) => Promise<void>;
        appendFile: (path: PathLike, data: string | ArrayBufferView<ArrayBufferLike>, options?: WriteOptions | Encoding) => Promise<void>;
        copyFile: (from: PathLike, to: PathLike, mode?: number | undefined) => Promise<void>;
        lstat: (path: PathLike) => Promise<Stats>;
        mkdir: (path: PathLike, options?: number | {
            recursive?: boolean;
        } | undefined) => Promise<void>;
        mkdtemp: (prefix: string) => Promise<string>;
        readdir: import("./fs_promises.js").ReadFolder;
        readFile: import("./fs_promises.js").ReadFile;
        realpath: (path: PathLike) => Promise<string>;
        rename: (from: PathLike, to: PathLike) => Promise<void>;
        rm: (path: PathLike, options?: {
            recursive?: boolean;
            force?: boolean;
        } | undefined) => Promise<void>;
        rmdir: (path: PathLike) => Promise<void>;
        stat: (path: PathLike) => Promise<Stats>;
        unlink: (path: PathLike) => Promise<void>;
        writeFile: (path: PathLike, data: string | ArrayBufferView<ArrayBufferLike>, options?: WriteOptions | Encoding) => Promise<void>;
    };
    readdirSync: typeof readdirSync;
    readFileSync: typeof readFileSync;
    realpathSync: typeof realpathSync;
    renameSync: typeof renameSync;
    rmdirSync: typeof rmdirSync;
    rmSync: typeof rmSync;
    statSync: typeof statSync;
    Stats: typeof Stats;
    unlinkSync: typeof unlinkSync;
    writeFileSync: typeof writeFileSync;
};
export default _default;
