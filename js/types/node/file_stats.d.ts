declare class FileKind {
    #private;
    isFile(): boolean;
    isDirectory(): boolean;
    isSymbolicLink(): boolean;
}
export declare class Dirent extends FileKind {
    readonly name: string;
    readonly parentPath: string;
}
export declare class Stats extends FileKind {
    readonly size: number;
    readonly mode: number;
    readonly atimeMs: number;
    readonly mtimeMs: number;
    readonly ctimeMs: number;
    readonly birthtimeMs: number;
    get atime(): Date;
    get mtime(): Date;
    get ctime(): Date;
    get birthtime(): Date;
}
export {};
