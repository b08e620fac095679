import { Buffer } from "./buffer/buffer.js";
export interface HeapStatistics {
    total_heap_size: number;
    total_heap_size_executable: number;
    total_physical_size: number;
    total_available_size: number;
    used_heap_size: number;
    heap_size_limit: number;
    malloced_memory: number;
    peak_malloced_memory: number;
    does_zap_garbage: number;
    number_of_native_contexts: number;
    number_of_detached_contexts: number;
    total_global_handles_size: number;
    used_global_handles_size: number;
    external_memory: number;
}
/** Bytes. */
export declare function getHeapStatistics(): HeapStatistics;
export interface HeapCodeStatistics {
    code_and_metadata_size: number;
    bytecode_and_metadata_size: number;
    external_script_source_size: number;
    cpu_profiler_metadata_size: number;
}
/** Zeros, as the sizes of code are not recorded. */
export declare const getHeapCodeStatistics: () => HeapCodeStatistics;
export interface HeapSpace {
    space_name: string;
    space_size: number;
    space_used_size: number;
    space_available_size: number;
    physical_space_size: number;
}
/** The whole heap as one space. */
export declare function getHeapSpaceStatistics(): HeapSpace[];
/** The version that code caches belong to. */
export declare const cachedDataVersionTag: () => number;
/** The value in V8's format for structured clones. */
export declare function serialize(value: unknown): Buffer;
/** The value that `serialize` has written. */
export declare function deserialize(bytes: ArrayBufferView | ArrayBuffer): unknown;
/** Checks its argument and sets nothing: lumi alone chooses the flags of V8. */
export declare function setFlagsFromString(flags: string): void;
export declare function setHeapSnapshotNearHeapLimit(_limit: number): void;
export declare const takeCoverage: () => void;
export declare const stopCoverage: () => void;
export declare const getHeapSnapshot: () => never;
export declare const writeHeapSnapshot: () => never;
export declare const queryObjects: () => never;
export declare const startupSnapshot: Readonly<{
    isBuildingSnapshot: () => boolean;
}>;
declare const _default: {
    cachedDataVersionTag: typeof cachedDataVersionTag;
    deserialize: typeof deserialize;
    getHeapCodeStatistics: typeof getHeapCodeStatistics;
    getHeapSnapshot: () => never;
    getHeapSpaceStatistics: typeof getHeapSpaceStatistics;
    getHeapStatistics: typeof getHeapStatistics;
    queryObjects: () => never;
    serialize: typeof serialize;
    setFlagsFromString: typeof setFlagsFromString;
    setHeapSnapshotNearHeapLimit: typeof setHeapSnapshotNearHeapLimit;
    startupSnapshot: Readonly<{
        isBuildingSnapshot: () => boolean;
    }>;
    stopCoverage: typeof stopCoverage;
    takeCoverage: typeof takeCoverage;
    writeHeapSnapshot: () => never;
};
export default _default;
