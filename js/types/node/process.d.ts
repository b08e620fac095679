import { env } from "./environment.js";
import { workingFolder } from "./working_folder.js";
declare const platform: string, arch: string;
declare class Output {
    #private;
    readonly isTTY = false;
    constructor(level: number);
    /** Prints to the console, because standard output belongs to the graph. */
    write(text: string | Uint8Array): true;
}
declare function hrtime(since?: [number, number]): [number, number];
declare namespace hrtime {
    var bigint: () => bigint;
}
declare function emitWarning(warning: string | Error): void;
/** Ignores a listener: programs receive no signals and cannot prevent their end. */
declare function ignored(this: unknown, _event: string, _listener: (...args: unknown[]) => void): unknown;
export declare const process: {
    addListener: typeof ignored;
    argv: string[];
    arch: string;
    cwd: typeof workingFolder;
    emit: () => boolean;
    emitWarning: typeof emitWarning;
    env: Record<string, string | undefined>;
    execArgv: string[];
    execPath: string;
    exit(): never;
    hrtime: typeof hrtime;
    listenerCount: () => number;
    listeners: () => unknown[];
    nextTick(callback: (...args: unknown[]) => void, ...args: unknown[]): void;
    off: typeof ignored;
    on: typeof ignored;
    once: typeof ignored;
    platform: string;
    release: {
        name: string;
    };
    removeListener: typeof ignored;
    stderr: Output;
    stdout: Output;
    title: string;
    uptime: () => number;
    version: string;
    versions: {
        lumi: string;
        node: string;
    };
    readonly [Symbol.toStringTag]: string;
};
export declare const argv: string[], cwd: typeof workingFolder, execArgv: string[], execPath: string, exit: () => never, nextTick: (callback: (...args: unknown[]) => void, ...args: unknown[]) => void, off: typeof ignored, on: typeof ignored, once: typeof ignored;
export declare const release: {
    name: string;
}, stderr: Output, stdout: Output, title: string, uptime: () => number, version: string, versions: {
    lumi: string;
    node: string;
};
export { arch, emitWarning, env, hrtime, platform };
export default process;
