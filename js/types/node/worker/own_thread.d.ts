import type { NodePort } from "./port_listeners.js";
export interface ResourceLimits {
    maxYoungGenerationSizeMb?: number;
    maxOldGenerationSizeMb?: number;
    codeRangeSizeMb?: number;
    stackSizeMb?: number;
}
/** The settings of a worker. */
export interface Beginning {
    workerData: unknown;
    environmentData: Map<unknown, unknown>;
    /** Variables: all of them, or the changes to those of the program. */
    variables: [name: string, value: string | null][];
    hasAllVariables: boolean;
    /** The name of its file. */
    file: string;
    /** Code that no file has. */
    code: string | null;
    execArgv: string[];
    folder: string;
    input: MessagePort | null;
    resourceLimits: ResourceLimits;
}
/** The kinds of reports of a worker. */
export declare const ONLINE = 1;
export declare const FAILED = 2;
export declare const isMainThread: boolean;
export declare const threadId: number;
export declare const parentPort: NodePort | null;
export declare const workerData: unknown;
export declare const environmentData: Map<unknown, unknown>;
export declare const resourceLimits: ResourceLimits;
