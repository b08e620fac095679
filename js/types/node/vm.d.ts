export interface ScriptOptions {
    /** Names the script in stack traces. */
    filename?: string;
    lineOffset?: number;
    columnOffset?: number;
}
export type Context = Record<PropertyKey, unknown>;
/** A script to run several times. */
export declare class Script {
    #private;
    cachedDataRejected: boolean | undefined;
    sourceMapURL: string | undefined;
    constructor(code: string, options?: ScriptOptions | string);
    runInThisContext(_options?: ScriptOptions): unknown;
    runInContext(context: Context, _options?: ScriptOptions): unknown;
    runInNewContext(values?: Context, _options?: ScriptOptions): unknown;
    /** Empty: code is cached by lumi itself. */
    createCachedData(): Uint8Array;
}
/** Makes an object the global scope of scripts. */
export declare function createContext(values?: Context): Context;
export declare function isContext(value: object): boolean;
export declare function createScript(code: string, options?: ScriptOptions | string): Script;
export declare const runInThisContext: (code: string, options?: ScriptOptions | string) => unknown;
export declare const runInContext: (code: string, context: Context, options?: ScriptOptions | string) => unknown;
export declare const runInNewContext: (code: string, values?: Context, options?: ScriptOptions | string) => unknown;
export interface FunctionOptions extends ScriptOptions {
    parsingContext?: Context;
}
/** A function of `parameters` with this body. */
export declare function compileFunction(code: string, parameters?: string[], options?: FunctionOptions): (...args: unknown[]) => unknown;
export declare const measureMemory: () => Promise<never>;
export declare const constants: Readonly<{
    USE_MAIN_CONTEXT_DEFAULT_LOADER: symbol;
}>;
declare const _default: {
    compileFunction: typeof compileFunction;
    constants: Readonly<{
        USE_MAIN_CONTEXT_DEFAULT_LOADER: symbol;
    }>;
    createContext: typeof createContext;
    createScript: typeof createScript;
    isContext: typeof isContext;
    measureMemory: typeof measureMemory;
    runInContext: typeof runInContext;
    runInNewContext: typeof runInNewContext;
    runInThisContext: typeof runInThisContext;
    Script: typeof Script;
};
export default _default;
