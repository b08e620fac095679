import { Buffer } from "../buffer/buffer.js";
import { EventEmitter } from "../events/events.js";
import type { Data, Encoding, Mode, Time } from "./arguments.js";
import type { Position, ReadSettings } from "./descriptors.js";
import * as forms from "./forms.js";
import type { ReadOptions, WriteOptions } from "./paths.js";
import { type ReadStream, type ReadStreamOptions, type WriteStream, type WriteStreamOptions } from "./streams.js";
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
    createReadStream(options?: ReadStreamOptions): ReadStream;
    createWriteStream(options?: WriteStreamOptions): WriteStream;
    datasync(): Promise<void>;
    read(buffer?: ArrayBufferView | ReadSettings | null, offset?: number | null | ReadSettings, length?: number | null, position?: Position): ReadResult;
    readFile(options?: (ReadOptions & {
        encoding?: null;
    }) | null): Promise<Buffer>;
    readFile(options: string | (ReadOptions & {
        encoding: string;
    })): Promise<string>;
    /** The lines of the rest of the file. */
    readLines(options?: ReadStreamOptions): AsyncIterable<string>;
    /** The rest of the file as a stream of the web. The file stays open. */
    readableWebStream(): ReadableStream<Uint8Array>;
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
export declare function openHandle(...args: Parameters<typeof forms.open.promise>): Promise<FileHandle>;
export {};
