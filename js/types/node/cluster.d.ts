import { EventEmitter } from "./events/events.js";
declare class Cluster extends EventEmitter {
    readonly isMaster = true;
    readonly isPrimary = true;
    readonly isWorker = false;
    readonly workers: Record<string, never>;
    readonly SCHED_NONE = 1;
    readonly SCHED_RR = 2;
    schedulingPolicy: number;
    settings: object;
    /** Checks nothing: the settings are for workers, which are not started. */
    setupPrimary(settings?: object): void;
    setupMaster(settings?: object): void;
    fork(): never;
    disconnect(callback?: () => void): void;
}
declare const cluster: Cluster;
export declare const isMaster: boolean, isPrimary: boolean, isWorker: boolean, workers: Record<string, never>, SCHED_NONE: number, SCHED_RR: number, schedulingPolicy: number, settings: object;
export declare const setupPrimary: (settings?: object) => void;
export declare const setupMaster: (settings?: object) => void;
export declare const fork: () => never;
export declare const disconnect: (callback?: () => void) => void;
export default cluster;
