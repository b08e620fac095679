/** A request to the host. All members are set, so that none is looked up in a prototype. */
export type FileRequest = {
    access: {
        path: string;
        mode: number;
    };
} | {
    changeFolder: {
        path: string;
    };
} | {
    chmod: {
        path: string;
        mode: number;
    };
} | {
    chown: {
        path: string;
        user: number;
        group: number;
        entry: boolean;
    };
} | {
    close: {
        file: number;
    };
} | {
    copy: {
        path: string;
        to: string;
        mode: number;
    };
} | {
    fileChmod: {
        file: number;
        mode: number;
    };
} | {
    fileChown: {
        file: number;
        user: number;
        group: number;
    };
} | {
    fileStat: {
        file: number;
    };
} | {
    fileTimes: {
        file: number;
        accessed: number;
        modified: number;
    };
} | {
    fileTruncate: {
        file: number;
        length: number;
    };
} | {
    link: {
        path: string;
        to: string;
    };
} | {
    list: {
        path: string;
    };
} | {
    mkdir: {
        path: string;
        mode: number;
        syscall: "mkdir" | "mkdtemp";
        onTheWayTo: string | null;
    };
} | {
    open: {
        path: string;
        flags: number;
        mode: number;
    };
} | {
    read: {
        file: number;
        length: number;
        position: number;
    };
} | {
    readFile: {
        path: string;
        flags: number;
    };
} | {
    readLink: {
        path: string;
    };
} | {
    realPath: {
        path: string;
    };
} | {
    remove: {
        path: string;
        what: "file" | "emptyFolder" | "everything";
    };
} | {
    rename: {
        path: string;
        to: string;
    };
} | {
    stat: {
        path: string;
        entry: boolean;
    };
} | {
    statFs: {
        path: string;
    };
} | {
    symlink: {
        path: string;
        target: string;
    };
} | {
    sync: {
        file: number;
        data: boolean;
    };
} | {
    times: {
        path: string;
        accessed: number;
        modified: number;
        entry: boolean;
    };
} | {
    write: {
        file: number;
        position: number;
    };
} | {
    writeFile: {
        path: string;
        flags: number;
        mode: number;
    };
};
/** A request with the bytes to write. */
export interface WriteRequest {
    request: FileRequest;
    data: Uint8Array;
}
/** Something that another part of the program answers, possibly later. */
export interface Question {
    ask: () => unknown;
}
/**
 * An operation in steps: each is a request, an operation, or a question, and gets its answer. One
 * definition makes all three forms.
 */
export type Steps<T> = Generator<FileRequest | WriteRequest | Question | Steps<any>, T, any>;
export declare function runSync<T>(steps: Steps<T>): T;
export declare function runAsync<T>(steps: Steps<T>, step?: IteratorResult<Question | Steps<any> | WriteRequest | FileRequest, T>): Promise<T>;
/** The first elements of a tuple, whose number is one of N, then a callback. */
type Prefixes<R extends unknown[], N, C> = (R["length"] extends N ? [...R, callback: C] : never) | (R extends [...infer S, unknown] ? Prefixes<S, N, C> : never);
/** The arguments of an operation, then a callback; optional arguments may be left out. */
export type ArgumentsWithCallback<A extends unknown[], C> = Prefixes<Required<A>, A["length"], C>;
/** The arguments of a callback after the error. */
export type Values<T> = T extends void ? [] : T extends undefined ? [] : [value: T];
/** Checks its arguments in its first step at the latest. */
export type Operation<A extends unknown[], T> = (...args: A) => Steps<T>;
export interface Forms<A extends unknown[], T, V extends unknown[] = [value: T]> {
    sync: (...args: A) => T;
    promise: (...args: A) => Promise<T>;
    callback: (...args: ArgumentsWithCallback<A, (error: Error | null, ...values: V) => void>) => void;
}
export declare function checkCallback(callback: unknown): asserts callback is (...args: unknown[]) => void;
/** Calls back with what comes of a promise. What the callback throws is an error of the program. */
export declare function report<T>(promise: Promise<T>, callback: (...args: unknown[]) => void, values?: (value: T) => unknown[]): void;
export declare const named: <F>(name: string, it: F) => F;
/** The three forms of an operation. `values` are what a callback gets, if that is not the result. */
export declare function formsOf<A extends unknown[], T, V extends unknown[] = Values<T>>(name: string, operation: Operation<A, T>, values?: (value: T) => V): Forms<A, T, V>;
export {};
