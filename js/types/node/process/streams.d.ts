import { EventEmitter } from "../events/events.js";
type Done = (error?: Error | null) => void;
/** A stream to the console, because standard output belongs to the graph. Writes never wait. */
export declare class ConsoleOutput extends EventEmitter {
    #private;
    readonly fd: number;
    readonly isTTY = false;
    readonly writable = true;
    readonly writableLength = 0;
    readonly writableHighWaterMark = 16384;
    readonly writableObjectMode = false;
    readonly writableEnded = false;
    readonly destroyed = false;
    /** `level` is that of `op_lumi_print`. */
    constructor(fd: number, level: number);
    write(text: string | Uint8Array, encoding?: string | Done, done?: Done): boolean;
    /** Writes a last text; the stream stays open, as in Node. */
    end(text?: string | Uint8Array | Done, encoding?: string | Done, done?: Done): this;
    cork(): void;
    uncork(): void;
    destroy(): this;
    ref(): this;
    unref(): this;
    setDefaultEncoding(): this;
    /** 1: no colours. */
    getColorDepth(): number;
    hasColors(): boolean;
}
type Input = EventEmitter & {
    fd: number;
    isTTY: boolean;
};
/** The empty stream, made when it is first touched: to load streams takes longer than most programs. */
export declare function lateInput(isOwn: boolean): Input;
export {};
