import { type InspectOptions } from "../util/util.js";
/** The target of a console. */
export interface ConsoleStream {
    write(text: string): unknown;
}
export interface ConsoleOptions {
    stdout: ConsoleStream;
    /** The stream of `stdout` unless it is set. */
    stderr?: ConsoleStream;
    ignoreErrors?: boolean;
    colorMode?: boolean | "auto";
    inspectOptions?: InspectOptions;
    groupIndentation?: number;
}
export interface ConsoleConstructor {
    new (stdout: ConsoleStream | ConsoleOptions, stderr?: ConsoleStream, ignoreErrors?: boolean): Console;
    (stdout: ConsoleStream | ConsoleOptions, stderr?: ConsoleStream, ignoreErrors?: boolean): Console;
}
/** A function instead of a class, because packages call it without `new`. Its methods are its own. */
export declare const Console: ConsoleConstructor;
declare const own: Console;
declare const showTable: (tabularData?: any, properties?: string[]) => void;
export declare const assert: (condition?: boolean, ...data: any[]) => void, clear: () => void, count: (label?: string) => void, countReset: (label?: string) => void, debug: (...data: any[]) => void, dir: (item?: any, options?: any) => void, dirxml: (...data: any[]) => void, error: (...data: any[]) => void, group: (...data: any[]) => void, groupCollapsed: (...data: any[]) => void, groupEnd: () => void, info: (...data: any[]) => void, log: (...data: any[]) => void, time: (label?: string) => void, timeEnd: (label?: string) => void, timeLog: (label?: string, ...data: any[]) => void, timeStamp: (label?: string) => void, trace: (...data: any[]) => void, warn: (...data: any[]) => void;
export { showTable as table };
declare const _default: typeof own & {
    Console: ConsoleConstructor;
};
export default _default;
