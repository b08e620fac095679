// node:v8: figures of the engine, and values as bytes.

import { core } from "../web/ops.ts";
import { Buffer } from "./buffer/buffer.ts";
import { invalidArgType } from "./node_errors.ts";
import { throwing } from "./unavailable.ts";

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
export function getHeapStatistics(): HeapStatistics {
  const [total, executable, physical, available, used, limit, malloced, peak, external, contexts, detached] = core.ops
    .op_lumi_heap();
  return {
    total_heap_size: total!,
    total_heap_size_executable: executable!,
    total_physical_size: physical!,
    total_available_size: available!,
    used_heap_size: used!,
    heap_size_limit: limit!,
    malloced_memory: malloced!,
    peak_malloced_memory: peak!,
    does_zap_garbage: 0,
    number_of_native_contexts: contexts!,
    number_of_detached_contexts: detached!,
    total_global_handles_size: 0,
    used_global_handles_size: 0,
    external_memory: external!,
  };
}

export interface HeapCodeStatistics {
  code_and_metadata_size: number;
  bytecode_and_metadata_size: number;
  external_script_source_size: number;
  cpu_profiler_metadata_size: number;
}

/** Zeros, as the sizes of code are not recorded. */
export const getHeapCodeStatistics = (): HeapCodeStatistics => ({
  code_and_metadata_size: 0,
  bytecode_and_metadata_size: 0,
  external_script_source_size: 0,
  cpu_profiler_metadata_size: 0,
});

export interface HeapSpace {
  space_name: string;
  space_size: number;
  space_used_size: number;
  space_available_size: number;
  physical_space_size: number;
}

/** The whole heap as one space. */
export function getHeapSpaceStatistics(): HeapSpace[] {
  const heap = getHeapStatistics();
  return [{
    space_name: "heap",
    space_size: heap.total_heap_size,
    space_used_size: heap.used_heap_size,
    space_available_size: heap.total_available_size,
    physical_space_size: heap.total_physical_size,
  }];
}

/** The version that code caches belong to. */
export const cachedDataVersionTag = (): number => 0;

/** The value in V8's format for structured clones. */
export function serialize(value: unknown): Buffer {
  const bytes = core.serialize(value, { forStorage: true }, (message) => {
    const error = new Error(message);
    error.name = "DataCloneError";
    throw Object.assign(error, { code: 25 });
  });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The value that `serialize` has written. */
export function deserialize(bytes: ArrayBufferView | ArrayBuffer): unknown {
  if (!ArrayBuffer.isView(bytes)) {
    throw invalidArgType("buffer", "an instance of Buffer, TypedArray, or DataView", bytes);
  }
  const view = new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
  return core.deserialize(view, { forStorage: true });
}

/** Checks its argument and sets nothing: lumi alone chooses the flags of V8. */
export function setFlagsFromString(flags: string): void {
  if (typeof flags !== "string") throw invalidArgType("flags", "of type string", flags);
}

export function setHeapSnapshotNearHeapLimit(_limit: number): void {}

export const takeCoverage = (): void => {};
export const stopCoverage = (): void => {};

export const getHeapSnapshot = throwing("v8.getHeapSnapshot");
export const writeHeapSnapshot = throwing("v8.writeHeapSnapshot");
export const queryObjects = throwing("v8.queryObjects");

export const startupSnapshot = Object.freeze({
  isBuildingSnapshot: (): boolean => false,
});

export default {
  cachedDataVersionTag,
  deserialize,
  getHeapCodeStatistics,
  getHeapSnapshot,
  getHeapSpaceStatistics,
  getHeapStatistics,
  queryObjects,
  serialize,
  setFlagsFromString,
  setHeapSnapshotNearHeapLimit,
  startupSnapshot,
  stopCoverage,
  takeCoverage,
  writeHeapSnapshot,
};
