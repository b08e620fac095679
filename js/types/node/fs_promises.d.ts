import type { Buffer } from "./buffer.js";
import type { PathLike } from "./file_path.js";
import type { Dirent, Stats } from "./file_stats.js";
import * as files from "./fs.js";
type Promised<F extends (...args: never[]) => unknown> = (...args: Parameters<F>) => Promise<ReturnType<F>>;
export interface ReadFile {
    (path: PathLike, options?: null | {
        encoding?: null;
    }): Promise<Buffer>;
    (path: PathLike, options: string | {
        encoding: string;
    }): Promise<string>;
}
export interface ReadFolder {
    (path: PathLike, options: files.ListOptions & {
        withFileTypes: true;
    }): Promise<Dirent[]>;
    (path: PathLike, options?: string | null | (files.ListOptions & {
        withFileTypes?: false;
    })): Promise<string[]>;
}
type Look = (path: PathLike) => Promise<Stats>;
export declare const access: Promised<typeof files.accessSync>;
export declare const appendFile: Promised<typeof files.appendFileSync>;
export declare const copyFile: Promised<typeof files.copyFileSync>;
export declare const lstat: Look;
export declare const mkdir: Promised<typeof files.mkdirSync>;
export declare const mkdtemp: Promised<typeof files.mkdtempSync>;
export declare const readdir: ReadFolder;
export declare const readFile: ReadFile;
export declare const realpath: Promised<typeof files.realpathSync>;
export declare const rename: Promised<typeof files.renameSync>;
export declare const rm: Promised<typeof files.rmSync>;
export declare const rmdir: Promised<typeof files.rmdirSync>;
export declare const stat: Look;
export declare const unlink: Promised<typeof files.unlinkSync>;
export declare const writeFile: Promised<typeof files.writeFileSync>;
declare const _default: {
    access: Promised<typeof files.accessSync>;
    appendFile: Promised<typeof files.appendFileSync>;
    copyFile: Promised<typeof files.copyFileSync>;
    lstat: Look;
    mkdir: Promised<typeof files.mkdirSync>;
    mkdtemp: Promised<typeof files.mkdtempSync>;
    readdir: ReadFolder;
    readFile: ReadFile;
    realpath: Promised<typeof files.realpathSync>;
    rename: Promised<typeof files.renameSync>;
    rm: Promised<typeof files.rmSync>;
    rmdir: Promised<typeof files.rmdirSync>;
    stat: Look;
    unlink: Promised<typeof files.unlinkSync>;
    writeFile: Promised<typeof files.writeFileSync>;
};
export default _default;
