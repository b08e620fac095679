import type { Readable, Writable } from "../../npm/readable-stream.js";
import { EventEmitter } from "../events/event_emitter.js";
import { type ResourceLimits } from "./own_thread.js";
import { type WorkerOptions } from "./worker_options.js";
export declare class Worker extends EventEmitter {
    #private;
    readonly stdin: Writable | null;
    constructor(filename: string | URL, options?: WorkerOptions);
    get threadId(): number;
    get resourceLimits(): ResourceLimits;
    get stdout(): Readable;
    get stderr(): Readable;
    get performance(): object;
    postMessage(message: unknown, transfer?: Transferable[] | StructuredSerializeOptions): void;
    /** Ends the worker. The promise has its exit code, or undefined if it had ended before. */
    terminate(callback?: (error: null, code: number) => void): Promise<number | undefined>;
    [Symbol.asyncDispose](): Promise<void>;
    ref(): void;
    unref(): void;
    getHeapSnapshot(): never;
}
