import { type Transform, type TransformDone } from "../../npm/readable-stream.js";
import { Buffer } from "../buffer/buffer.js";
import { type BrotliOptions, type Format, type ZlibOptions, type ZstdOptions } from "./options.js";
type FlushDone = () => void;
/** The handle of a stream, in place of Node's binding; null once the stream is closed. */
export declare class ZlibHandle {
    #private;
    /** The step of a synchronous stream, with the arguments of Node's binding. Throws what is wrong with the input. */
    writeSync(flush: number, input: Uint8Array | null, inputAt: number, inputSize: number, room: Uint8Array, roomAt: number, roomSize: number): void;
    close(): void;
    reset(): void;
}
export interface ZlibTransform extends Transform {
    /** Bytes of input that the format has consumed. */
    bytesWritten: number;
    _handle: ZlibHandle | null;
    /** Bytes of room and of input that a synchronous write has left. */
    _writeState: Uint32Array;
    readonly _closed: boolean;
    _level: number;
    _strategy: number;
    _chunkSize: number;
    _outBuffer: Buffer;
    _outOffset: number;
    _defaultFlushFlag: number;
    _finishFlushFlag: number;
    _defaultFullFlushFlag: number;
    _info: boolean;
    _maxOutputLength: number;
    /** The output for a chunk, at once unless there is a callback. */
    _processChunk(chunk: Uint8Array, flush: number, callback?: TransformDone): Buffer | undefined;
    close(callback?: () => void): void;
    flush(kind?: number | FlushDone, callback?: FlushDone): void;
    params(level: number, strategy: number, callback?: (error?: Error | null) => void): void;
    reset(): void;
}
export type Options = ZlibOptions & BrotliOptions & ZstdOptions;
/** The work of the constructors: `stream` may be an object of a class without `new`. */
export declare function initialize(stream: ZlibTransform, format: Format, options?: Options): void;
export declare function closeHandle(stream: ZlibTransform): void;
/** The prototype below those of the formats. */
export declare const prototype: object;
export {};
