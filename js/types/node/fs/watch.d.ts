import { Buffer } from "../buffer/buffer.js";
import { EventEmitter } from "../events/events.js";
import { type Encoding, type PathLike } from "./arguments.js";
import { type BigIntStats, type Stats } from "./stats.js";
export interface WatchOptions {
    encoding?: Encoding;
    /** Whether the watcher keeps the program alive. */
    persistent?: boolean;
    recursive?: boolean;
    signal?: AbortSignal;
}
type EventType = "change" | "rename";
type Name = string | Buffer | null;
type Listener = (type: EventType, name: Name) => void;
/** Tells of changes that the system reports. */
export declare class FSWatcher extends EventEmitter {
    #private;
    close(): void;
    ref(): this;
    unref(): this;
}
export declare function watch(path: PathLike, listener?: Listener): FSWatcher;
export declare function watch(path: PathLike, options?: Encoding | WatchOptions, listener?: Listener): FSWatcher;
export interface Change {
    eventType: EventType;
    filename: Name;
}
/** fs.promises.watch. */
export declare function changes(path: PathLike, given?: Encoding | WatchOptions): AsyncGenerator<Change, void>;
type AnyStats = Stats | BigIntStats;
type StatListener = (now: AnyStats, before: AnyStats) => void;
export interface WatchFileOptions {
    bigint?: boolean;
    persistent?: boolean;
    /** Milliseconds between two looks. */
    interval?: number;
}
/** Looks at a file at intervals, and tells what has changed. */
export declare class StatWatcher extends EventEmitter {
    #private;
    stop(): void;
    ref(): this;
    unref(): this;
}
export declare function watchFile(path: PathLike, listener: StatListener): StatWatcher;
export declare function watchFile(path: PathLike, options: WatchFileOptions, listener: StatListener): StatWatcher;
export declare function unwatchFile(path: PathLike, listener?: StatListener): void;
export {};
