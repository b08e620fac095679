import { EventEmitter } from "./events/event_emitter.js";
type Environment = Record<string, string | undefined>;
type Done = () => void;
export declare const isatty: (_descriptor: number) => boolean;
declare class ReadStreamMembers extends EventEmitter {
    isRaw: boolean;
    setRawMode(isRaw: boolean): this;
}
declare class WriteStreamMembers extends EventEmitter {
    isTTY: boolean;
    columns: number;
    rows: number;
    /** Bits of a colour by the variables that name a terminal; without these, 1: no colours. */
    getColorDepth(environment?: Environment): number;
    hasColors(count?: number | Environment, environment?: Environment): boolean;
    getWindowSize(): [columns: number, rows: number];
    clearLine(direction: number, done?: Done): boolean;
    clearScreenDown(done?: Done): boolean;
    cursorTo(x: number, y?: number | Done, done?: Done): boolean;
    moveCursor(x: number, y: number, done?: Done): boolean;
}
export declare const ReadStream: import("./http/callable.js").Callable<ReadStreamMembers, [descriptor: number]>;
export declare const WriteStream: import("./http/callable.js").Callable<WriteStreamMembers, [descriptor: number]>;
declare const _default: {
    isatty: typeof isatty;
    ReadStream: import("./http/callable.js").Callable<ReadStreamMembers, [descriptor: number]>;
    WriteStream: import("./http/callable.js").Callable<WriteStreamMembers, [descriptor: number]>;
};
export default _default;
