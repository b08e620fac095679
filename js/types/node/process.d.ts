import { env } from "./environment.js";
import { workingFolder } from "./working_folder.js";
declare const platform: string, arch: string;
declare class Output {
    #private;
    readonly isTTY = false;
    constructor(level: number);
    /** Text goes where console output goes: standard output belongs to the graph. */
    write(text: string | Uint8Array): true;
}
declare function hrtime(since?: [number, number]): [number, number];
declare namespace hrtime {
    var bigint: () => bigint;
}
export declare const process: {
    argv: string[];
    arch: string;
    cwd: typeof workingFolder;
    env: Record<string, string | undefined>;
    exit(): never;
    hrtime: typeof hrtime;
    nextTick(callback: (...args: unknown[]) => void, ...args: unknown[]): void;
    platform: string;
    stderr: Output;
    stdout: Output;
    uptime: () => number;
    versions: {
        lumi: string;
    };
    readonly [Symbol.toStringTag]: string;
};
export declare const argv: string[], cwd: typeof workingFolder, exit: () => never, nextTick: (callback: (...args: unknown[]) => void, ...args: unknown[]) => void, stderr: Output, stdout: Output, uptime: () => number, versions: {
    lumi: string;
};
export { arch, env, hrtime, platform };
export default process;
