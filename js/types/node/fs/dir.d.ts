import { type Encoding, type PathLike } from "./arguments.js";
import { type Steps } from "./request.js";
import type { Dirent } from "./stats.js";
export interface DirOptions {
    encoding?: Encoding;
    bufferSize?: number;
    recursive?: boolean;
}
export declare class Dir {
    #private;
    readonly path: string;
    readSync(): Dirent | null;
    read(): Promise<Dirent | null>;
    read(callback: (error: Error | null, entry: Dirent | null) => void): void;
    closeSync(): void;
    close(): Promise<void>;
    close(callback: (error: Error | null) => void): void;
    entries(): AsyncGenerator<Dirent, void>;
    [Symbol.asyncIterator](): AsyncGenerator<Dirent, void>;
}
/** The error with the name of another call. */
export declare function renamedCall(error: unknown, syscall: string): unknown;
export declare function opendir(path: PathLike, given?: unknown): Steps<Dir>;
