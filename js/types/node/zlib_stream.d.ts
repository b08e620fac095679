import streams, { type Transform, type TransformDone } from "../npm/readable-stream.js";
import { Buffer } from "./buffer.js";
import { type BrotliOptions, type Format, type ZlibOptions } from "./zlib_options.js";
export declare class ZlibStream extends streams.Transform {
    #private;
    /** What Node's binding is. Packages that compress at once keep it from being closed. */
    _handle: {
        close(): void;
    } | null;
    constructor(format: Format, options?: ZlibOptions & BrotliOptions);
    /** Bytes of input that the format has taken. */
    get bytesWritten(): number;
    _transform(chunk: Uint8Array, _encoding: string, callback: TransformDone): void;
    _flush(callback: TransformDone): void;
    /** The output for a chunk, at once, which packages ask for although it is a private part of Node. */
    _processChunk(chunk: Uint8Array, flush: number, callback?: TransformDone): Buffer | undefined;
    /** Makes all that was written readable. */
    flush(kind?: number | (() => void), callback?: () => void): void;
    /** Ends the stream at once. */
    close(callback?: () => void): void;
    reset(): void;
    /** Changes the level for what follows; the strategy stays. */
    params(level: number, strategy: number, callback?: (error?: Error | null) => void): void;
}
export interface ZlibTransform extends Transform {
    readonly bytesWritten: number;
    close(callback?: () => void): void;
    flush(kind?: number | (() => void), callback?: () => void): void;
    params(level: number, strategy: number, callback?: (error?: Error | null) => void): void;
    reset(): void;
}
