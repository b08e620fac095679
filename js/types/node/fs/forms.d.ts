import * as files from "./descriptors.js";
import * as paths from "./paths.js";
export declare const access: import("./request.js").Forms<[path: import("./arguments.js").PathLike, mode?: number | undefined], void, []>;
export declare const appendFile: import("./request.js").Forms<[path: number | import("./arguments.js").PathLike, data: import("./arguments.js").Data, options?: paths.WriteOptions | import("./arguments.js").Encoding], void, []>;
export declare const chmod: import("./request.js").Forms<[path: import("./arguments.js").PathLike, mode: import("./arguments.js").Mode], void, []>;
export declare const chown: import("./request.js").Forms<[path: import("./arguments.js").PathLike, uid: number, gid: number], void, []>;
export declare const close: import("./request.js").Forms<[fd: number], void, []>;
export declare const copyFile: import("./request.js").Forms<[from: import("./arguments.js").PathLike, to: import("./arguments.js").PathLike, mode?: number | undefined], void, []>;
export declare const cp: import("./request.js").Forms<[source: import("./arguments.js").PathLike, destination: import("./arguments.js").PathLike, options?: import("./copy_tree.js").CopyOptions | undefined], void, []>;
export declare const exists: import("./request.js").Forms<[path: import("./arguments.js").PathLike], boolean, [value: false] | [value: true]>;
export declare const fchmod: import("./request.js").Forms<[fd: number, mode: import("./arguments.js").Mode], void, []>;
export declare const fchown: import("./request.js").Forms<[fd: number, uid: number, gid: number], void, []>;
export declare const fdatasync: import("./request.js").Forms<[fd: number], void, []>;
export declare const fstat: import("./request.js").Forms<[fd: number, options?: import("./stats.js").StatOptions | undefined], import("./stats.js").BigIntStats | import("./stats.js").Stats, [value: import("./stats.js").BigIntStats] | [value: import("./stats.js").Stats]>;
export declare const fsync: import("./request.js").Forms<[fd: number], void, []>;
export declare const ftruncate: import("./request.js").Forms<[fd: number, length?: number | undefined], void, []>;
export declare const futimes: import("./request.js").Forms<[fd: number, atime: import("./arguments.js").Time, mtime: import("./arguments.js").Time], void, []>;
export declare const lchown: import("./request.js").Forms<[path: import("./arguments.js").PathLike, uid: number, gid: number], void, []>;
export declare const link: import("./request.js").Forms<[existing: import("./arguments.js").PathLike, path: import("./arguments.js").PathLike], void, []>;
export declare const lstat: import("./request.js").Forms<[path: import("./arguments.js").PathLike, options?: import("./stats.js").StatOptions | null | undefined], import("./stats.js").BigIntStats | import("./stats.js").Stats | undefined, [] | [value: import("./stats.js").BigIntStats] | [value: import("./stats.js").Stats]>;
export declare const lutimes: import("./request.js").Forms<[path: import("./arguments.js").PathLike, atime: import("./arguments.js").Time, mtime: import("./arguments.js").Time], void, []>;
export declare const mkdir: import("./request.js").Forms<[path: import("./arguments.js").PathLike, given?: paths.FolderOptions | import("./arguments.js").Mode], string | undefined, [] | [value: string]>;
export declare const mkdtemp: import("./request.js").Forms<[prefix: import("./arguments.js").PathLike, given?: unknown], string, [value: string]>;
export declare const open: import("./request.js").Forms<[path: import("./arguments.js").PathLike, flags?: import("./arguments.js").Flag | null, mode?: import("./arguments.js").Mode], number, [value: number]>;
export declare const opendir: import("./request.js").Forms<[path: import("./arguments.js").PathLike, given?: unknown], import("./dir.js").Dir, [value: import("./dir.js").Dir]>;
export declare const read: import("./request.js").Forms<[fd: number, buffer?: ArrayBufferView<ArrayBufferLike> | files.ReadSettings | null | undefined, offset?: number | files.ReadSettings | null | undefined, length?: number | null | undefined, position?: files.Position], {
    bytesRead: number;
    buffer: ArrayBufferView;
}, [number, ArrayBufferView<ArrayBufferLike>]>;
export declare const readdir: import("./request.js").Forms<[path: import("./arguments.js").PathLike, given?: unknown], (string | import("./stats.js").Dirent)[], [value: (string | import("./stats.js").Dirent)[]]>;
export declare const readFile: import("./request.js").Forms<[path: number | import("./arguments.js").PathLike, given?: unknown], string | import("../buffer/buffer.js").Buffer, [value: string] | [value: import("../buffer/buffer.js").Buffer]>;
export declare const readlink: import("./request.js").Forms<[path: import("./arguments.js").PathLike, given?: unknown], string, [value: string]>;
export declare const readv: import("./request.js").Forms<[fd: number, buffers: readonly ArrayBufferView<ArrayBufferLike>[], position?: files.Position], {
    bytesRead: number;
    buffers: readonly ArrayBufferView[];
}, [number, readonly ArrayBufferView<ArrayBufferLike>[]]>;
export declare const realpath: import("./request.js").Forms<[path: import("./arguments.js").PathLike, given?: unknown], string, [value: string]>;
export declare const rename: import("./request.js").Forms<[from: import("./arguments.js").PathLike, to: import("./arguments.js").PathLike], void, []>;
export declare const rm: import("./request.js").Forms<[path: import("./arguments.js").PathLike, options?: paths.RemoveOptions | undefined], void, []>;
export declare const rmdir: import("./request.js").Forms<[path: import("./arguments.js").PathLike, options?: paths.RemoveOptions | undefined], void, []>;
export declare const stat: import("./request.js").Forms<[path: import("./arguments.js").PathLike, options?: import("./stats.js").StatOptions | null | undefined], import("./stats.js").BigIntStats | import("./stats.js").Stats | undefined, [] | [value: import("./stats.js").BigIntStats] | [value: import("./stats.js").Stats]>;
export declare const statfs: import("./request.js").Forms<[path: import("./arguments.js").PathLike, options?: {
    bigint?: boolean;
} | undefined], import("./stats.js").StatFs<number> | import("./stats.js").StatFs<bigint>, [value: import("./stats.js").StatFs<number>] | [value: import("./stats.js").StatFs<bigint>]>;
export declare const symlink: import("./request.js").Forms<[target: import("./arguments.js").PathLike, path: import("./arguments.js").PathLike, _type?: string | null | undefined], void, []>;
export declare const truncate: import("./request.js").Forms<[path: import("./arguments.js").PathLike, length?: number | undefined], void, []>;
export declare const unlink: import("./request.js").Forms<[path: import("./arguments.js").PathLike], void, []>;
export declare const utimes: import("./request.js").Forms<[path: import("./arguments.js").PathLike, atime: import("./arguments.js").Time, mtime: import("./arguments.js").Time], void, []>;
export declare const write: import("./request.js").Forms<[fd: number, data: string | ArrayBufferView<ArrayBufferLike>, offset?: number | files.ReadSettings | null | undefined, length?: string | number | null | undefined, position?: files.Position], {
    bytesWritten: number;
    buffer: ArrayBufferView | string;
}, [number, string | ArrayBufferView<ArrayBufferLike>]>;
export declare const writeFile: import("./request.js").Forms<[path: number | import("./arguments.js").PathLike, data: import("./arguments.js").Data, options?: paths.WriteOptions | import("./arguments.js").Encoding], void, []>;
export declare const writev: import("./request.js").Forms<[fd: number, buffers: readonly ArrayBufferView<ArrayBufferLike>[], position?: files.Position], {
    bytesWritten: number;
    buffers: readonly ArrayBufferView[];
}, [number, readonly ArrayBufferView<ArrayBufferLike>[]]>;
