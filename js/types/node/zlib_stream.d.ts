import streams, { type Transform, type TransformDone } from "../npm/readable-stream.js";
import { type BrotliOptions, type Format, type ZlibOptions } from "./zlib_options.js";
export declare class ZlibStream extends streams.Transform {
    #private;
    constructor(format: Format, options?: ZlibOptions & BrotliOptions);
    /** Bytes of input that the format has taken. */
    get bytesWritten(): number;
    _transform(chunk: Uint8Array, _encoding: string, callback: TransformDone): void;
    _flush(callback: TransformDone): void;
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
