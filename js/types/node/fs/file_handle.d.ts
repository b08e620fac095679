import type { Buffer } from "../buffer.js";
import { EventEmitter } from "../events.js";
import type { Data, Encoding, Mode, Time } from "./arguments.js";
import type { Position, ReadSettings } from "./descriptors.js";
import * as forms from "./forms.js";
import type { ReadOptions, WriteOptions } from "./paths.js";
import type { BigIntStats, StatOptions, Stats } from "./stats.js";
type ReadResult = Promise<{
    bytesRead: number;
    buffer: ArrayBufferView;
}>;
type WriteResult = Promise<{
    bytesWritten: number;
    buffer: ArrayBufferView | string;
}>;
export declare class FileHandle extends EventEmitter {
    #private;
    /** The number of the open file; -1 once it is closed. */
    get fd(): number;
    appendFile(data: Data, options?: Encoding | WriteOptions): Promise<void>;
    chmod(mode: Mode): Promise<void>;
    chown(uid: number, gid: number): Promise<void>;
    close(): Promise<void>;
    datasync(): Promise<void>;
    read(buffer?: ArrayBufferView | ReadSettings | null, offset?: number | null | ReadSettings, length?: number | null, position?: Position): ReadResult;
    readFile(options?: (ReadOptions & {
        encoding?: null;
    }) | null): Promise<Buffer>;
    readFile(options: string | (ReadOptions & {
        encoding: string;
    })): Promise<string>;
    readv(buffers: readonly ArrayBufferView[], position?: Position): Promise<{
        bytesRead: number;
        buffers: readonly ArrayBufferView[];
    }>;
    stat(options?: StatOptions): Promise<Stats & BigIntStats>;
    sync(): Promise<void>;
    truncate(length?: number): Promise<void>;
    utimes(atime: Time, mtime: Time): Promise<void>;
    write(data: ArrayBufferView | string, offset?: number | null | ReadSettings, length?: number | string | null, position?: Position): WriteResult;
    writeFile(data: Data, options?: Encoding | WriteOptions): Promise<void>;
    writev(buffers: readonly ArrayBufferView[], position?: Position): Promise<{
        bytesWritten: number;
        buffers: readonly ArrayBufferView[];
    }>;
}
export declare function openHandle(...args: Parameters<typeof forms.open.later>): Promise<FileHandle>;
export {};
